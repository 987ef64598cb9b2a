import { channelOf } from '../../channels/channels.ts';
import { decideOn } from '../../conversations/act.ts';
import { asAutomation } from '../../conversations/actor.ts';
import { emptyScene } from '../../conversations/scene.ts';
import { timeTurn } from '../../domain/engine/time-turn.ts';
import { type Fired, fired } from '../../domain/engine/watch.ts';
import { engineWorld } from '../../domain/engine/world.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { getDirectory } from '../../platform/directory.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { loadTicket } from '../../repositories/tickets/tickets.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

/**
 * Handles a ticket whose due time has come: sends the notice, ends the ticket, moves it to a queue or offers it to an
 * attendant, depending on its current state. Fires again when the next step is due. Activity since then delays it.
 */
export const watchTicket: TimerHandler<'ticket-watch'> = async ({ system, table, timer, nowMs, ids }) => {
  const [ticket, directory] = await Promise.all([
    loadTicket(table, timer.subject),
    getDirectory(system.companyId),
  ]);
  if (ticket === undefined || directory === undefined || ticket.connectionId === null) return NOTHING_TO_DO;
  const { connectionId } = ticket;
  const channel = channelOf(ticket).inBulk;
  let outcome: Fired = { turn: undefined, againAtMs: undefined };
  const scene = emptyScene(asAutomation(directory));
  const decision = await decideOn(scene, { ids, nowMs }, (_scene, world, moment) => {
    outcome = fired(ticket, directory, isExpired(directory, nowMs), moment, (due) =>
      timeTurn(ticket, due, engineWorld(world, channel, connectionId), moment),
    );
    return outcome.turn;
  });
  const { againAtMs } = outcome;
  if (decision !== undefined) return { decision, againAtMs };
  if (againAtMs === undefined) return NOTHING_TO_DO;
  // The ticket must be unchanged since it was read, because a change may need an earlier timer.
  return { items: [table.check(Ticket, { id: ticket.id }, { version: ticket.version })], againAtMs };
};
