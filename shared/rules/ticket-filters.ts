import type { TicketStatus } from '../entities/ticket-terms.ts';
import { isUnopened, type TicketNews } from './ticket-visibility.ts';

/** What a list or a search is narrowed to; an empty list, false and an empty day narrow nothing. */
export interface TicketFilters {
  statuses: readonly TicketStatus[];
  /** Tags of the contact: any of them. */
  tags: readonly number[];
  /** Attendants. */
  users: readonly number[];
  connections: readonly number[];
  /** Only with something that nobody has opened. */
  unread: boolean;
  /** Day of the last activity, `YYYY-MM-DD` by the company's clock. */
  activeOn: string;
  /** Day on which the ticket began, likewise. */
  createdOn: string;
}

/** What filters look at, of a ticket. */
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

/** The day of an instant by a time zone's clock. */
const dayOf = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    new Date(instant),
  );

/** Whether filters look at nothing but what {@link passesMarkFilters} does: contacts' tags and days are not among it. */
export const areOfMarks = ({ tags, activeOn, createdOn }: TicketFilters): boolean =>
  tags.length === 0 && activeOn === '' && createdOn === '';

/** Whether a ticket passes those filters that look at nothing but status, people, connection and news. */
export const passesMarkFilters = (
  ticket: Pick<FilteredTicket, 'status' | 'userId' | 'connectionId' | keyof TicketNews>,
  filters: TicketFilters,
): boolean =>
  (filters.statuses.length === 0 || filters.statuses.includes(ticket.status)) &&
  isWanted(filters.users, ticket.userId) &&
  isWanted(filters.connections, ticket.connectionId) &&
  (!filters.unread || isUnopened(ticket));

/** Whether a ticket passes the filters of a list; the server's pages and the browser's live lists both decide by it. */
export const passesFilters = (ticket: FilteredTicket, filters: TicketFilters, timeZone: string): boolean =>
  passesMarkFilters(ticket, filters) &&
  (filters.tags.length === 0 || ticket.contact.tags.some(({ id }) => filters.tags.includes(id))) &&
  (filters.activeOn === '' || dayOf(ticket.activityAt, timeZone) === filters.activeOn) &&
  (filters.createdOn === '' || dayOf(ticket.createdAt, timeZone) === filters.createdOn);
