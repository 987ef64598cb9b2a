import type { Automation, AutomationOf } from '@prosa/shared/entities/automation.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { continuedTracking, newTracking } from '../tickets/tracking.ts';
import { type ClosedBy, closeBehind, type LogEntry, logEntry, trackingAfter } from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { drawAttendant } from './assignment.ts';
import { type EngineScene, tell } from './scene.ts';
import { surroundingsOf, trackingOf, waitingIn } from './world.ts';

/** A ticket that stays active, in another place: with its log, and its stretch of attendance where that shows the place. */
export const moved = (
  turn: Turn,
  change: (ticket: Ticket) => Ticket,
  log: LogEntry,
  scene: EngineScene,
): Turn => {
  const { moment } = scene;
  const before = trackingAfter(turn, trackingOf(turn, scene), moment);
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

/** The ticket's place among those that wait in a queue, from 1: behind them all, and itself where it is counted among them. */
const positionIn = ({ tickets }: Turn, queueId: number, scene: EngineScene): number => {
  const before = tickets.at(-1)?.before;
  const isCounted = before?.status === 'pending' && before.queueId === queueId && before.userId === null;
  return Math.max(1, waitingIn(scene, queueId) + (isCounted ? 0 : 1));
};

/**
 * The customer has been led to a queue and waits for a person: told how many do, where the company says so, and offered to
 * one of them where it has that done by lot.
 */
export const waitsIn = (turn: Turn, queueId: number, scene: EngineScene): Turn => {
  const { sendQueuePosition, sendQueuePositionMessage, userRandom } = scene.settings;
  const waiting = withTicket(turn, withoutBot);
  const { isGroup, userId } = ticketOf(waiting);
  const told =
    sendQueuePosition && sendQueuePositionMessage.trim() !== '' && !isGroup
      ? tell(
          waiting,
          'queue-position',
          `${sendQueuePositionMessage} *${positionIn(turn, queueId, scene)}*`,
          scene,
        )
      : waiting;
  const queue = scene.queues.get(queueId);
  const draws = userRandom || (queue?.rotation === true && queue.rotationMinutes > 0);
  return draws && userId === null && !isGroup ? drawAttendant(told, scene) : told;
};

/** The ticket ends in this turn. */
export const closes = (turn: Turn, logType: ClosedBy['logType'], scene: EngineScene): Turn =>
  closeBehind(
    turn,
    { tracking: trackingOf(turn, scene), ...surroundingsOf(scene, ticketOf(turn)) },
    { userId: null, logType },
    scene.moment,
  );

/** The customer ends the conversation, and is told the farewell. */
export const leaves = (turn: Turn, scene: EngineScene): Turn =>
  closes(tell(turn, 'farewell', scene.connection.complationMessage, scene), 'clientClosed', scene);

/** Whether a prompt may be said once more: `maxUseBotQueues` of the connection, 0 is without end. */
export const mayPrompt = (said: number, most: number): boolean => most === 0 || said < most;

/** Returns a state of which a prompt was said once more. */
export const promptedOnce = <A extends AutomationOf<'menu' | 'options' | 'consent' | 'rating'>>(
  automation: A,
  { moment }: EngineScene,
): A => ({ ...automation, prompts: automation.prompts + 1, promptedAt: instantOf(moment) });

/** Returns a state that counts its prompts from the beginning again; the others as they are. */
export const restarted = (automation: Automation): Automation =>
  'prompts' in automation ? { ...automation, prompts: 0, promptedAt: null } : automation;

/** The customer's choices were not understood often enough: a person is to answer. A menu keeps listening in silence. */
export const givesUp = (turn: Turn, { moment }: EngineScene): Turn => {
  const waiting = withTicket(turn, (ticket) => ({
    ...ticket,
    automation: ticket.automation.kind === 'menu' ? { ...ticket.automation, isSilent: true } : NO_AUTOMATION,
  }));
  const { queueId } = ticketOf(waiting);
  return mergeTurns(waiting, {
    logs: [logEntry(ticketOf(waiting), { type: 'retriesLimitQueue', queueId }, moment)],
  });
};
