import type { ReportRow } from '@prosa/shared/contracts/ticket-report.ts';
import type { Attendance, Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { maskFor, type Presentation, shownName } from '@prosa/shared/rules/hide-numbers.ts';
import { zoneFormat } from '@prosa/shared/rules/zone-format.ts';
import type { NameSource } from '../presenters/present-ticket.ts';
import { rateOf } from './report-subject.ts';

/** The statuses as older clients show them, in every language. */
const STATUS_TEXTS: Readonly<Record<TicketStatus, string>> = {
  open: 'ABERTO',
  closed: 'FECHADO',
  pending: 'PENDENTE',
  group: 'GRUPO',
  nps: 'NPS',
  lgpd: 'LGPD',
};

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Formats a duration in the words of older clients: `0 days, 1 hours and 25 minutes`. */
const durationText = (seconds: number): string =>
  `${Math.floor(seconds / DAY_S)} days, ${Math.floor((seconds % DAY_S) / HOUR_S)} hours and ${Math.floor((seconds % HOUR_S) / MINUTE_S)} minutes`;

/** Formats an instant as `DD/MM/YYYY HH:mm` in a time zone. */
const timeText = (instant: string, timeZone: string): string =>
  zoneFormat('en-GB', timeZone, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
    .format(Date.parse(instant))
    .replace(', ', ' ');

/** Returns the seconds of an attendance that ended, up to its rating if it has one; null if it goes on. */
const supportSecondsOf = ({ startedOn, ratingAt, finishedAt }: Attendance): number | null =>
  finishedAt === null
    ? null
    : Math.max(0, Math.floor((Date.parse(ratingAt ?? finishedAt) - Date.parse(startedOn)) / 1000));

const nameIn = (entries: ReadonlyMap<number, { name: string }>, id: number | null): string =>
  id === null ? '' : (entries.get(id)?.name ?? '');

/**
 * Presents an attendance as a row of the report. Queues, connections and users that were deleted have no name.
 * @param timeZone of the company
 */
export const presentReportRow = (
  attendance: Attendance,
  ticket: Ticket,
  names: NameSource,
  { timeZone, ...presentation }: Presentation & { timeZone: string },
): ReportRow => {
  const { startedOn, finishedAt } = attendance;
  const mask = maskFor(presentation, ticket.contact);
  const ticketStatus = finishedAt === null ? ticket.status : 'closed';
  const supportSeconds = supportSecondsOf(attendance);
  return {
    id: ticket.id,
    uuid: ticket.uuid,
    attendanceId: attendance.id,
    reopened: attendance.reopened,
    whatsappName: nameIn(names.connections, attendance.connectionId),
    contactName: mask.name(shownName(ticket.contact)),
    userName: nameIn(names.users, attendance.userId),
    queueName: nameIn(names.queues, attendance.queueId),
    status: STATUS_TEXTS[ticketStatus],
    ticketStatus,
    lastMessage: mask.preview(ticket.lastMessage),
    createdAt: timeText(startedOn, timeZone),
    closedAt: finishedAt === null ? '' : timeText(finishedAt, timeZone),
    beganAt: startedOn,
    endedAt: finishedAt,
    supportTime: supportSeconds === null ? '' : durationText(supportSeconds),
    supportSeconds,
    NPS: rateOf(attendance),
  };
};
