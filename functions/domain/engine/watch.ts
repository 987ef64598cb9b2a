import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { DirectoryQueue } from '@prosa/shared/entities/queue.ts';
import type { CompanySettings } from '@prosa/shared/entities/settings.ts';
import type { DirectoryLane } from '@prosa/shared/entities/tag.ts';
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
/** Ten years. A larger `hoursCloseTicketsAuto` means never. */
const HOURS_MAX = 10 * 366 * 24;
/**
 * How long a ticket waits for a rating if the connection configures no time. The form requires one if ratings are on.
 */
const RATING_MS = 24 * 60 * MINUTE_MS;
/** How long a ticket waits for consent. Then it ends, and the next message asks again. */
const CONSENT_MS = 24 * 60 * MINUTE_MS;
/** How long an attendant has to accept an offered ticket if the queue has no rotation. */
const OFFER_MS = 10 * MINUTE_MS;
/** Retry interval if nothing could be done at the due time, for instance because nobody was online. */
const TRY_AGAIN_MS = 2 * MINUTE_MS;
/** How often a ticket is checked while the company's subscription is over. */
const PAUSE_MS = HOUR_MS;

/** The settings that decide how long tickets wait, with connections, queues and columns as in the directory. */
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
  lanes: ReadonlyMap<number, Pick<DirectoryLane, 'timeLane' | 'nextLaneId'>>;
}

type ConnectionRules = NonNullable<ReturnType<TimeRules['connections']['get']>>;

/** Kind of the automatic step of a ticket that is due at a time. */
export type DueKind =
  | 'inactivity'
  | 'expiry'
  | 'rating-end'
  | 'consent-end'
  | 'redirect'
  | 'draw'
  | 'answer-end'
  | 'flow-resume'
  | 'lane';
export interface Due {
  kind: DueKind;
  /** Epoch milliseconds. */
  atMs: number;
}

const placedMs = (ticket: Ticket): number => Date.parse(ticket.placedAt ?? ticket.activityAt);

/** A rule for one thing that a ticket may wait for. Returns undefined if the ticket does not wait for it. */
type DueRule = (ticket: Ticket, connection: ConnectionRules, rules: TimeRules) => Due | undefined;

const isLasting = ({ isGroup, imported }: Ticket): boolean => isGroup || imported !== null;

/** Whether the connection's rules for inactivity apply to the ticket: they send a notice and end it. */
const countsSilence = (ticket: Ticket, { expiresTicket, whenExpiresTicket }: ConnectionRules): boolean =>
  ticket.status === 'open' &&
  !isLasting(ticket) &&
  expiresTicket > 0 &&
  (whenExpiresTicket !== 1 || ticket.fromMe);

/** Whether the inactivity notice still comes before the end. */
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

/** The company's time limit for open tickets. Applies if the connection's rule does not apply to the ticket. */
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

/** The offer to the next attendant. While an automation drives the ticket, nobody needs to accept it. */
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

/** The end of a flow's pause. */
const flowResume: DueRule = ({ automation }) =>
  automation.kind === 'flow' && automation.pause !== null
    ? { kind: 'flow-resume', atMs: Date.parse(automation.pause.until) }
    : undefined;

/**
 * The time rule of the ticket's column: the customer did not answer our last message for some hours. They count from the
 * last activity, or from when the ticket came into the column if that was later.
 */
const lane: DueRule = ({ status, fromMe, laneId, laneAt, activityAt }, _connection, { lanes }) => {
  const rule = laneId === null ? undefined : lanes.get(laneId);
  if (status !== 'open' || !fromMe || rule === undefined || rule.timeLane <= 0) return undefined;
  if (rule.nextLaneId === null || !lanes.has(rule.nextLaneId)) return undefined;
  const sinceMs = Math.max(Date.parse(activityAt), Date.parse(laneAt ?? activityAt));
  return { kind: 'lane', atMs: sinceMs + Math.round(rule.timeLane * HOUR_MS) };
};

/** All rules of what a ticket may wait for. */
const DUE_RULES: readonly DueRule[] = [
  inactivity,
  expiry,
  companyExpiry,
  ratingEnd,
  consentEnd,
  redirect,
  draw,
  answerEnd,
  flowResume,
  lane,
];

