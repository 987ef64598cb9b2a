import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { DirectoryQueue } from '@prosa/shared/entities/queue.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { isDriven } from '../tickets/automation.ts';
import {
  type Change,
  instantOf,
  type Moment,
  mergeTurns,
  type Stored,
  type TimerChange,
  type Turn,
  ticketOf,
  withTicket,
} from '../turns/turn.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Ten years: `hoursCloseTicketsAuto` beyond it is never. */
const HOURS_MAX = 10 * 366 * 24;
/** A rating without a time of its own is waited for so long: the form asks for one where ratings are on. */
const RATING_MS = 24 * 60 * MINUTE_MS;
/** A consent that nobody gives: the ticket ends, and the next message asks again. */
const CONSENT_MS = 24 * 60 * MINUTE_MS;
/** Whom a ticket was offered to by lot has so long to accept it, where the queue has no rotation of its own. */
const OFFER_MS = 10 * MINUTE_MS;
/** Where nothing could be done when it was due, such as nobody online, it is tried again. */
const TRY_AGAIN_MS = 2 * MINUTE_MS;
/** How often a ticket of a company whose subscription has ended is looked at. */
const PAUSE_MS = HOUR_MS;

/** Everything that tickets wait for a time by: connections and queues as the directory has them. */
export interface TimeRules {
  settings: Pick<CompanySettings, 'userRandom' | 'hoursCloseTicketsAuto'>;
  connections: ReadonlyMap<
    number,
    Pick<
      DirectoryConnection,
      | 'expiresTicket'
      | 'expiresTicketNPS'
      | 'timeInactiveMessage'
      | 'whenExpiresTicket'
      | 'timeSendQueue'
      | 'sendIdQueue'
    >
  >;
  queues: ReadonlyMap<number, Pick<DirectoryQueue, 'rotation' | 'rotationMinutes'>>;
}

type ConnectionRules = NonNullable<ReturnType<TimeRules['connections']['get']>>;

/** What becomes of a ticket by itself when its time has come. */
export type DueKind = 'inactivity' | 'expiry' | 'rating-end' | 'consent-end' | 'redirect' | 'draw';
export interface Due {
  kind: DueKind;
  /** Epoch milliseconds. */
  atMs: number;
}

const placedMs = (ticket: Ticket): number => Date.parse(ticket.placedAt ?? ticket.activityAt);

/** An open ticket on which nothing is said: first a notice, where there is one, then its end. */
const openDue = (
  ticket: Ticket,
  rules: ConnectionRules,
  { settings: { hoursCloseTicketsAuto: hours } }: TimeRules,
): Due | undefined => {
  const { expiresTicket, timeInactiveMessage, whenExpiresTicket } = rules;
  if (ticket.isGroup || ticket.imported !== null) return undefined;
  const quietSince = Date.parse(ticket.activityAt);
  const last =
    hours > HOURS_MAX ? undefined : ({ kind: 'expiry', atMs: quietSince + hours * HOUR_MS } as const);
  if (expiresTicket === 0 || (whenExpiresTicket === 1 && !ticket.fromMe)) return last;
  return timeInactiveMessage > 0 && !ticket.sendInactiveMessage
    ? { kind: 'inactivity', atMs: quietSince + timeInactiveMessage * MINUTE_MS }
    : { kind: 'expiry', atMs: quietSince + expiresTicket * MINUTE_MS };
};

const waitingDue = (
  ticket: Ticket,
  rules: ConnectionRules,
  { queues, settings }: TimeRules,
): Due | undefined => {
  const since = placedMs(ticket);
  if (ticket.isGroup || ticket.imported !== null) return undefined;
  if (ticket.queueId === null) {
    const { timeSendQueue, sendIdQueue } = rules;
    return timeSendQueue > 0 && sendIdQueue !== null && queues.has(sendIdQueue) && ticket.userId === null
      ? { kind: 'redirect', atMs: since + timeSendQueue * MINUTE_MS }
      : undefined;
  }
  // While the customer is led through the queue's options nobody needs to accept it.
  if (isDriven(ticket)) return undefined;
  const queue = queues.get(ticket.queueId);
  const rotates = queue?.rotation === true && queue.rotationMinutes > 0;
  if (ticket.userId === null)
    return rotates || (settings.userRandom && ticket.isOffered) ? { kind: 'draw', atMs: since } : undefined;
  if (!ticket.isOffered) return undefined;
  return { kind: 'draw', atMs: since + (rotates ? queue.rotationMinutes * MINUTE_MS : OFFER_MS) };
};

