import { channelOf } from '../../channels/channels.ts';
import { timeTurn } from '../../domain/engine/time-turn.ts';
import { nextDue, placed, TRY_AGAIN_MS } from '../../domain/engine/watch.ts';
import { ticketOf } from '../../domain/turns/turn.ts';
import { isExpired } from '../../platform/auth/principal.ts';
import { getDirectory } from '../../platform/directory.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { turnItems } from '../../repositories/commit-turn.ts';
import { decideWith } from '../../repositories/engine-world.ts';
import { loadTicket } from '../../repositories/tickets.ts';
import { NOTHING_TO_DO, type TimerHandler } from './timer-handler.ts';

const EXPIRED_PAUSE_MS = 60 * 60_000;

/**
 * Looks after a ticket for which a time has come: says the notice, ends it, sends it to a queue or offers it to somebody, as
 * it stands now, and fires again when the next thing is due. What moved meanwhile puts it off.
 */
export const watchTicket: TimerHandler = async ({ system, table, timer, nowMs, ids }) => {
  const [ticket, directory] = await Promise.all([
    loadTicket(table, Number(timer.subject)),
    getDirectory(system.companyId),
  ]);
  if (ticket === undefined || directory === undefined || ticket.connectionId === null) return NOTHING_TO_DO;
  const due = nextDue(ticket, directory);
  if (due === undefined) return NOTHING_TO_DO;
  // Nothing may have happened to it since it was read: what did may be waiting for an earlier time.
  const unchanged = table.check(Ticket, { id: ticket.id }, { version: ticket.version });
  if (due.atMs > nowMs) return { items: [unchanged], againAtMs: due.atMs };
  // It waits until the subscription runs again.
  if (isExpired(directory, nowMs)) return { items: [unchanged], againAtMs: nowMs + EXPIRED_PAUSE_MS };
  const moment = { ids, nowMs };
  const { contactId, connectionId } = ticket;
  const turn = await decideWith(
    { table, directory, nowMs },
    { channel: channelOf(ticket).inBulk, subject: { ticketId: ticket.id, contactId, connectionId } },
    (world) => placed(timeTurn(ticket, due.kind, world, moment), moment),
  );
  const after = ticketOf(turn);
  const next = nextDue(after, directory);
  const againAtMs = next === undefined ? undefined : next.atMs > nowMs ? next.atMs : nowMs + TRY_AGAIN_MS;
  return {
    items: after === ticket ? [unchanged] : turnItems(table, turn, moment),
    ...(againAtMs === undefined ? {} : { againAtMs }),
  };
};
