import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import {
  type Attendance,
  type Conversation,
  conversationSchema,
  type Ticket,
  type TicketLog,
  ticketSchema,
} from '@prosa/shared/entities/ticket.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { makeTicketUuid } from '../ticket-uuid.ts';
import { finishedAttendance, newAttendance } from '../tickets/attendance.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { closedTicket } from '../tickets/closed-ticket.ts';
import { instantOf, type Moment, mergeTurns, type Stored, type Turn, ticketOf } from './turn.ts';

export type LogEntry = Pick<TicketLog, 'type'> &
  Partial<Pick<TicketLog, 'userId' | 'queueId' | 'connectionId' | 'campaign'>>;

/** Returns a new entry of a ticket's log. */
export const logEntry = (
  ticket: Pick<Ticket, 'companyId' | 'id'>,
  { type, userId = null, queueId = null, connectionId = null, campaign = '' }: LogEntry,
  moment: Moment,
): TicketLog => ({
  companyId: ticket.companyId,
  ticketId: ticket.id,
  id: moment.ids.sortable(moment.nowMs),
  type,
  at: instantOf(moment),
  userId,
  queueId,
  connectionId,
  campaign,
});

export interface NewTicket {
  ticketId: number;
  /**
   * Its version is checked in the commit, because a contact that was deleted or renamed meanwhile would leave a stale
   * ticket.
   */
  contact: Stored<Contact>;
  connectionId: number;
  channel: Ticket['channel'];
  /** Read consistently; undefined if contact and connection have no conversation yet. */
  conversation: Stored<Conversation> | undefined;
  status: Exclude<Ticket['status'], 'closed'>;
  queueId?: number | null;
  userId?: number | null;
  transferredById?: number | null;
  isActiveDemand: boolean;
  /** The automation before an attendant answers; none if absent. */
  automation?: Automation;
  /** End of the vacation that the contact was told about on the previous ticket. */
  vacationToldUntil?: string | null;
  /** The system's last automatic message, on the previous ticket. */
  said?: Ticket['said'];
  /** Fields that are copied from the ticket that it continues. */
  continues?: Pick<
    Ticket,
    'lastMessage' | 'lastMessageAt' | 'unreadMessages' | 'fromMe' | 'heardAt' | 'freeEntryAt'
  >;
}

/**
 * Creates a ticket with its log, attendance and the pointer that makes it the only active ticket of its contact and
 * connection. The commit fails on `Conversation` if another ticket was created first.
 */
export const newTicket = (input: NewTicket, moment: Moment): Turn => {
  const { contact, connectionId, conversation } = input;
  if (conversation != null && conversation.activeTicketId !== null) {
    throw new Error('contact and connection have an active ticket');
  }
  const ticket = ticketSchema.parse({
    companyId: contact.companyId,
    id: input.ticketId,
    uuid: makeTicketUuid(input.ticketId, moment.ids.uuid()),
    status: input.status,
    channel: input.channel,
    contactId: contact.id,
    contact: ticketContactOf(contact),
    connectionId,
    queueId: input.queueId ?? null,
    userId: input.userId ?? null,
    transferredById: input.transferredById ?? null,
    isGroup: contact.isGroup,
    isActiveDemand: input.isActiveDemand,
    automation: input.automation ?? NO_AUTOMATION,
    vacationToldUntil: input.vacationToldUntil ?? null,
    said: input.said ?? null,
    fromMe: input.isActiveDemand,
    heardAt: conversation?.heardAt ?? null,
    freeEntryAt: conversation?.freeEntryAt ?? null,
    ...input.continues,
    activityAt: instantOf(moment),
  });
  return mergeTurns({
    tickets: [{ before: undefined, after: ticket }],
    conversations: [
      {
        before: conversation,
        after: {
          ...conversationSchema.parse({ companyId: contact.companyId, contactId: contact.id, connectionId }),
          ...conversation,
          activeTicketId: ticket.id,
          lastTicketId: ticket.id,
        },
      },
    ],
    logs: [
      logEntry(
        ticket,
        {
          type: ticket.status === 'lgpd' ? 'lgpd' : 'create',
          userId: ticket.userId,
          queueId: ticket.queueId,
          connectionId: ticket.connectionId,
        },
        moment,
      ),
    ],
    attendances: [{ before: undefined, after: newAttendance(ticket, moment, false) }],
    contacts: [{ before: contact, after: contact }],
  });
};

/** The other rows that closing or reopening a ticket changes. */
export interface Surroundings {
  conversation: Stored<Conversation> | undefined;
  /** The closed ticket that the lists showed for this contact, connection and queue. */
  previousClosed?: Stored<Ticket> | undefined;
}

export interface TicketStep {
  before: Stored<Ticket>;
  /** As decided, except for `latestClosed`, which is set here. */
  after: Ticket;
  logs: readonly LogEntry[];
  /** The attendance as read and as decided; undefined leaves it unchanged. */
  attendance?: { before: Stored<Attendance> | undefined; after: Attendance } | undefined;
  /** Required if the ticket closes or reopens. */
  surroundings?: Surroundings | undefined;
}

