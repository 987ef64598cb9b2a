import { inLane } from '../tickets/in-lane.ts';
import { instantOf, type Moment, type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type EngineScene, tell } from './scene.ts';
import { laneOf, type World } from './world.ts';

/**
 * Moves a ticket whose customer did not answer in time to the next column of the board, and sends that column's greeting.
 * The ticket moves also if nothing can be sent, for instance because the reply window is closed.
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
 * Moves a ticket whose customer wrote to the column that its column names for that. Groups are treated like other
 * conversations: any participant's message moves the ticket. Nothing moves while the company's subscription is over.
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
