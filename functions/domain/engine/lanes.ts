import { inLane } from '../tickets/in-lane.ts';
import { instantOf, type Moment, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type EngineScene, tell } from './scene.ts';
import { laneOf, type World } from './world.ts';

/**
 * Applies the time rule of the ticket's column when its hours are over: moves the ticket to `nextLaneId`, and sends the
 * greeting of that column. The ticket moves also if nothing can be sent, for instance because the reply window is closed.
 */
export const movesOn = (turn: Turn, scene: EngineScene): Turn => {
  const { laneId } = ticketOf(turn);
  const nextId = laneId === null ? null : (scene.lanes.get(laneId)?.nextLaneId ?? null);
  const next = nextId === null ? undefined : laneOf(scene, nextId);
  if (next === undefined) return turn;
  const there = withTicket(turn, (ticket) => inLane(ticket, next, instantOf(scene.moment)));
  return tell(there, 'lane-greeting', next.greetingMessageLane, scene);
};

/**
 * Applies the rollback rule of the ticket's column after a message of the customer: moves the ticket to `rollbackLaneId`. In a
 * group, a message of any participant moves the ticket. Nothing moves while the company's subscription is over.
 */
export const movesBack = (
  turn: Turn,
  { lanes, isExpired }: Pick<World, 'lanes' | 'isExpired'>,
  moment: Moment,
): Turn => {
  const { laneId } = ticketOf(turn);
  const backId = laneId === null ? null : (lanes.get(laneId)?.rollbackLaneId ?? null);
  const back = backId === null ? undefined : lanes.get(backId);
  return back === undefined || isExpired
    ? turn
    : withTicket(turn, (ticket) => inLane(ticket, back, instantOf(moment)));
};
