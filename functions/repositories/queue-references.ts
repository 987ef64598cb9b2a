import {
  connectionsWithoutQueue,
  queuesWithoutQueue,
  usersWithoutQueue,
} from '../domain/queues/without-queue.ts';
import { forgetDirectory, requireDirectory } from '../platform/directory.ts';
import { commit } from '../platform/table/commit.ts';
import { Connection, Queue, User } from '../platform/table/entities.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';

const ROWS_PER_TRANSACTION = 50;

/** Takes a queue out of everything that names it, so that nothing new gets into it. */
export const forgetQueueReferences = (
  table: Table,
  companyId: number,
  queueId: number,
  nowMs: number,
): Promise<void> =>
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
