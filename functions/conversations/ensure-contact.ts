import type { Contact as ContactFields } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { contactAfterMessage, fallbackName, providerName } from '../domain/inbound/contact-after-message.ts';
import { contactTurns, newContactTurn } from '../domain/turns/contact-turns.ts';
import type { Moment } from '../domain/turns/turn.ts';
import type { Directory } from '../platform/directory.ts';
import { log } from '../platform/log.ts';
import { Contact } from '../platform/table/entities/contacts.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import { nextId } from '../platform/table/updates.ts';
import {
  type ContactRow,
  findContactByIdentities,
  loadContactWithConversations,
  loadShownTickets,
} from '../repositories/contacts/contacts.ts';
import { commitContactChange, commitTurn, committedContact } from './commit-turn.ts';

/** The table and the moment for finding and creating contacts. */
export interface Place extends Moment {
  table: Table;
  directory: Pick<Directory, 'companyId' | 'settings'>;
}

export interface SeenPerson {
  identities: readonly Identity[];
  name?: string | undefined;
  isGroup: boolean;
  connectionId: number;
  channel: ContactRow['channel'];
}

/** Asks for a review of identities that belong to several contacts; they are never merged automatically. */
export const warnOfConflict = ({ id }: ContactRow, others: readonly number[]): void =>
  log.warn('identities of several contacts', {
    metric: 'identity-conflict',
    contactId: id,
    others: others.join(','),
  });

/**
 * Writes a contact after new data of its provider, with the copies on its tickets. One query and one batch read, then
 * one transaction.
 * @throws WriteConflict if the contact, one of these tickets or the owner of a new identity has changed: decide again
 */
export const writeContact = async (
  context: Place,
  contact: ContactRow,
  after: ContactFields,
): Promise<ContactRow> => {
  const { table } = context;
  const loaded = await loadContactWithConversations(table, contact.id);
  const tickets = loaded === undefined ? [] : await loadShownTickets(table, loaded.conversations);
  return commitContactChange(table, contactTurns(contact, after, tickets), context);
};

/**
 * Returns the contact of some identities: finds it, creates it, or updates it with the data of a message. Committed
 * before the message, so that the message's own transaction stays small; a crash in between leaves a contact without
 * a ticket.
 */
export const ensureContact = (context: Place, seen: SeenPerson): Promise<ContactRow> =>
  retryOnConflict(async () => {
    const { table, directory } = context;
    const { contact, unknown, conflicting } = await findContactByIdentities(table, seen.identities);
    if (contact === undefined) {
      const created = newContactTurn({
        companyId: directory.companyId,
        id: await nextId(table, Contact),
        name: providerName(seen.name) || fallbackName(seen.identities),
        nameFrom: 'provider',
        channel: seen.channel,
        identities: [...seen.identities],
        acceptAudioMessage: directory.settings.acceptAudioMessageContact,
        isGroup: seen.isGroup,
        connectionId: seen.connectionId,
      });
      return committedContact(await commitTurn(table, created, context));
    }
    if (conflicting.length > 0) warnOfConflict(contact, conflicting);
    const after = contactAfterMessage(contact, seen, unknown, seen.connectionId);
    return after === contact ? contact : writeContact(context, contact, after);
  });
