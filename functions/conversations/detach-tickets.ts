import { ACTIVE_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { otherTicket, surroundingsOf, type World } from '../domain/engine/world.ts';
import { continuedAttendance } from '../domain/tickets/attendance.ts';
import { newerClosed, withoutAttendant } from '../domain/tickets/detached-ticket.ts';
import { stepTicket } from '../domain/turns/ticket-turns.ts';
import { instantOf, mergeTurns, type Turn } from '../domain/turns/turn.ts';
import type { RowIndexName } from '../platform/table/define-entity.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import type { Table } from '../platform/table/table.ts';
import {
  type LoadedTicket,
  loadTicket,
  loadTicketWithAttendance,
  type TicketRow,
} from '../repositories/tickets/tickets.ts';
import { act, type Decide, type Ports } from './act.ts';
import { asSystem } from './actor.ts';
import { directoryOf, emptyScene, type Scene } from './scene.ts';

const PAGE = 100;
const PARALLEL = 5;

export interface SweepPorts extends Ports {
  /** Epoch milliseconds at which to stop; a further call does the rest. */
  untilMs: number;
}

/** Runs `work` for the tickets of some index partitions, a few in parallel. Returns whether it finished in time. */
export const eachTicket = async (
  table: Table,
  index: RowIndexName,
  partitions: readonly string[],
  ports: SweepPorts,
  work: (ticketId: number) => Promise<void>,
): Promise<boolean> => {
  for (const pk of partitions) {
    let after: string | undefined;
    do {
      const page = await table.query(Ticket, {
        pk,
        index,
        limit: PAGE,
        ...(after === undefined ? {} : { after }),
      });
      for (let start = 0; start < page.rows.length; start += PARALLEL) {
        if (ports.clock.now() >= ports.untilMs) return false;
        await Promise.all(page.rows.slice(start, start + PARALLEL).map((row) => work(row.id)));
      }
      after = page.next;
    } while (after !== undefined);
  }
  return true;
};

/**
 * Takes the active tickets of a user back to their queues: open ones wait again, and reserved ones lose their
 * attendant.
 * @returns whether all are done; if not, call again
 */
export const releaseUserTickets = (table: Table, userId: number, ports: SweepPorts): Promise<boolean> => {
  const partitions = ACTIVE_STATUSES.map(
    (status) => keys.ticketByUser({ status, userId, activityAt: '', id: 0 }).pk,
  );
  const release: Decide<Scene & { found: LoadedTicket | undefined }> = ({ found }, _world, moment) => {
    // The index may be stale; the row decides.
    if (found === undefined || found.ticket.userId !== userId || found.ticket.status === 'closed')
      return undefined;
    const { ticket, attendance } = found;
    const after = withoutAttendant(ticket);
    return stepTicket(
      {
        before: ticket,
        after,
        logs: ticket.status === 'open' ? [{ type: 'pending', userId, queueId: ticket.queueId }] : [],
        attendance:
          attendance === undefined || attendance.finishedAt !== null
            ? undefined
            : { before: attendance, after: continuedAttendance(attendance, after, instantOf(moment)) },
      },
      moment,
    );
  };
  return eachTicket(table, 'g2', partitions, ports, async (id) => {
    const actor = asSystem(await directoryOf(table));
    await act(
      ports,
      async () => ({ ...emptyScene(actor), found: await loadTicketWithAttendance(table, id) }),
      release,
    );
  });
};

const NO_QUEUE = '0';

/**
 * Takes a closed ticket out of its queue. Of the closed tickets without a queue, only the conversation's newest stays
 * in the lists.
 */
const closedTurn = (ticket: TicketRow, world: World): Turn => {
  const moved = { ...ticket, queueId: null };
  const conversation =
    ticket.connectionId === null || !ticket.latestClosed
      ? undefined
      : surroundingsOf(world, ticket).conversation;
  if (conversation === undefined) return mergeTurns({ tickets: [{ before: ticket, after: moved }] });
  const { [String(ticket.queueId)]: _left, ...slots } = conversation.lastClosedByQueue;
  const rivalId = slots[NO_QUEUE];
  const rival = rivalId === undefined || rivalId === ticket.id ? undefined : otherTicket(world, rivalId);
  const shown = rival === undefined ? ticket : newerClosed(ticket, rival);
  return mergeTurns({
    tickets: [
      ...(rival === undefined || shown.id === rival.id
        ? []
        : [{ before: rival, after: { ...rival, latestClosed: false } }]),
      { before: ticket, after: { ...moved, latestClosed: shown.id === ticket.id } },
    ],
    conversations: [
      {
        before: conversation,
        after: { ...conversation, lastClosedByQueue: { ...slots, [NO_QUEUE]: shown.id } },
      },
    ],
  });
};

const QUEUED_STATUSES: readonly TicketStatus[] = [...ACTIVE_STATUSES, 'closed'];

/**
 * Takes the tickets of a queue out of it, open and closed ones; nothing else in them changes.
 * @returns whether all are done; if not, call again
 */
export const takeTicketsOutOfQueue = (table: Table, queueId: number, ports: SweepPorts): Promise<boolean> => {
  const partitions = QUEUED_STATUSES.map(
    (status) => keys.ticketByQueue({ status, queueId, activityAt: '', id: 0 }).pk,
  );
  return eachTicket(table, 'g1', partitions, ports, async (id) => {
    const actor = asSystem(await directoryOf(table));
    const open = async () => ({ ...emptyScene(actor), ticket: await loadTicket(table, id) });
    await act(ports, open, ({ ticket }, world) => {
      if (ticket === undefined || ticket.queueId !== queueId) return undefined;
      return ticket.status === 'closed'
        ? closedTurn(ticket, world)
        : mergeTurns({ tickets: [{ before: ticket, after: { ...ticket, queueId: null } }] });
    });
  });
};
