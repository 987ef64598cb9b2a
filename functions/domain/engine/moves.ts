import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { continuedTracking, newTracking } from '../tickets/tracking.ts';
import { type ClosedBy, closeBehind, type LogEntry, logEntry, trackingAfter } from '../turns/ticket-turns.ts';
import { instantOf, type Moment, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { drawAttendant } from './assignment.ts';
import { type EngineWorld, type Heard, surroundingsOf, tell, trackingOf, waitingIn } from './world.ts';

/** A ticket that stays active, in another place: with its log, and its stretch of attendance where that shows the place. */
export const moved = (
  turn: Turn,
  change: (ticket: Ticket) => Ticket,
  log: LogEntry,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const before = trackingAfter(turn, trackingOf(turn, world), moment);
  const after = withTicket(turn, change);
  const ticket = ticketOf(after);
  const isRunning = before !== undefined && before.finishedAt === null;
  const tracking = isRunning
    ? continuedTracking(before, ticket, instantOf(moment))
    : newTracking(ticket, moment);
  return mergeTurns(after, {
    logs: [logEntry(ticket, log, moment)],
    trackings: [{ before: isRunning ? before : undefined, after: tracking }],
  });
};

/** The ticket is another's to answer: nothing drives it, and what was counted for prompts begins anew. */
export const withoutPrompts = (ticket: Ticket): Ticket => ({
  ...withoutBot(ticket),
  optionId: null,
  promptedAt: null,
});

/** The ticket's place among those that wait in a queue, from 1: behind them all, and itself where it is counted among them. */
const positionIn = ({ tickets }: Turn, queueId: number, world: EngineWorld): number => {
  const before = tickets.at(-1)?.before;
  const isCounted = before?.status === 'pending' && before.queueId === queueId && before.userId === null;
  return Math.max(1, waitingIn(world, queueId) + (isCounted ? 0 : 1));
};

/**
 * The customer has been led to a queue and waits for a person: told how many do, where the company says so, and offered to
 * one of them where it has that done by lot.
 */
export const waitsIn = (
  turn: Turn,
  queueId: number,
  heard: Heard,
  world: EngineWorld,
  moment: Moment,
): Turn => {
  const { sendQueuePosition, sendQueuePositionMessage, userRandom } = world.settings;
  const waiting = withTicket(turn, withoutPrompts);
  const { isGroup, userId } = ticketOf(waiting);
  const told =
    sendQueuePosition && sendQueuePositionMessage.trim() !== '' && !isGroup
      ? tell(
          waiting,
          'queue-position',
          `${sendQueuePositionMessage} *${positionIn(turn, queueId, world)}*`,
          heard,
          world,
          moment,
        )
      : waiting;
  const queue = world.queues.get(queueId);
  const draws = userRandom || (queue?.rotation === true && queue.rotationMinutes > 0);
  return draws && userId === null && !isGroup ? drawAttendant(told, world, moment) : told;
};

/** The ticket ends in this turn. */
export const closes = (turn: Turn, logType: ClosedBy['logType'], world: EngineWorld, moment: Moment): Turn =>
  closeBehind(
    turn,
    { tracking: trackingOf(turn, world), ...surroundingsOf(world, ticketOf(turn)) },
    { userId: null, logType },
    moment,
  );

/** The customer ends the conversation, and is told the farewell. */
export const leaves = (turn: Turn, heard: Heard, world: EngineWorld, moment: Moment): Turn =>
  closes(
    tell(turn, 'farewell', world.connection.complationMessage, heard, world, moment),
    'clientClosed',
    world,
    moment,
  );

/** Whether a prompt may be said once more: `maxUseBotQueues` of the connection, 0 is without end. */
export const mayPrompt = (said: number, most: number): boolean => most === 0 || said < most;

/** Nobody understands the customer's choices: a person is to answer. */
export const givesUp = (turn: Turn, moment: Moment): Turn => {
  const waiting = withTicket(turn, (ticket) => ({ ...ticket, isBot: false, optionId: null }));
  const { queueId } = ticketOf(waiting);
  return mergeTurns(waiting, {
    logs: [logEntry(ticketOf(waiting), { type: 'retriesLimitQueue', queueId }, moment)],
  });
};

/** A prompt was said, and counts. */
export const prompted = (turn: Turn, moment: Moment): Turn =>
  withTicket(turn, (ticket) => ({
    ...ticket,
    isBot: true,
    amountUsedBotQueues: ticket.amountUsedBotQueues + 1,
    promptedAt: instantOf(moment),
  }));
