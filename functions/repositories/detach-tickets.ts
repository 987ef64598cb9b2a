import { ACTIVE_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket.ts';
import { watched } from '../domain/engine/watch.ts';
import { newerClosed, withoutAttendant } from '../domain/tickets/detached-ticket.ts';
import { continuedTracking } from '../domain/tickets/tracking.ts';
import { stepTicket } from '../domain/turns/ticket-turns.ts';
import { type Moment, mergeTurns, type Turn } from '../domain/turns/turn.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { requireDirectory } from '../platform/directory.ts';
import type { Ids } from '../platform/ids.ts';
import type { RowIndexName } from '../platform/table/define-entity.ts';
import { Ticket } from '../platform/table/entities/tickets.ts';
import { keys } from '../platform/table/keys.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import { commitTurn } from './commit-turn.ts';
import { loadConversation, loadTicket, loadTicketWithTracking, type TicketRow } from './tickets.ts';

const PAGE = 100;
const PARALLEL = 5;

export interface SweepPorts {
  ids: Ids;
  clock: Clock;
  /** Epoch milliseconds at which to stop and leave the rest to another call. */
  untilMs: number;
}

/** Runs `work` over the tickets of some index partitions, a few at a time; tells whether it got through in time. */
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

/** What waits elsewhere now may wait for something else. */
const watchedBy = async (table: Table, turn: Turn, moment: Moment): Promise<Turn> => {
  if (table.companyId === null) throw new Error('a ticket belongs to a company');
  return watched(turn, await requireDirectory(table.companyId), moment);
};

/**
 * Gives the active tickets of a user back to his queues: attended ones wait again, reserved ones are anybody's.
 * @returns whether all are done; if not, call again
 */
export const releaseUserTickets = (table: Table, userId: number, ports: SweepPorts): Promise<boolean> => {
  const partitions = ACTIVE_STATUSES.map(
    (status) => keys.ticketByUser({ status, userId, activityAt: '', id: 0 }).pk,
  );
  return eachTicket(table, 'g2', partitions, ports, (id) =>
    retryOnConflict(async () => {
      const loaded = await loadTicketWithTracking(table, id);
      // The index may lag behind: what the row says counts.
      if (loaded === undefined || loaded.ticket.userId !== userId || loaded.ticket.status === 'closed')
        return;
      const nowMs = ports.clock.now();
      const { ticket, tracking } = loaded;
      const after = withoutAttendant(ticket);
      const moment = { ids: ports.ids, nowMs };
      const turn = stepTicket(
        {
          before: ticket,
          after,
          logs: ticket.status === 'open' ? [{ type: 'pending', userId, queueId: ticket.queueId }] : [],
          tracking:
            tracking === undefined || tracking.finishedAt !== null
              ? undefined
              : { before: tracking, after: continuedTracking(tracking, after, toInstant(nowMs)) },
        },
        moment,
      );
      await commitTurn(table, await watchedBy(table, turn, moment), moment);
    }),
  );
};

const NO_QUEUE = '0';

/** A closed ticket leaves its queue: of those without a queue, only the conversation's newest stays in the lists. */
const closedTurn = async (table: Table, ticket: TicketRow): Promise<Turn> => {
  const moved = { ...ticket, queueId: null };
  const conversation =
    ticket.connectionId === null || !ticket.latestClosed
      ? undefined
      : await loadConversation(table, ticket.contactId, ticket.connectionId);
  if (conversation === undefined) return mergeTurns({ tickets: [{ before: ticket, after: moved }] });
  const { [String(ticket.queueId)]: _left, ...slots } = conversation.lastClosedByQueue;
  const rivalId = slots[NO_QUEUE];
  const rival = rivalId === undefined || rivalId === ticket.id ? undefined : await loadTicket(table, rivalId);
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
 * Takes the tickets of a queue out of it, open and closed ones alike; nothing else of them changes.
 * @returns whether all are done; if not, call again
 */
export const takeTicketsOutOfQueue = (table: Table, queueId: number, ports: SweepPorts): Promise<boolean> => {
  const partitions = QUEUED_STATUSES.map(
    (status) => keys.ticketByQueue({ status, queueId, activityAt: '', id: 0 }).pk,
  );
  return eachTicket(table, 'g1', partitions, ports, (id) =>
    retryOnConflict(async () => {
      const ticket = await loadTicket(table, id);
      if (ticket === undefined || ticket.queueId !== queueId) return;
      const turn =
        ticket.status === 'closed'
          ? await closedTurn(table, ticket)
          : mergeTurns({ tickets: [{ before: ticket, after: { ...ticket, queueId: null } }] });
      const moment = { ids: ports.ids, nowMs: ports.clock.now() };
      await commitTurn(table, await watchedBy(table, turn, moment), moment);
    }),
  );
};
