import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { withoutBot } from '../tickets/closed-ticket.ts';
import { type Moment, type Stored, type Turn, turnOn, withTicket } from '../turns/turn.ts';
import { toPeople } from './answer-turn.ts';
import { drawAttendant } from './assignment.ts';
import { closes, moved } from './moves.ts';
import { type EngineScene, tell } from './scene.ts';
import type { DueKind } from './watch.ts';
import type { EngineWorld } from './world.ts';

/** What an open ticket is told when nothing was said for a while; it ends where that goes on. */
const inactivity = (turn: Turn, scene: EngineScene): Turn => {
  const told = tell(turn, 'inactivity', scene.connection.inactiveMessage, scene);
  // What was said counts as said now, also where there was nothing to say: the end comes a full time later.
  return withTicket(told, (ticket) => ({
    ...ticket,
    sendInactiveMessage: true,
    fromMe: true,
    activityAt: new Date(scene.moment.nowMs).toISOString(),
  }));
};

const ends = (turn: Turn, text: string, rule: 'ticket-expiry' | 'farewell', scene: EngineScene): Turn =>
  closes(tell(turn, rule, text, scene), 'autoClose', scene);

/** Who chose no queue in time is sent to the one that the connection names, and waits there for a person. */
const redirect = (turn: Turn, scene: EngineScene): Turn => {
  const { sendIdQueue: queueId } = scene.connection;
  if (queueId === null || !scene.queues.has(queueId)) return turn;
  return moved(turn, (ticket) => ({ ...withoutBot(ticket), queueId }), { type: 'redirect', queueId }, scene);
};

/**
 * What becomes of a ticket by itself because a time has come.
 * @throws Wanted where something is needed that was not read
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
    // An answer that did not come in time: a later one changes nothing.
    case 'answer-end':
      return toPeople(turn, scene);
  }
};