/** Without the pause of a flow, which a message in the queue `timers` ends. */
const RULES_WITH_TIMER = DUE_RULES.filter((rule) => rule !== flowResume);

/** Returns the earliest time that a ticket waits for; undefined if only users or the customer move it. */
export const nextDue = (
  ticket: Ticket,
  rules: TimeRules,
  dueRules: readonly DueRule[] = DUE_RULES,
): Due | undefined => {
  const connection = ticket.connectionId === null ? undefined : rules.connections.get(ticket.connectionId);
  if (connection === undefined) return undefined;
  return dueRules
    .flatMap((rule) => rule(ticket, connection, rules) ?? [])
    .toSorted((a, b) => a.atMs - b.atMs)[0];
};

const isInPlace = ({ before, after }: Change<Ticket>): boolean =>
  before !== undefined &&
  before.status === after.status &&
  before.queueId === after.queueId &&
  before.userId === after.userId;

/**
 * Sets `placedAt`, the time of the last change of place, on the tickets of a turn that changed their status, queue or
 * user.
 */
const placed = (turn: Turn, moment: Moment): Turn => ({
  ...turn,
  tickets: turn.tickets.map((change) =>
    isInPlace(change) ? change : { ...change, after: { ...change.after, placedAt: instantOf(moment) } },
  ),
});

/**
 * Returns the time at which a new timer of a ticket has to fire; undefined if it needs none, or has one that fires
 * early enough.
 */
const timerFor = (
  ticket: Ticket,
  rules: TimeRules,
  { nowMs }: Moment,
  dueRules: readonly DueRule[],
): number | undefined => {
  const due = nextDue(ticket, rules, dueRules);
  if (due === undefined) return undefined;
  const watchedMs = ticket.watchedAt === null ? 0 : Date.parse(ticket.watchedAt);
  // An overdue rule is retried by the timer that is already set.
  const isWatched = watchedMs > nowMs && watchedMs <= Math.max(due.atMs, nowMs + TRY_AGAIN_MS);
  return isWatched ? undefined : Math.max(due.atMs, nowMs);
};

const watchedFrom = (ticket: Ticket, dueAt: number): { ticket: Ticket; timer: TimerChange } => ({
  ticket: { ...ticket, watchedAt: instantOf({ nowMs: dueAt }) },
  timer: { kind: 'ticket-watch', subject: ticket.id, dueAt },
});

/**
 * Adds a timer for each active ticket of a turn. A ticket has one timer for everything that it may wait for. The
 * timer is only set if something is due before it would fire anyway. When it fires it reads the current state, so
 * messages do not have to move it. Timers of closed tickets find nothing to do.
 */
export const watched = (turn: Turn, rules: TimeRules, moment: Moment): Turn => {
  const there = placed(turn, moment);
  const timers: TimerChange[] = [];
  const tickets = there.tickets.map((change) => {
    const { before, after } = change;
    if (after === before) return change;
    const dueAt = timerFor(after, rules, moment, RULES_WITH_TIMER);
    if (dueAt === undefined) return change;
    const { ticket, timer } = watchedFrom(after, dueAt);
    timers.push(timer);
    return { before, after: ticket };
  });
  return mergeTurns({ ...there, tickets }, { timers });
};

/**
 * Sets a ticket's timer after the time rules changed, or a pause could not end in time; undefined if the ticket has a
 * timer that fires early enough.
 */
export const watchedAnew = (ticket: Stored<Ticket>, rules: TimeRules, moment: Moment): Turn | undefined => {
  const dueAt = timerFor(ticket, rules, moment, DUE_RULES);
  if (dueAt === undefined) return undefined;
  const { ticket: after, timer } = watchedFrom(ticket, dueAt);
  return mergeTurns({ tickets: [{ before: ticket, after }], timers: [timer] });
};

/** Result of a fired ticket timer. */
export interface Fired {
  /** undefined if nothing was due, or nothing could be done. */
  turn: Turn | undefined;
  /** When it fires again, in epoch milliseconds; undefined if the ticket waits for nothing more. */
  againAtMs: number | undefined;
}

/**
 * Handles a ticket's timer: decides what is due now, and sets the next time. If changes moved the due time, the timer
 * is put off.
 * @param isPaused the company's subscription is over: the ticket waits until it is active again
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
