import {
  connectionsWithoutQueue,
  queuesWithoutQueue,
  usersWithoutQueue,
} from '../domain/queues/without-queue.ts';
import type { CompanyId } from '../platform/auth/company-id.ts';
import { forgetDirectory } from '../platform/directory.ts';
import { commit } from '../platform/table/commit.ts';
import { retryOnConflict } from '../platform/table/retry-on-conflict.ts';
import type { Table } from '../platform/table/table.ts';
import { connectionItems, loadConnections } from './connections.ts';
import { loadQueues, queueItems } from './queues.ts';
import { loadUsers, userItems } from './users.ts';

/** A user, queue or connection is two rows. */
const CHANGES_PER_TRANSACTION = 40;

/** Takes a queue out of everything that names it, so that nothing new gets into it. */
export const forgetQueueReferences = (
  table: Table,
  companyId: CompanyId,
  queueId: number,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const [users, connections, queues] = await Promise.all([
      loadUsers(table),
      loadConnections(table),
      loadQueues(table),
    ]);
    const connectionOf = new Map(connections.map((row) => [row.id, row]));
    const userOf = new Map(users.map((row) => [row.id, row]));
    const queueOf = new Map(queues.map((row) => [row.id, row]));
    const changes = [
      ...usersWithoutQueue(users, queueId).map((row) => userItems(table, userOf.get(row.id), row, nowMs)),
      ...connectionsWithoutQueue(connections, queueId).map((row) =>
        connectionItems(table, connectionOf.get(row.id), row, nowMs),
      ),
      ...queuesWithoutQueue(queues, queueId).map((row) => queueItems(table, queueOf.get(row.id), row, nowMs)),
    ];
    for (let start = 0; start < changes.length; start += CHANGES_PER_TRANSACTION) {
      await commit(changes.slice(start, start + CHANGES_PER_TRANSACTION).flat());
    }
    forgetDirectory(companyId);
  });
