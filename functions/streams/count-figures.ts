import { isUntouchedImport } from '../domain/history/untouched-import.ts';
import { messageFact } from '../domain/rollups/facts.ts';
import { leadShare, withAttendance, withTicket } from '../domain/rollups/shares.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemClock } from '../platform/clock.ts';
import { getDirectory } from '../platform/directory.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import {
  attendanceShareId,
  contactShareId,
  countShares,
  firstTicketOf,
  GONE,
  type ToldRow,
  ticketShareId,
} from '../repositories/figures/figures.ts';
import { countFacts as countOnce } from '../repositories/figures/rollups.ts';
import { watchSends } from '../repositories/figures/watch-sends.ts';
import { type ChangeOf, isChangeOf, type RowChange } from './read-changes.ts';

type MessageChange = ChangeOf<'message'>;
type FigureChange = ChangeOf<'ticket'> | ChangeOf<'ticketTracking'>;

/** Returns the message if the batch created it. */
const madeMessage = ({ before, between, after }: MessageChange) =>
  before === undefined ? (between[0] ?? after) : undefined;

/** Whether a change stored a message that counts. */
export const isMessageFact = (change: RowChange): change is MessageChange => {
  const made = isChangeOf('message')(change) ? madeMessage(change) : undefined;
  return made !== undefined && messageFact(made) !== undefined;
};

/**
 * Counts the messages of a company in a batch, idempotent for repeated batches, and watches how much the company sends.
 */
export const countMessages = async (
  companyId: CompanyId,
  changes: readonly MessageChange[],
): Promise<void> => {
  const directory = await getDirectory(companyId);
  // The figures of a removed company are never read.
  if (directory === undefined) return;
  const facts = changes.flatMap((change) => {
    const made = madeMessage(change);
    return made === undefined ? [] : (messageFact(made) ?? []);
  });
  const nowMs = systemClock.now();
  const { timeZone } = directory.company;
  await countOnce(openTable(companyId), facts, { nowMs, timeZone });
  const sent = facts.filter(({ sentOver }) => sentOver !== undefined).length;
  if (sent > 0) await watchSends(directory, sent, nowMs);
};

/** Returns every image of a row in a batch. */
const imagesOf = <R>({
  before,
  between,
  after,
}: {
  before: R | undefined;
  between: readonly R[];
  after: R | undefined;
}): (R | undefined)[] => [before, ...between, after];

/** Returns the fields of a ticket that decide its share of the sums; messages do not change them. */
const ticketMark = (ticket: ChangeOf<'ticket'>['after']): string =>
  ticket === undefined
    ? ''
    : `${ticket.status} ${ticket.contactId} ${ticket.contact.id} ${isUntouchedImport(ticket)}`;

/** Whether a change may affect the figures. */
export const movesFigures = (change: RowChange): change is FigureChange =>
  isChangeOf('ticketTracking')(change) ||
  (isChangeOf('ticket')(change) && new Set(imagesOf(change).map(ticketMark)).size > 1);

const toldAttendance = (change: ChangeOf<'ticketTracking'>, timeZone: string): ToldRow[] => {
  const { before, between, after } = change;
  const row = after ?? before ?? between[0];
  if (row === undefined) return [];
  return [
    {
      shareId: attendanceShareId(row),
      seen: { of: 'attendance', version: after?.version ?? GONE },
      shareAfter: (held) => withAttendance(held, after, timeZone),
    },
  ];
};

const toldTicket = (change: ChangeOf<'ticket'>): ToldRow[] => {
  const { before, between, after } = change;
  const row = after ?? before ?? between[0];
  if (row === undefined) return [];
  return [
    {
      shareId: ticketShareId(row.id),
      seen: { of: 'ticket', version: after?.version ?? GONE },
      shareAfter: (held) => withTicket(held, after),
    },
  ];
};

/** Returns the contacts whose first ticket may have changed: those of tickets that were created, removed or moved. */
const contactsMoved = (change: ChangeOf<'ticket'>): number[] => {
  const held = imagesOf(change).map((ticket) =>
    ticket === undefined ? [] : [ticket.contactId, ticket.contact.id],
  );
  return new Set(held.map(String)).size === 1 ? [] : [...new Set(held.flat())];
};

const toldContact = (table: Table, contactId: number, timeZone: string): ToldRow => ({
  shareId: contactShareId(contactId),
  seen: null,
  shareAfter: async (held) => leadShare(await firstTicketOf(table, contactId), held, timeZone),
});

/**
 * Updates the company's figures with a batch of changed tickets, attendances and contacts. Counts each row in its state
 * after the batch.
 */
export const countFigures = async (companyId: CompanyId, changes: readonly FigureChange[]): Promise<void> => {
  const table = openTable(companyId);
  const directory = await getDirectory(companyId);
  // The figures of a removed company are never read.
  if (directory === undefined) return;
  const { timeZone } = directory.company;
  const tickets = changes.filter(isChangeOf('ticket'));
  const contacts = new Set(tickets.flatMap(contactsMoved));
  const told = [
    ...tickets.flatMap(toldTicket),
    ...changes.filter(isChangeOf('ticketTracking')).flatMap((change) => toldAttendance(change, timeZone)),
    ...[...contacts].map((contactId) => toldContact(table, contactId, timeZone)),
  ];
  await countShares(table, told, systemClock.now());
};
