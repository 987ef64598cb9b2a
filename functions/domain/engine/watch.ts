import type { CompanySettings } from '@prosa/shared/entities/company.ts';
import type { DirectoryConnection } from '@prosa/shared/entities/connection.ts';
import type { DirectoryQueue } from '@prosa/shared/entities/queue.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import {
  type Change,
  instantOf,
  type Moment,
  mergeTurns,
  type TimerChange,
  type Turn,
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
export const TRY_AGAIN_MS = 2 * MINUTE_MS;

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
  if (ticket.isBot || ticket.useIntegration) return undefined;
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
export const placed = (turn: Turn, moment: Moment): Turn => ({
  ...turn,
  tickets: turn.tickets.map((change) =>
    isInPlace(change) ? change : { ...change, after: { ...change.after, placedAt: instantOf(moment) } },
  ),
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
    const due = after === before ? undefined : nextDue(after, rules);
    const watchedMs = after.watchedAt === null ? 0 : Date.parse(after.watchedAt);
    if (due === undefined || (watchedMs > moment.nowMs && watchedMs <= due.atMs)) return change;
    const dueAt = Math.max(due.atMs, moment.nowMs);
    timers.push({ kind: 'ticket-watch', subject: String(after.id), dueAt });
    return { before, after: { ...after, watchedAt: instantOf({ nowMs: dueAt }) } };
  });
  return mergeTurns({ ...there, tickets }, { timers });
};
