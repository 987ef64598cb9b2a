import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { CUSTOMER_ANSWER, type TimerMessage } from '@prosa/shared/messaging/timer-message.ts';
import { instantOf, type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';

const SECOND_MS = 1000;
/** Debounce of the answer: the time without a new message of the customer. */
const PAUSE_MS = 1000;
/** Maximum time between the first unanswered message and its answer: the longest time of a burst. */
export const PATIENCE_MS = 3000;
/** Maximum number of messages in one burst. Older messages of the burst are ignored, because they add nothing. */
const HEARD_MAX = 20;

type Unanswered = NonNullable<Ticket['unanswered']>;

/** Notes messages on the turn's ticket, and sends the message that answers them after a delay in milliseconds. */
const noted = (turn: Turn, { messageIds, since }: Unanswered, delayMs: number): Turn => {
  const { companyId, id } = ticketOf(turn);
  const newest = messageIds.slice(-HEARD_MAX);
  const token = newest.at(-1) ?? '';
  const call: TimerMessage = { companyId, kind: CUSTOMER_ANSWER, subject: String(id), token };
  // The delay of a queue message is in whole seconds.
  const delayS = Math.max(0, Math.floor(delayMs / SECOND_MS));
  return mergeTurns(
    withTicket(turn, (ticket) => ({ ...ticket, unanswered: { messageIds: newest, since } })),
    { calls: [{ queue: 'timers', body: JSON.stringify(call), delayS }] },
  );
};

/** Notes the newest message of a customer on its ticket, and sets the timer of the answer. */
export const heardLater = (turn: Turn, messageId: string, moment: Moment): Turn => {
  const { unanswered } = ticketOf(turn);
  const since = unanswered?.since ?? instantOf(moment);
  const messageIds = [...(unanswered?.messageIds ?? []), messageId];
  const dueMs = Math.min(moment.nowMs + PAUSE_MS, Date.parse(since) + PATIENCE_MS);
  return noted(turn, { messageIds, since }, dueMs - moment.nowMs);
};

/** Hands messages that waited to the rules: they are answered now, or with those that already wait for an answer. */
export const heardNow = (turn: Turn, messageIds: readonly string[], moment: Moment): Turn => {
  const { unanswered } = ticketOf(turn);
  if (messageIds.length === 0) return turn;
  if (unanswered === null) return noted(turn, { messageIds: [...messageIds], since: instantOf(moment) }, 0);
  const all = [...messageIds, ...unanswered.messageIds].slice(-HEARD_MAX);
  return withTicket(turn, (ticket) => ({ ...ticket, unanswered: { ...unanswered, messageIds: all } }));
};
