import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { Contact } from '@prosa/shared/entities/contact.ts';
import {
  type Conversation,
  conversationSchema,
  type Ticket,
  type TicketLog,
  type TicketTracking,
  ticketSchema,
} from '@prosa/shared/entities/ticket.ts';
import { ticketContactOf } from '../presenters/present-contact.ts';
import { makeTicketUuid } from '../ticket-uuid.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { closedTicket } from '../tickets/closed-ticket.ts';
import { finishedTracking, newTracking } from '../tickets/tracking.ts';
import { instantOf, type Moment, mergeTurns, type Stored, type Turn, ticketOf } from './turn.ts';

export type LogEntry = Pick<TicketLog, 'type'> &
  Partial<Pick<TicketLog, 'userId' | 'queueId' | 'connectionId'>>;

/** An entry of a ticket's log. */
export const logEntry = (
  ticket: Pick<Ticket, 'companyId' | 'id'>,
  { type, userId = null, queueId = null, connectionId = null }: LogEntry,
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
});

export interface NewTicket {
  ticketId: number;
  /** Checked to be the one that was read: one that was removed or renamed meanwhile would leave its ticket behind. */
  contact: Stored<Contact>;
  connectionId: number;
  channel: Ticket['channel'];
  /** As read consistently; undefined where contact and connection never met. */
  conversation: Stored<Conversation> | undefined;
  status: Exclude<Ticket['status'], 'closed'>;
  queueId?: number | null;
  userId?: number | null;
  transferredById?: number | null;
  isActiveDemand: boolean;
  /** What drives it before a person answers; nothing where absent. */
  automation?: Automation;
  /** Of the vacation that the contact was told on the ticket before. */
  vacationToldUntil?: string | null;
  /** What the system said by itself last, on the ticket before. */
  said?: Ticket['said'];
  /** What it takes over from the ticket it succeeds. */
  continues?: Pick<
    Ticket,
    'lastMessage' | 'lastMessageAt' | 'unreadMessages' | 'fromMe' | 'heardAt' | 'freeEntryAt'
  >;
}

/**
 * A new ticket with its log, attendance and the pointer that makes it the only active one of its contact and connection:
 * the commit fails on `Conversation` where another came first.
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
    trackings: [{ before: undefined, after: newTracking(ticket, moment) }],
    contacts: [{ before: contact, after: contact }],
  });
};

/** What closing or reopening a ticket touches beside it. */
export interface Surroundings {
  conversation: Stored<Conversation> | undefined;
  /** The closed ticket that the lists showed for this contact, connection and queue. */
  previousClosed?: Stored<Ticket> | undefined;
}

export interface TicketStep {
  before: Stored<Ticket>;
  /** As decided; `latestClosed` is set here. */
  after: Ticket;
  logs: readonly LogEntry[];
  /** The stretch as read and as decided; undefined leaves it alone. */
  tracking?: { before: Stored<TicketTracking> | undefined; after: TicketTracking } | undefined;
  /** Needed where the ticket closes or leaves `closed`. */
  surroundings?: Surroundings | undefined;
}

const latest = (a: string | null | undefined, b: string | null): string | null =>
  (a ?? '') > (b ?? '') ? (a ?? null) : b;

const queueSlot = (queueId: number | null): string => String(queueId ?? 0);

/** The pointers after a ticket closed or was taken up again. */
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

/** A ticket's step from one state to another with everything that goes with it. */
export const stepTicket = (step: TicketStep, moment: Moment): Turn => {
  const { before, surroundings, tracking } = step;
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
    trackings:
      tracking === undefined
        ? []
        : [
            {
              before: tracking.before?.id === tracking.after.id ? tracking.before : undefined,
              after: tracking.after,
            },
          ],
  });
};

/** Who is logged to have closed a ticket: an attendant, or null for the system and the customer. */
export interface ClosedBy {
  userId: number | null;
  logType: 'closed' | 'autoClose' | 'clientClosed';
}

/**
 * Closes a ticket: counters, unread, bot and flow state end with it. */
export const closeTicket = (
  loaded: { ticket: Stored<Ticket>; tracking: Stored<TicketTracking> | undefined } & Surroundings,
  by: ClosedBy,
  moment: Moment,
): Turn => {
  const { ticket, tracking } = loaded;
  const now = instantOf(moment);
  return stepTicket(
    {
      before: ticket,
      after: closedTicket(ticket, now),
      logs: [{ type: by.logType, userId: by.userId, queueId: ticket.queueId }],
      tracking:
        tracking === undefined
          ? undefined
          : { before: tracking, after: finishedTracking(tracking, ticket, now) },
      surroundings: loaded,
    },
    moment,
  );
};

/** A row that a turn makes, as a further step of the same turn reads it. */
const asStored = <T extends object>(row: T, moment: Moment): Stored<T> => {
  const now = instantOf(moment);
  return { ...row, version: 0, rowCreatedAt: now, rowUpdatedAt: now };
};

/** The stretch of attendance as a turn leaves it, or as it was read. */
export const trackingAfter = (
  turn: Turn,
  loaded: Stored<TicketTracking> | undefined,
  moment: Moment,
): Stored<TicketTracking> | undefined => {
  const changed = turn.trackings.at(-1)?.after;
  return changed === undefined ? loaded : asStored(changed, moment);
};

/** A turn with its ticket closed in the same transaction, also one that was made in it. */
export const closeBehind = (
  turn: Turn,
  loaded: { tracking?: Stored<TicketTracking> | undefined } & Surroundings,
  by: ClosedBy,
  moment: Moment,
): Turn => {
  const pointers = turn.conversations.at(-1)?.after;
  const closing = closeTicket(
    {
      ticket: asStored(ticketOf(turn), moment),
      tracking: trackingAfter(turn, loaded.tracking, moment),
      conversation: pointers === undefined ? loaded.conversation : asStored(pointers, moment),
      previousClosed: loaded.previousClosed,
    },
    by,
    moment,
  );
  return mergeTurns(turn, closing);
};
