import type { TicketStatus } from '../entities/ticket-terms.ts';
import { searchWords } from './normalize-for-search.ts';
import { canSeeTicket, type TicketFacts, type Viewer } from './ticket-visibility.ts';
import { localDay } from './zone-format.ts';

/** The filters of the board. Empty lists and days, and undefined queues, do not filter. */
export interface BoardFilters {
  queueIds: readonly number[] | undefined;
  /** Attendants. */
  users: readonly number[];
  connections: readonly number[];
  /** Days of creation, `YYYY-MM-DD` in the company's time zone; both belong to the range. */
  startDate: string;
  endDate: string;
}

/** The fields of a ticket that decide whether the board shows it. */
export interface BoardTicket extends TicketFacts {
  /** Epoch milliseconds. */
  createdAtMs: number;
}

/** Whether the board shows tickets of a status. A closed ticket keeps its column, and comes back to it when it is reopened. */
export const isBoardStatus = (status: TicketStatus): boolean => status === 'open' || status === 'pending';

const isWanted = (wanted: readonly number[], id: number | null): boolean =>
  wanted.length === 0 || (id !== null && wanted.includes(id));

const isInDays = ({ createdAtMs }: BoardTicket, { startDate, endDate }: BoardFilters, timeZone: string) => {
  if (startDate === '' && endDate === '') return true;
  const day = localDay(timeZone, createdAtMs);
  return (startDate === '' || day >= startDate) && (endDate === '' || day <= endDate);
};

/**
 * Whether the board shows a ticket to a user, in whatever column. Used by the server's pages and counts, and by the
 * browser's live board.
 */
export const isOnBoard = (
  ticket: BoardTicket,
  filters: BoardFilters,
  viewer: Viewer,
  timeZone: string,
): boolean =>
  isBoardStatus(ticket.status) &&
  canSeeTicket(ticket, viewer) &&
  (filters.queueIds === undefined ||
    (ticket.queueId !== null && filters.queueIds.includes(ticket.queueId))) &&
  isWanted(filters.users, ticket.userId) &&
  isWanted(filters.connections, ticket.connectionId) &&
  isInDays(ticket, filters, timeZone);

/** Whether every word of a search is in the contact's name or number as the user sees them, or is the ticket's id. */
export const matchesBoardSearch = (
  { id, contact }: { id: number; contact: { name: string; number: string } },
  search: string,
): boolean => {
  const words = searchWords(search);
  if (words.length === 0) return true;
  const name = searchWords(contact.name).join(' ');
  return words.every((word) => name.includes(word) || contact.number.includes(word) || word === String(id));
};
