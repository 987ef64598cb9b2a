import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { continuedAttendance, newAttendance } from '../tickets/attendance.ts';
import { NO_AUTOMATION } from '../tickets/automation.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import {
  attendanceAfter,
  type ClosedBy,
  closeBehind,
  type LogEntry,
  logEntry,
} from '../turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { drawAttendant } from './assignment.ts';
import { type EngineScene, tell } from './scene.ts';
import { attendanceOf, surroundingsOf, waitingIn } from './world.ts';

/**
 * Moves an active ticket to another place (queue, attendant), with its log entry. Updates the attendance if the
 * attendance shows the place, too.
 */
export const moved = (
  turn: Turn,
  change: (ticket: Ticket) => Ticket,
  log: LogEntry,
  scene: EngineScene,
): Turn => {
  const { moment } = scene;
  const before = attendanceAfter(turn, attendanceOf(turn, scene), moment);
  const after = withTicket(turn, change);
  const ticket = ticketOf(after);
  const isRunning = before !== undefined && before.finishedAt === null;
  const attendance = isRunning
    ? continuedAttendance(before, ticket, instantOf(moment))
    : newAttendance(ticket, moment, before !== undefined);
  return mergeTurns(after, {
    logs: [logEntry(ticket, log, moment)],
    attendances: [{ before: isRunning ? before : undefined, after: attendance }],
  });
};

/**
 * Returns the ticket's position among those that wait in a queue, from 1: behind all others. The ticket is not
 * counted twice if the count already includes it.
 */
const positionIn = ({ tickets }: Turn, queueId: number, scene: EngineScene): number => {
  const before = tickets.at(-1)?.before;
  const isCounted = before?.status === 'pending' && before.queueId === queueId && before.userId === null;
  return Math.max(1, waitingIn(scene, queueId) + (isCounted ? 0 : 1));
};

/**
 * Lets the ticket wait in its queue for an attendant. Tells the customer the position if the company wants that, and
 * offers the ticket to a random attendant if random assignment or rotation is on.
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

/** Closes the ticket in this turn. */
export const closes = (turn: Turn, logType: ClosedBy['logType'], scene: EngineScene): Turn =>
  closeBehind(
    turn,
    { attendance: attendanceOf(turn, scene), ...surroundingsOf(scene, ticketOf(turn)) },
    { userId: null, logType },
    scene.moment,
  );

/** Closes the ticket because the customer ends the conversation, and sends the farewell. */
export const leaves = (turn: Turn, scene: EngineScene): Turn =>
  closes(tell(turn, 'farewell', scene.connection.complationMessage, scene), 'clientClosed', scene);

/** Whether a prompt may be repeated: at most `maxUseBotQueues` of the connection; 0 is unlimited. */
export const mayPrompt = (said: number, most: number): boolean => most === 0 || said < most;

/**
 * The customer's choices were not understood often enough: a person is to answer. A menu keeps listening in silence.
 */
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
