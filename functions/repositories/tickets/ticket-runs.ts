import type { Run } from '../../domain/tickets/merge-runs.ts';
import type { TicketRun } from '../../domain/tickets/plan-ticket-list.ts';
import type { RowIndexName } from '../../platform/table/define-entity.ts';
import { keys } from '../../platform/table/keys.ts';
import type { Table } from '../../platform/table/table.ts';
import { loadContactWithConversations, loadShownTickets } from '../contacts/contacts.ts';
import type { TicketRow } from './tickets.ts';

export type Order = 'asc' | 'desc';

/** A run that is a partition of an index. */
export type IndexedRun = Exclude<TicketRun, { by: 'contact' }>;

/** Returns the sort key of a ticket, which is the same in every run. */
export const sortKeyOf = (ticket: TicketRow): string => keys.ticketByQueue(ticket).sk;

/** Returns the index and the partition of a run. */
export const placeOf = (run: IndexedRun): { index: RowIndexName; pk: string } => {
  // The key function is only needed for the partition's name; the page decides where to begin.
  const place = { activityAt: '', id: 0 };
  switch (run.by) {
    case 'queue':
      return { index: 'g1', pk: keys.ticketByQueue({ ...place, ...run }).pk };
    case 'user':
      return { index: 'g2', pk: keys.ticketByUser({ ...place, ...run }).pk };
    case 'status':
      return { index: 'g3', pk: keys.ticketByStatus({ ...place, ...run }).pk };
    case 'lane':
      return { index: 'g4', pk: keys.ticketByLane({ ...place, ...run, status: 'open' }).pk };
  }
};

/** Returns all tickets that lists show of a contact after a position: two or three calls. */
export const readContactRun = async (
  table: Table,
  contactId: number,
  {
    filter,
    order,
    after,
  }: { filter: (ticket: TicketRow) => boolean; order: Order; after: string | undefined },
): Promise<Run<TicketRow>> => {
  const found = await loadContactWithConversations(table, contactId);
  const tickets = found === undefined ? [] : await loadShownTickets(table, found.conversations);
  const isAfter = (key: string) => after === undefined || (order === 'asc' ? key > after : key < after);
  return {
    rows: tickets.filter(
      (ticket) =>
        (ticket.status !== 'closed' || ticket.latestClosed) && isAfter(sortKeyOf(ticket)) && filter(ticket),
    ),
  };
};
