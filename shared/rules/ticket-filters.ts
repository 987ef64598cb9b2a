import type { TicketStatus } from '../entities/ticket-terms.ts';
import { isUnopened, type TicketNews } from './ticket-visibility.ts';

/**
 * Returns the day of an instant in a time zone. Does not use the cache of `zone-format.ts`, because the first visit
 * would have to load that module.
 */
const localDay = (timeZone: string, ms: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    ms,
  );

/** The filters of a list or a search. An empty list, false and an empty day do not filter. */
export interface TicketFilters {
  statuses: readonly TicketStatus[];
  /** Tags of the contact; one of them is enough. */
  tags: readonly number[];
  /** Attendants. */
  users: readonly number[];
  connections: readonly number[];
  /** Only tickets with unread messages. */
  unread: boolean;
  /** Day of the last activity, `YYYY-MM-DD` in the company's time zone. */
  activeOn: string;
  /** Day on which the ticket began, in the same format. */
  createdOn: string;
}

/** The fields of a ticket that filters use. */
export interface FilteredTicket extends TicketNews {
  status: TicketStatus;
  userId: number | null;
  connectionId: number | null;
  contact: { tags: readonly { id: number }[] };
  activityAt: string;
  createdAt: string;
}

const isWanted = (wanted: readonly number[], id: number | null): boolean =>
  wanted.length === 0 || (id !== null && wanted.includes(id));

/** Whether filters use only the fields that {@link passesMarkFilters} checks: not the contact's tags, and no days. */
export const areOfMarks = ({ tags, activeOn, createdOn }: TicketFilters): boolean =>
  tags.length === 0 && activeOn === '' && createdOn === '';

/** Whether a ticket passes the filters for status, attendant, connection and unread messages. */
export const passesMarkFilters = (
  ticket: Pick<FilteredTicket, 'status' | 'userId' | 'connectionId' | keyof TicketNews>,
  filters: TicketFilters,
): boolean =>
  (filters.statuses.length === 0 || filters.statuses.includes(ticket.status)) &&
  isWanted(filters.users, ticket.userId) &&
  isWanted(filters.connections, ticket.connectionId) &&
  (!filters.unread || isUnopened(ticket));

/** Whether a ticket passes the filters of a list. Used by the server's pages and by the browser's live lists. */
export const passesFilters = (ticket: FilteredTicket, filters: TicketFilters, timeZone: string): boolean =>
  passesMarkFilters(ticket, filters) &&
  (filters.tags.length === 0 || ticket.contact.tags.some(({ id }) => filters.tags.includes(id))) &&
  (filters.activeOn === '' || localDay(timeZone, Date.parse(ticket.activityAt)) === filters.activeOn) &&
  (filters.createdOn === '' || localDay(timeZone, Date.parse(ticket.createdAt)) === filters.createdOn);