const latest = (a: string | null | undefined, b: string | null): string | null =>
  (a ?? '') > (b ?? '') ? (a ?? null) : b;

const queueSlot = (queueId: number | null): string => String(queueId ?? 0);

/** Returns the pointers after a ticket was closed or reopened. */
const pointersAfter = (
  conversation: Conversation | undefined,
  ticket: Ticket,
  connectionId: number,
  closes: boolean,
): Conversation => {
  const active = conversation?.activeTicketId ?? null;
  if (!closes && active !== null && active !== ticket.id)
    throw new Error('contact and connection have an active ticket');
  const { companyId, contactId } = ticket;
  const others = Object.entries(conversation?.lastClosedByQueue ?? {}).filter(
    ([, id]) => closes || id !== ticket.id,
  );
  return {
    ...conversationSchema.parse({ companyId, contactId, connectionId }),
    ...conversation,
    activeTicketId: closes ? (active === ticket.id ? null : active) : ticket.id,
    heardAt: latest(conversation?.heardAt, ticket.heardAt),
    freeEntryAt: latest(conversation?.freeEntryAt, ticket.freeEntryAt),
    lastClosedByQueue: Object.fromEntries(
      closes ? [...others, [queueSlot(ticket.queueId), ticket.id]] : others,
    ),
  };
};

/** Changes a ticket from one state to another, with all rows that change with it. */
export const stepTicket = (step: TicketStep, moment: Moment): Turn => {
  const { before, surroundings, attendance } = step;
  const closes = before.status !== 'closed' && step.after.status === 'closed';
  const reopens = before.status === 'closed' && step.after.status !== 'closed';
  const turns = closes || reopens;
  const after = turns ? { ...step.after, latestClosed: closes } : step.after;
  const { conversation, previousClosed } = surroundings ?? {};
  const isOvertaken = closes && previousClosed?.latestClosed === true && previousClosed.status === 'closed';
  return mergeTurns({
    tickets: [
      ...(isOvertaken ? [{ before: previousClosed, after: { ...previousClosed, latestClosed: false } }] : []),
      { before, after },
    ],
    conversations:
      turns && before.connectionId !== null
        ? [{ before: conversation, after: pointersAfter(conversation, after, before.connectionId, closes) }]
        : [],
    logs: step.logs.map((entry) => logEntry(before, entry, moment)),
    attendances:
      attendance === undefined
        ? []
        : [
            {
              before: attendance.before?.id === attendance.after.id ? attendance.before : undefined,
              after: attendance.after,
            },
          ],
  });
};

/** The user who is logged as closing a ticket: an attendant, or null for the system and the customer. */
export interface ClosedBy {
  userId: number | null;
  logType: 'closed' | 'autoClose' | 'clientClosed';
}

/** Closes a ticket: its counters, unread messages, bot and flow state end with it. */
export const closeTicket = (
  loaded: { ticket: Stored<Ticket>; attendance: Stored<Attendance> | undefined } & Surroundings,
  by: ClosedBy,
  moment: Moment,
): Turn => {
  const { ticket, attendance } = loaded;
  const now = instantOf(moment);
  return stepTicket(
    {
      before: ticket,
      after: closedTicket(ticket, now),
      logs: [{ type: by.logType, userId: by.userId, queueId: ticket.queueId }],
      attendance:
        attendance === undefined
          ? undefined
          : { before: attendance, after: finishedAttendance(attendance, ticket, now) },
      surroundings: loaded,
    },
    moment,
  );
};

/** Returns a row that a turn creates in its stored form, for a later step of the same turn. */
const asStored = <T extends object>(row: T, moment: Moment): Stored<T> => {
  const now = instantOf(moment);
  return { ...row, version: 0, rowCreatedAt: now, rowUpdatedAt: now };
};

/** Returns the attendance after a turn, or as it was read. */
export const attendanceAfter = (
  turn: Turn,
  loaded: Stored<Attendance> | undefined,
  moment: Moment,
): Stored<Attendance> | undefined => {
  const changed = turn.attendances.at(-1)?.after;
  return changed === undefined ? loaded : asStored(changed, moment);
};

/**
 * Closes a turn's ticket in the same transaction, even if the same turn created it, and even if it closed the ticket
 * before it.
 */
export const closeBehind = (
  turn: Turn,
  loaded: { attendance?: Stored<Attendance> | undefined } & Surroundings,
  by: ClosedBy,
  moment: Moment,
): Turn => {
  const pointers = turn.conversations.at(-1)?.after;
  const ticket = ticketOf(turn);
  const closedBefore = turn.tickets
    .map(({ after }) => after)
    .find((one) => one.id !== ticket.id && one.latestClosed && one.queueId === ticket.queueId);
  const closing = closeTicket(
    {
      ticket: asStored(ticket, moment),
      attendance: attendanceAfter(turn, loaded.attendance, moment),
      conversation: pointers === undefined ? loaded.conversation : asStored(pointers, moment),
      previousClosed: closedBefore === undefined ? loaded.previousClosed : asStored(closedBefore, moment),
    },
    by,
    moment,
  );
  return mergeTurns(turn, closing);
};
