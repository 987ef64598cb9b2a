import type { Share } from '@prosa/shared/entities/rollup.ts';
import { isUntouchedImport } from '../domain/history/untouched-import.ts';
import { messageFact } from '../domain/rollups/facts.ts';
import { leadShare, stretchShare, ticketShare } from '../domain/rollups/shares.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { systemClock } from '../platform/clock.ts';
import { getDirectory } from '../platform/directory.ts';
import { openTable, type Table } from '../platform/table/table.ts';
import { countShares, firstTicketOf, GONE, type ToldRow } from '../repositories/figures/figures.ts';
import { countFacts as countOnce } from '../repositories/figures/rollups.ts';
import { type ChangeOf, isChangeOf, type RowChange } from './read-changes.ts';

type MessageChange = ChangeOf<'message'>;
type FigureChange = ChangeOf<'ticket'> | ChangeOf<'ticketTracking'>;

/** The message, where the batch made it. */
const madeMessage = ({ before, between, after }: MessageChange) =>
  before === undefined ? (between[0] ?? after) : undefined;

/** Whether a message was stored that counts. */
export const isMessageFact = (change: RowChange): change is MessageChange => {
  const made = isChangeOf('message')(change) ? madeMessage(change) : undefined;
  return made !== undefined && messageFact(made) !== undefined;
};

/** Counts the messages of a company that a batch tells, each once however often it is told. */
export const countMessages = (companyId: CompanyId, changes: readonly MessageChange[]): Promise<void> =>
  countOnce(
    openTable(companyId),
    changes.flatMap((change) => {
      const made = madeMessage(change);
      return made === undefined ? [] : (messageFact(made) ?? []);
    }),
    systemClock.now(),
  );

/** Every image of a row that a batch tells. */
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

/** Whether a change may have moved the figures. */
export const movesFigures = (change: RowChange): change is FigureChange =>
  isChangeOf('ticketTracking')(change) ||
  (isChangeOf('ticket')(change) && new Set(imagesOf(change).map(ticketMark)).size > 1);

const toldStretch = (change: ChangeOf<'ticketTracking'>, timeZone: string): ToldRow => {
  const { after } = change;
  const row = after ?? change.before ?? change.between[0];
  return {
    id: `stretch.${row?.ticketId}.${row?.id}`,
    version: after?.version ?? GONE,
    shareAfter: (held: Share | null) => (after === undefined ? null : stretchShare(after, held, timeZone)),
  };
};

const toldTicket = (change: ChangeOf<'ticket'>): ToldRow => {
  const { after } = change;
  const row = after ?? change.before ?? change.between[0];
  return {
    id: `ticket.${row?.id}`,
    version: after?.version ?? GONE,
    shareAfter: () => (after === undefined ? null : ticketShare(after)),
  };
};

/** Contacts whose first ticket may be another one: those of tickets that were made, removed or moved. */
const contactsMoved = (change: ChangeOf<'ticket'>): number[] => {
  const held = imagesOf(change).map((ticket) =>
    ticket === undefined ? [] : [ticket.contactId, ticket.contact.id],
  );
  return new Set(held.map(String)).size === 1 ? [] : [...new Set(held.flat())];
};

const toldContact = (table: Table, contactId: number, timeZone: string): ToldRow => ({
  id: `contact.${contactId}`,
  version: null,
  shareAfter: async (held) => leadShare(await firstTicketOf(table, contactId), held, timeZone),
});

/** Counts the tickets, stretches and contacts of a company that a batch tells, as they are after it. */
export const countFigures = async (companyId: CompanyId, changes: readonly FigureChange[]): Promise<void> => {
  const table = openTable(companyId);
  const directory = await getDirectory(companyId);
  // Of a company that is gone nobody reads figures.
  if (directory === undefined) return;
  const { timeZone } = directory.company;
  const tickets = changes.filter(isChangeOf('ticket'));
  const contacts = new Set(tickets.flatMap(contactsMoved));
  const told = [
    ...tickets.map(toldTicket),
    ...changes.filter(isChangeOf('ticketTracking')).map((change) => toldStretch(change, timeZone)),
    ...[...contacts].map((contactId) => toldContact(table, contactId, timeZone)),
  ];
  await countShares(table, told, systemClock.now());
};
