import type { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { AppError } from '@prosa/shared/errors.ts';
import {
  connectionsWithoutQueue,
  queuesWithoutQueue,
  usersWithoutQueue,
} from '../../domain/queues/without-queue.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { takeTicketsOutOfQueue } from '../../platform/repositories/detach-tickets.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection, Queue, User } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { removalItems } from './save-queue.ts';

/** What a request may take of the function's time for the tickets; the rest needs another call. */
const TICKETS_LIMIT_MS = 12_000;
const ROWS_PER_TRANSACTION = 50;

/** Takes a queue out of everything that names it, so that nothing new gets into it. */
const forgetReferences = (table: Table, companyId: number, queueId: number, nowMs: number): Promise<void> =>
  retryOnConflict(async () => {
    forgetDirectory(companyId);
    const { users, connections, queues } = await requireDirectory(companyId);
    const items = [
      ...usersWithoutQueue(users.values(), queueId).map((row) => table.put(User, row, row.version, nowMs)),
      ...connectionsWithoutQueue(connections.values(), queueId).map((row) =>
        table.put(Connection, row, row.version, nowMs),
      ),
      ...queuesWithoutQueue(queues.values(), queueId).map((row) => table.put(Queue, row, row.version, nowMs)),
    ];
    for (let start = 0; start < items.length; start += ROWS_PER_TRANSACTION) {
      await commit(items.slice(start, start + ROWS_PER_TRANSACTION));
    }
    forgetDirectory(companyId);
  });

/**
 * Removes a queue: first nothing leads into it, then its tickets leave it, then it is gone. Not one transaction, since
 * it may have more tickets than one takes; called again, it goes on where it stopped.
 */
export const removeQueue: RouteHandler<typeof queueRoutes.remove> = async ({
  params,
  principal,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const load = async () => {
    const queue = await table.get(Queue, { id: params.id }, { consistent: true });
    if (queue === undefined) throw new AppError('ERR_NO_QUEUE_FOUND');
    return queue;
  };
  await load();
  await forgetReferences(table, companyId, params.id, clock.now());
  const ports = { ids, clock, untilMs: clock.now() + TICKETS_LIMIT_MS };
  if (!(await takeTicketsOutOfQueue(table, params.id, ports))) {
    throw new AppError('ERR_CONFLICT', { details: { again: true } });
  }
  await retryOnConflict(async () => commit(removalItems(table, await load(), clock.now())));
  forgetDirectory(companyId);
  // Whatever came in while the others went out.
  await takeTicketsOutOfQueue(table, params.id, ports);
  return { message: 'Queue deleted' };
};