/** What a ticket waits for next; undefined where only people move it. */
export const nextDue = (ticket: Ticket, rules: TimeRules): Due | undefined => {
  const connection = ticket.connectionId === null ? undefined : rules.connections.get(ticket.connectionId);
  if (connection === undefined) return undefined;
  switch (ticket.status) {
    case 'open':
      return openDue(ticket, connection, rules);
    case 'pending':
      return waitingDue(ticket, connection, rules);
    case 'nps':
      return {
        kind: 'rating-end',
        atMs: placedMs(ticket) + (connection.expiresTicketNPS * MINUTE_MS || RATING_MS),
      };
    case 'lgpd':
      return { kind: 'consent-end', atMs: Date.parse(ticket.activityAt) + CONSENT_MS };
    case 'group':
    case 'closed':
      return undefined;
  }
};

const isInPlace = ({ before, after }: Change<Ticket>): boolean =>
  before !== undefined &&
  before.status === after.status &&
  before.queueId === after.queueId &&
  before.userId === after.userId;

/** A turn whose tickets know since when they are where they are. */
const placed = (turn: Turn, moment: Moment): Turn => ({
  ...turn,
  tickets: turn.tickets.map((change) =>
    isInPlace(change) ? change : { ...change, after: { ...change.after, placedAt: instantOf(moment) } },
  ),
});

/** When a ticket's timer is to fire that is not set for as early yet; undefined where it needs none. */
const timerFor = (ticket: Ticket, rules: TimeRules, { nowMs }: Moment): number | undefined => {
  const due = nextDue(ticket, rules);
  if (due === undefined) return undefined;
  const watchedMs = ticket.watchedAt === null ? 0 : Date.parse(ticket.watchedAt);
  // What is overdue is tried again by a timer that is set already.
  const isWatched = watchedMs > nowMs && watchedMs <= Math.max(due.atMs, nowMs + TRY_AGAIN_MS);
  return isWatched ? undefined : Math.max(due.atMs, nowMs);
};

const watchedFrom = (ticket: Ticket, dueAt: number): { ticket: Ticket; timer: TimerChange } => ({
  ticket: { ...ticket, watchedAt: instantOf({ nowMs: dueAt }) },
  timer: { kind: 'ticket-watch', subject: String(ticket.id), dueAt },
});

/**
 * A turn with the timer that watches over each of its active tickets: one for all that it may wait for, and set only where
 * something comes before it would fire anyway. When it fires it looks at how things stand, so a message costs none. Those
 * of tickets that end find nothing to do.
 */
export const watched = (turn: Turn, rules: TimeRules, moment: Moment): Turn => {
  const there = placed(turn, moment);
  const timers: TimerChange[] = [];
  const tickets = there.tickets.map((change) => {
    const { before, after } = change;
    if (after === before) return change;
    const dueAt = timerFor(after, rules, moment);
    if (dueAt === undefined) return change;
    const { ticket, timer } = watchedFrom(after, dueAt);
    timers.push(timer);
    return { before, after: ticket };
  });
  return mergeTurns({ ...there, tickets }, { timers });
};

/** A ticket with its timer, after somebody changed the times that it waits for; undefined where it has an early one. */
export const watchedAnew = (ticket: Stored<Ticket>, rules: TimeRules, moment: Moment): Turn | undefined => {
  const dueAt = timerFor(ticket, rules, moment);
  if (dueAt === undefined) return undefined;
  const { ticket: after, timer } = watchedFrom(ticket, dueAt);
  return mergeTurns({ tickets: [{ before: ticket, after }], timers: [timer] });
};

/** What comes of a ticket's timer that fires. */
export interface Fired {
  /** undefined where nothing was due, or nothing could be done. */
  turn: Turn | undefined;
  /** When it fires again, in epoch milliseconds; undefined where the ticket waits for nothing more. */
  againAtMs: number | undefined;
}

/**
 * A ticket's timer fires: what is due now is decided, and it fires again for what comes next. What moved meanwhile puts it off.
 * @param isPaused the company's subscription has ended: it waits until that runs again
 */
export const fired = (
  ticket: Stored<Ticket>,
  rules: TimeRules,
  isPaused: boolean,
  moment: Moment,
  decide: (due: DueKind) => Turn,
): Fired => {
  const { nowMs } = moment;
  const due = nextDue(ticket, rules);
  if (due === undefined) return { turn: undefined, againAtMs: undefined };
  if (due.atMs > nowMs) return { turn: undefined, againAtMs: due.atMs };
  if (isPaused) return { turn: undefined, againAtMs: nowMs + PAUSE_MS };
  const turn = placed(decide(due.kind), moment);
  const next = nextDue(ticketOf(turn), rules);
  const againAtMs = next === undefined ? undefined : next.atMs > nowMs ? next.atMs : nowMs + TRY_AGAIN_MS;
  if (ticketOf(turn) === ticket) return { turn: undefined, againAtMs };
  const watchedAt = againAtMs === undefined ? null : instantOf({ nowMs: againAtMs });
  return { turn: withTicket(turn, (after) => ({ ...after, watchedAt })), againAtMs };
};
