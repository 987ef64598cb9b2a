import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import {
  type FilterMoment,
  type FilterSubject,
  matchesFilter,
} from '@prosa/shared/rules/filters/matches-filter.ts';
import { type FilterField, type TicketFilter, termsOf } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { maskFor, type Presentation, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { isUnopened, type TicketNews } from '@prosa/shared/rules/ticket-visibility.ts';

type StoredTicket = Ticket & { rowCreatedAt: string };

/** Returns everything that a filter may need of a ticket, except for the contact as a viewer sees it. */
const subjectOfTicket = (ticket: StoredTicket): FilterSubject => ({
  id: ticket.id,
  status: ticket.status,
  queueId: ticket.queueId,
  userId: ticket.userId,
  connectionId: ticket.connectionId,
  contactId: ticket.contactId,
  tagIds: ticket.contact.tags.map(({ id }) => id),
  laneId: ticket.laneId,
  isUnread: isUnopened(ticket),
  createdAtMs: Date.parse(ticket.rowCreatedAt),
  activeAtMs: Date.parse(ticket.activityAt),
  closedAtMs: ticket.closedAt === null ? null : Date.parse(ticket.closedAt),
  userRating: ticket.userRating,
});

/**
 * Returns a function that tells whether a stored ticket matches a filter.
 * @param presentation of the viewer: words must not reveal digits that are hidden from the viewer (S-58)
 */
export const ticketMatcher = (
  filter: TicketFilter,
  moment: FilterMoment,
  presentation: Presentation,
): ((ticket: StoredTicket) => boolean) => {
  const hasWords = termsOf(filter).some(({ field }) => field === 'words');
  const shownContact = ({ contact }: StoredTicket) => {
    const mask = maskFor(presentation, contact);
    return { name: mask.name(shownName(contact)), number: mask.number(contact.number) };
  };
  return (ticket) =>
    matchesFilter(
      { ...subjectOfTicket(ticket), ...(hasWords ? { contact: shownContact(ticket) } : {}) },
      filter,
      moment,
    ) === true;
};

/** The fields that the keys for counts know of a ticket; `unread` only in some of them, see `keys.ticketMarkOfQueue`. */
export const MARK_FIELDS: ReadonlySet<FilterField> = new Set([
  'status',
  'queue',
  'attendant',
  'connection',
  'unread',
]);
/** The fields that the keys for counts of the board know. */
export const BOARD_MARK_FIELDS: ReadonlySet<FilterField> = new Set([
  'status',
  'queue',
  'attendant',
  'connection',
  'column',
  'created',
  'age',
]);

type Mark = Pick<FilterSubject, 'status' | 'queueId' | 'userId' | 'connectionId' | 'laneId' | 'createdAtMs'> &
  Partial<TicketNews>;

/** Returns a function that tells whether a ticket matches a filter by its mark, if the mark's fields decide it. */
export const markMatcher =
  (filter: TicketFilter, moment: FilterMoment): ((mark: Mark) => boolean) =>
  ({ unreadMessages, transferredById, ...mark }) =>
    matchesFilter(
      {
        ...mark,
        ...(unreadMessages === undefined || transferredById === undefined
          ? {}
          : { isUnread: isUnopened({ unreadMessages, transferredById }) }),
      },
      filter,
      moment,
    ) === true;
