import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import {
  type FilterMoment,
  type FilterSubject,
  matchesFilter,
} from '@prosa/shared/rules/filters/matches-filter.ts';
import type { TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { canSeeTicket, isUnopened, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { withoutNumber } from '../search/contact-tokens.ts';
import { isDeclined } from '../tickets/attendance.ts';

type ReportTicket = Ticket & { rowCreatedAt: string };

/** Returns the points of an attendance's rating, 0 to 10; null without one. */
export const rateOf = ({ rated, rate }: Attendance): number | null => (rated ? rate : null);

/**
 * Returns what filters know of an attendance without its ticket. An attendance that ended counts as closed, even if its
 * ticket was reopened since.
 */
const subjectOfAttendance = (attendance: Attendance): FilterSubject => ({
  id: attendance.ticketId,
  queueId: attendance.queueId,
  userId: attendance.userId,
  connectionId: attendance.connectionId,
  createdAtMs: Date.parse(attendance.startedOn),
  closedAtMs: attendance.finishedAt === null ? null : Date.parse(attendance.finishedAt),
  rate: rateOf(attendance),
  ...(attendance.finishedAt === null ? {} : { status: 'closed', tagIds: attendance.tagIds }),
});

const subjectOf = (attendance: Attendance, ticket: ReportTicket, hidesNumbers: boolean): FilterSubject => {
  const contact = hidesNumbers ? withoutNumber(ticket.contact) : ticket.contact;
  return {
    status: ticket.status,
    tagIds: ticket.contact.tags.map(({ id }) => id),
    contactId: ticket.contactId,
    laneId: ticket.laneId,
    isUnread: isUnopened(ticket),
    activeAtMs: Date.parse(ticket.activityAt),
    contact: { name: contact.name, number: contact.number },
    ...subjectOfAttendance(attendance),
  };
};

/** Whether `canSeeTicket` is true for any ticket, so that nobody needs to load one to decide it. */
export const seesEveryTicket = (viewer: Viewer): boolean =>
  isAdmin(viewer) && (viewer.allowGroup || viewer.super);

/** The conditions on the attendances of a report. */
export interface ReportConditions {
  filter: TicketFilter;
  /** Only attendances of tickets that had one before. */
  onlyReopened: boolean;
  /** Only ended attendances without a rating because the customer declined to rate. */
  onlyDeclined: boolean;
  /** Only the attendance with which a contact's first ticket began. */
  onlyNewContacts: boolean;
  moment: FilterMoment;
  viewer: Viewer;
  /** Whether the viewer may not read numbers: searches then look only in names (S-58). */
  hidesNumbers: boolean;
}

/** Whether an attendance is of the kinds that a report is limited to, as far as its own fields tell them. */
const isOfKind = (
  attendance: Attendance,
  { onlyReopened, onlyDeclined, onlyNewContacts }: ReportConditions,
): boolean =>
  (!onlyReopened || attendance.reopened) &&
  (!onlyDeclined || isDeclined(attendance)) &&
  (!onlyNewContacts || !attendance.reopened);

/**
 * Whether an attendance belongs to a report, as far as its own fields decide it; undefined if its ticket has to be
 * loaded.
 */
export const belongsByItself = (
  attendance: Attendance,
  conditions: ReportConditions,
): boolean | undefined => {
  if (!isOfKind(attendance, conditions)) return false;
  const { filter, moment, viewer, onlyNewContacts } = conditions;
  const verdict = matchesFilter(subjectOfAttendance(attendance), filter, moment);
  return verdict === true && (onlyNewContacts || !seesEveryTicket(viewer)) ? undefined : verdict;
};

/**
 * Whether an attendance belongs to a report: it passes the conditions, and the viewer may see its ticket. Whether the
 * ticket is its contact's first one is not decided here; see {@link isOfNewContact}.
 */
export const belongs = (
  attendance: Attendance,
  ticket: ReportTicket,
  conditions: ReportConditions,
): boolean =>
  isOfKind(attendance, conditions) &&
  canSeeTicket(ticket, conditions.viewer) &&
  matchesFilter(
    subjectOf(attendance, ticket, conditions.hidesNumbers),
    conditions.filter,
    conditions.moment,
  ) === true;

/**
 * Whether a ticket made its contact a new one.
 * @param firstTickets the ticket that the figures count as the first one, by contact
 */
export const isOfNewContact = (
  { id, contactId }: Pick<Ticket, 'id' | 'contactId'>,
  firstTickets: ReadonlyMap<number, number>,
): boolean => firstTickets.get(contactId) === id;
