import { type Attendance, attendanceSchema, type Ticket } from '@prosa/shared/entities/ticket.ts';
import { instantOf, type Moment } from '../turns/turn.ts';

/**
 * Returns a new attendance that begins now. Its id sorts after the ticket's earlier ones.
 * @param reopened whether the ticket had an attendance before
 */
export const newAttendance = (
  ticket: Pick<Ticket, 'companyId' | 'id' | 'queueId' | 'userId' | 'connectionId' | 'status'>,
  moment: Moment,
  reopened: boolean,
): Attendance => {
  const now = instantOf(moment);
  return attendanceSchema.parse({
    companyId: ticket.companyId,
    ticketId: ticket.id,
    id: moment.ids.sortable(moment.nowMs),
    startedOn: now,
    queuedAt: ticket.queueId === null ? null : now,
    startedAt: ticket.status === 'open' || (ticket.status === 'group' && ticket.userId !== null) ? now : null,
    userId: ticket.userId,
    queueId: ticket.queueId,
    connectionId: ticket.connectionId,
    reopened,
  });
};

/**
 * Returns when the system first wrote to the customer in an attendance; null if it did not. The ticket has the time of
 * an open attendance until the attendance is written again.
 */
export const chatbotAtOf = (
  { chatbotAt, finishedAt, startedOn }: Pick<Attendance, 'chatbotAt' | 'finishedAt' | 'startedOn'>,
  ticket: Pick<Ticket, 'chatbotAt'>,
): string | null => {
  if (chatbotAt !== null || finishedAt !== null) return chatbotAt;
  return ticket.chatbotAt !== null && ticket.chatbotAt >= startedOn ? ticket.chatbotAt : null;
};

/**
 * Returns the attendance after a step that leaves the ticket active. The waiting time restarts only if the queue
 * changes.
 */
export const continuedAttendance = (attendance: Attendance, after: Ticket, now: string): Attendance => {
  const requeued = after.queueId !== attendance.queueId;
  const attended = after.status === 'open' || after.status === 'group';
  return {
    ...attendance,
    chatbotAt: chatbotAtOf(attendance, after),
    queueId: after.queueId,
    queuedAt: requeued ? now : attendance.queuedAt,
    userId: attended ? after.userId : null,
    startedAt: attended ? (after.userId === attendance.userId ? (attendance.startedAt ?? now) : now) : null,
    ...(attended ? { ratingAt: null, rated: false, rate: null } : {}),
  };
};

/** Whether an attendance ended and its customer chose not to rate it. */
export const isDeclined = ({
  finishedAt,
  rated,
  rate,
}: Pick<Attendance, 'finishedAt' | 'rated' | 'rate'>): boolean => finishedAt !== null && !rated && rate === 0;

/** Returns the first response of an attendance; null if it belongs to the attendance before. */
const responseIn = (
  { startedOn }: Attendance,
  { respondedAt }: Pick<Ticket, 'respondedAt'>,
): string | null => (respondedAt !== null && respondedAt >= startedOn ? respondedAt : null);

/** Returns an attendance that ends now; a finished one stays as it is. */
export const finishedAttendance = (
  attendance: Attendance,
  ticket: Pick<Ticket, 'userId' | 'respondedAt' | 'chatbotAt' | 'contact'>,
  now: string,
): Attendance =>
  attendance.finishedAt !== null
    ? attendance
    : {
        ...attendance,
        closedAt: attendance.closedAt ?? now,
        finishedAt: now,
        respondedAt: responseIn(attendance, ticket),
        chatbotAt: chatbotAtOf(attendance, ticket),
        userId: ticket.userId ?? attendance.userId,
        tagIds: ticket.contact.tags.map(({ id }) => id),
      };
