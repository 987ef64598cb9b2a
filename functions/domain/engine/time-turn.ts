import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { type Moment, type Stored, type Turn, turnOn, withTicket } from '../turns/turn.ts';
import { toPeople } from './answer-turn.ts';
import { drawAttendant } from './assignment.ts';
import { flowResumed } from './flow.ts';
import { movesOn } from './lanes.ts';
import { closes, moved } from './moves.ts';
import { type EngineScene, tell } from './scene.ts';
import type { DueKind } from './watch.ts';
import type { EngineWorld } from './world.ts';

/**
 * Sends the inactivity notice on an open ticket without recent messages. The ticket ends if nobody writes after that.
 */
const inactivity = (turn: Turn, scene: EngineScene): Turn => {
  const told = tell(turn, 'inactivity', scene.connection.inactiveMessage, scene);
  // The notice restarts the clock, even if its text is empty: the ticket ends `expiresTicket` later.
  return withTicket(told, (ticket) => ({
    ...ticket,
    sendInactiveMessage: true,
    fromMe: true,
    activityAt: new Date(scene.moment.nowMs).toISOString(),
  }));
};

const ends = (turn: Turn, text: string, rule: 'ticket-expiry' | 'farewell', scene: EngineScene): Turn =>
  closes(tell(turn, rule, text, scene), 'autoClose', scene);

/**
 * Moves a ticket whose customer chose no queue in time to the connection's queue for that. The ticket waits there for
 * an attendant.
 */
const redirect = (turn: Turn, scene: EngineScene): Turn => {
  const { sendIdQueue: queueId } = scene.connection;
  if (queueId === null || !scene.queues.has(queueId)) return turn;
  return moved(turn, (ticket) => ({ ...withoutBot(ticket), queueId }), { type: 'redirect', queueId }, scene);
};

/**
 * Applies a due timer to a ticket.
 * @throws Wanted if data is needed that was not read
 */
export const timeTurn = (ticket: Stored<Ticket>, due: DueKind, world: EngineWorld, moment: Moment): Turn => {
  const turn = turnOn(ticket);
  const scene: EngineScene = { ...world, moment, heard: undefined };
  const { connection } = world;
  switch (due) {
    case 'inactivity':
      return inactivity(turn, scene);
    case 'expiry':
      return ends(turn, connection.expiresInactiveMessage, 'ticket-expiry', scene);
    case 'rating-end':
      return ends(turn, connection.complationMessage, 'farewell', scene);
    case 'consent-end':
      return closes(turn, 'autoClose', scene);
    case 'redirect':
      return redirect(turn, scene);
    case 'draw':
      return drawAttendant(turn, scene);
    // The answer did not arrive in time; a later answer changes nothing.
    case 'answer-end':
      return toPeople(turn, scene);
    case 'flow-resume':
      return flowResumed(turn, scene);
    case 'lane':
      return movesOn(turn, scene);
  }
};
