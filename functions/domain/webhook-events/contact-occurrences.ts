import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { WebhookData } from '@prosa/shared/webhooks/webhook-event.ts';
import type { Stored } from '../turns/turn.ts';
import { type Occurrence, type RowStates, stepsOf } from './occurrence.ts';
import { webhookContact } from './present-subjects.ts';

type ContactRow = Stored<Contact>;
type Action = WebhookData<'contact.changed'>['action'];

const isShown = (contact: ContactRow | undefined): contact is ContactRow =>
  contact !== undefined && contact.mergedInto === null;
const shownText = (contact: ContactRow): string => JSON.stringify(webhookContact(contact));

const actionOf = (from: ContactRow | undefined, to: ContactRow | undefined): Action | undefined => {
  if (!isShown(from)) return isShown(to) ? 'created' : undefined;
  if (!isShown(to)) return 'removed';
  return shownText(from) === shownText(to) ? undefined : 'changed';
};

const occurrenceOf = (
  from: ContactRow | undefined,
  to: ContactRow | undefined,
  recordedAt: string | undefined,
): Occurrence | undefined => {
  const action = actionOf(from, to);
  const row = to ?? from;
  if (action === undefined || row === undefined) return undefined;
  return {
    type: 'contact.changed',
    subject: `c${row.id}`,
    row: `contact.${row.id}`,
    // A removed row has no version of its own.
    version: to === undefined ? row.version + 1 : row.version,
    at: (to === undefined ? recordedAt : undefined) ?? row.rowUpdatedAt,
    ticketId: null,
    dataOf: () => ({ action, contact: webhookContact(row), mergedInto: row.mergedInto }),
  };
};

/**
 * Returns the events of a changed contact, if a field changed that the event shows. A contact that was merged into
 * another one is removed.
 */
export const contactOccurrences = (change: RowStates<ContactRow>): Occurrence[] =>
  stepsOf(change).flatMap(([from, to]) => occurrenceOf(from, to, change.recordedAt) ?? []);
