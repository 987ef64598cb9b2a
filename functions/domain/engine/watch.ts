import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { DirectoryQueue } from '@prosa/shared/entities/queue.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import type { TimerChange } from '../../platform/timers/timer-kinds.ts';
import { isDriven } from '../tickets/automation.ts';
import {
  type Change,
  instantOf,
  type Moment,
  mergeTurns,
  type Stored,
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
export type DueKind =
  | 'inactivity'
  | 'expiry'
  | 'rating-end'
  | 'consent-end'
  | 'redirect'
  | 'draw'
  | 'answer-end';
export interface Due {
  kind: DueKind;
  /** Epoch milliseconds. */
  atMs: number;
}

const placedMs = (ticket: Ticket): number => Date.parse(ticket.placedAt ?? ticket.activityAt);

/** One thing that a ticket may wait for; undefined where it does not. */
type DueRule = (ticket: Ticket, connection: ConnectionRules, rules: TimeRules) => Due | undefined;

const isLasting = ({ isGroup, imported }: Ticket): boolean => isGroup || imported !== null;

/** Whether silence on an open ticket is told of by the connection's rules, and ends it. */
const countsSilence = (ticket: Ticket, { expiresTicket, whenExpiresTicket }: ConnectionRules): boolean =>
  ticket.status === 'open' &&
  !isLasting(ticket) &&
  expiresTicket > 0 &&
  (whenExpiresTicket !== 1 || ticket.fromMe);

/** Whether the notice comes before the end. */
const hasNotice = ({ sendInactiveMessage }: Ticket, { timeInactiveMessage }: ConnectionRules): boolean =>
  timeInactiveMessage > 0 && !sendInactiveMessage;

const inactivity: DueRule = (ticket, connection) =>
  countsSilence(ticket, connection) && hasNotice(ticket, connection)
    ? {
        kind: 'inactivity',
        atMs: Date.parse(ticket.activityAt) + connection.timeInactiveMessage * MINUTE_MS,
      }
    : undefined;

const expiry: DueRule = (ticket, connection) =>
  countsSilence(ticket, connection) && !hasNotice(ticket, connection)
    ? { kind: 'expiry', atMs: Date.parse(ticket.activityAt) + connection.expiresTicket * MINUTE_MS }
    : undefined;

/** The company's own end of open tickets, where the connection has none for this one. */
const companyExpiry: DueRule = (ticket, connection, { settings: { hoursCloseTicketsAuto: hours } }) =>
  ticket.status === 'open' && !isLasting(ticket) && !countsSilence(ticket, connection) && hours <= HOURS_MAX
    ? { kind: 'expiry', atMs: Date.parse(ticket.activityAt) + hours * HOUR_MS }
    : undefined;

const ratingEnd: DueRule = (ticket, { expiresTicketNPS }) =>
  ticket.status === 'nps'
    ? { kind: 'rating-end', atMs: placedMs(ticket) + (expiresTicketNPS * MINUTE_MS || RATING_MS) }
    : undefined;

const consentEnd: DueRule = (ticket) =>
  ticket.status === 'lgpd'
    ? { kind: 'consent-end', atMs: Date.parse(ticket.activityAt) + CONSENT_MS }
    : undefined;

const redirect: DueRule = (ticket, { timeSendQueue, sendIdQueue }, { queues }) =>
  ticket.status === 'pending' &&
  !isLasting(ticket) &&
  ticket.queueId === null &&
  ticket.userId === null &&
  timeSendQueue > 0 &&
  sendIdQueue !== null &&
  queues.has(sendIdQueue)
    ? { kind: 'redirect', atMs: placedMs(ticket) + timeSendQueue * MINUTE_MS }
    : undefined;

/** While something drives the ticket, nobody needs to accept it. */
const draw: DueRule = (ticket, _connection, { queues, settings }) => {
  const { status, queueId, userId, isOffered } = ticket;
  if (status !== 'pending' || isLasting(ticket) || queueId === null || isDriven(ticket)) return undefined;
  const queue = queues.get(queueId);
  const rotates = queue?.rotation === true && queue.rotationMinutes > 0;
  const since = placedMs(ticket);
  if (userId === null)
    return rotates || (settings.userRandom && isOffered) ? { kind: 'draw', atMs: since } : undefined;
  const offerMs = rotates ? queue.rotationMinutes * MINUTE_MS : OFFER_MS;
  return isOffered ? { kind: 'draw', atMs: since + offerMs } : undefined;
};

const answerEnd: DueRule = ({ automation }) =>
  'awaits' in automation && automation.awaits !== null
    ? { kind: 'answer-end', atMs: Date.parse(automation.awaits.until) }
    : undefined;

/** Everything that a ticket may wait for. */
const DUE_RULES: readonly DueRule[] = [
  inactivity,
  expiry,
  companyExpiry,
  ratingEnd,
  consentEnd,
  redirect,
  draw,
  answerEnd,
];

/** Returns the earliest of what a ticket waits for; undefined where only people move it. */
export const nextDue = (ticket: Ticket, rules: TimeRules): Due | undefined => {
  const connection = ticket.connectionId === null ? undefined : rules.connections.get(ticket.connectionId);
  if (connection === undefined) return undefined;
  return DUE_RULES.flatMap((rule) => rule(ticket, connection, rules) ?? []).toSorted(
    (a, b) => a.atMs - b.atMs,
  )[0];
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
  timer: { kind: 'ticket-watch', subject: ticket.id, dueAt },
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
