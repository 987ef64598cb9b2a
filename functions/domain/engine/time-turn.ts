import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { type Moment, type Stored, type Turn, turnOn, withTicket } from '../turns/turn.ts';
import { drawAttendant } from './assignment.ts';
import { closes, moved, withoutPrompts } from './moves.ts';
import type { DueKind } from './watch.ts';
import { type EngineWorld, tell } from './world.ts';

/** What an open ticket is told when nothing was said for a while; it ends where that goes on. */
const inactivity = (turn: Turn, world: EngineWorld, moment: Moment): Turn => {
  const told = tell(turn, 'inactivity', world.connection.inactiveMessage, undefined, world, moment);
  // What was said counts as said now, also where there was nothing to say: the end comes a full time later.
  return withTicket(told, (ticket) => ({
    ...ticket,
    sendInactiveMessage: true,
    fromMe: true,
    activityAt: new Date(moment.nowMs).toISOString(),
  }));
};

const ends = (
  turn: Turn,
  text: string,
  rule: 'ticket-expiry' | 'farewell',
  world: EngineWorld,
  moment: Moment,
): Turn => closes(tell(turn, rule, text, undefined, world, moment), 'autoClose', world, moment);

/** Who chose no queue in time is sent to the one that the connection names, and waits there for a person. */
const redirect = (turn: Turn, world: EngineWorld, moment: Moment): Turn => {
  const { sendIdQueue: queueId } = world.connection;
  if (queueId === null || !world.queues.has(queueId)) return turn;
  return moved(
    turn,
    (ticket) => ({ ...withoutPrompts(ticket), queueId }),
    { type: 'redirect', queueId },
    world,
    moment,
  );
};

/**
 * What becomes of a ticket by itself because a time has come.
 * @throws Wanted where something is needed that was not read
 */
export const timeTurn = (ticket: Stored<Ticket>, due: DueKind, world: EngineWorld, moment: Moment): Turn => {
  const turn = turnOn(ticket);
  const { connection } = world;
  switch (due) {
    case 'inactivity':
      return inactivity(turn, world, moment);
    case 'expiry':
      return ends(turn, connection.expiresInactiveMessage, 'ticket-expiry', world, moment);
    case 'rating-end':
      return ends(turn, connection.complationMessage, 'farewell', world, moment);
    case 'consent-end':
      return closes(turn, 'autoClose', world, moment);
    case 'redirect':
      return redirect(turn, world, moment);
    case 'draw':
      return drawAttendant(turn, world, moment);
  }
};
