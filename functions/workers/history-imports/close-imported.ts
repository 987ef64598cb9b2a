import type { HistoryMessageOf } from '@prosa/shared/messaging/history-message.ts';
import { asSystem } from '../../conversations/actor.ts';
import { closeTicket } from '../../conversations/close-ticket.ts';
import { isUntouchedImport } from '../../domain/history/untouched-import.ts';
import { systemClock, toInstant } from '../../platform/clock.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import { Ticket } from '../../platform/table/entities/tickets.ts';
import { keys } from '../../platform/table/keys.ts';
import { changeImport, historyWork } from '../../repositories/connections/history-imports.ts';
import type { TicketRow } from '../../repositories/tickets/tickets.ts';
import type { HistoryContext } from './store-history.ts';

/** Working time of one delivery, of the function's minute; the rest needs another delivery. */
const WORK_MS = 20_000;
const TICKETS_PER_PAGE = 50;
/** Rows examined for a page, because other tickets may be between those of the import. */
const EXAMINED_PER_PAGE = 400;

/** Partitions of pending tickets: of all queues, and without a queue. */
const RUNS = [
  { index: 'g3', pk: keys.ticketByStatus({ status: 'pending', activityAt: '', id: 0 }).pk },
  { index: 'g1', pk: keys.ticketByQueue({ status: 'pending', queueId: null, activityAt: '', id: 0 }).pk },
] as const;

/**
 * Closes the pending tickets of a connection's import that no user has touched, one after the other. After `WORK_MS` it
 * queues another message that continues there. It may start again at any time, because closed tickets are skipped.
 * A ticket stays pending if its contact has written since the import. No farewell message is sent.
 */
export const closeImported = async (
  context: HistoryContext,
  message: HistoryMessageOf<'close'>,
): Promise<void> => {
  const { table, ids, directory } = context;
  const { connectionId, userId } = message;
  const untilMs = systemClock.now() + WORK_MS;
  const isMeant = (ticket: TicketRow): boolean =>
    ticket.status === 'pending' && ticket.connectionId === connectionId && isUntouchedImport(ticket);
  const ports = { ids, clock: systemClock };
  const actor = asSystem(directory);
  const by = { userId, logType: userId === null ? 'autoClose' : 'closed' } as const;
  let { run, after } = message.place;
  for (let place = RUNS[run]; place !== undefined; place = RUNS[run]) {
    const page = await table.query(Ticket, {
      ...place,
      limit: TICKETS_PER_PAGE,
      maxExamined: EXAMINED_PER_PAGE,
      filter: isMeant,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page.rows) await closeTicket(ports, actor, id, by, isMeant);
    after = page.next;
    if (after === undefined) run += 1;
    if (systemClock.now() < untilMs) continue;
    const rest = { ...message, place: { run, ...(after === undefined ? {} : { after }) } };
    await commit([outboxItem(table, historyWork(rest), { ids, nowMs: systemClock.now() })]);
    return;
  }
  const nowMs = systemClock.now();
  const row = { refreshedAt: toInstant(nowMs) };
  await changeImport(table, message, () => ({ row, state: { statusImportMessages: null } }), nowMs);
};
