import {
  connectionsWithoutQueue,
  queuesWithoutFileList,
  queuesWithoutQueue,
  queuesWithoutUser,
  usersWithoutQueue,
} from '../../domain/queues/without-queue.ts';
import type { CompanyId } from '../../platform/auth/company-id.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { commit, type WriteItem } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { Table } from '../../platform/table/table.ts';
import { connectionItems, loadConnections } from '../connections/connections.ts';
import { loadUsers, userItems } from '../users/users.ts';
import { loadQueuesWithOptions, loadWholeQueues, QUEUES_PER_TRANSACTION, queueItems } from './queues.ts';

/** A user or connection takes two rows. */
const CHANGES_PER_TRANSACTION = 40;

const commitInParts = async (changes: readonly WriteItem[][], perTransaction: number): Promise<void> => {
  for (let start = 0; start < changes.length; start += perTransaction) {
    await commit(changes.slice(start, start + perTransaction).flat());
  }
};

/** Removes a queue from everything that refers to it, so that no new ticket enters it. */
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
      loadQueuesWithOptions(table),
    ]);
    const connectionOf = new Map(connections.map((row) => [row.id, row]));
    const userOf = new Map(users.map((row) => [row.id, row]));
    const queueOf = new Map(queues.map((row) => [row.id, row]));
    const changes = [
      ...usersWithoutQueue(users, queueId).map((row) => userItems(table, userOf.get(row.id), row, nowMs)),
      ...connectionsWithoutQueue(connections, queueId).map((row) =>
        connectionItems(table, connectionOf.get(row.id), row, nowMs),
      ),
    ];
    await commitInParts(changes, CHANGES_PER_TRANSACTION);
    const menus = queuesWithoutQueue(queues, queueId).map((row) =>
      queueItems(table, queueOf.get(row.id), row, nowMs),
    );
    await commitInParts(menus, QUEUES_PER_TRANSACTION);
    forgetDirectory(companyId);
  });

/** Removes a user from every option that leads to the user. */
export const forgetUserInOptions = (table: Table, userId: number, nowMs: number): Promise<void> =>
  retryOnConflict(async () => {
    const queues = await loadQueuesWithOptions(table);
    const queueOf = new Map(queues.map((row) => [row.id, row]));
    const menus = queuesWithoutUser(queues, userId).map((row) =>
      queueItems(table, queueOf.get(row.id), row, nowMs),
    );
    await commitInParts(menus, QUEUES_PER_TRANSACTION);
  });

/** Removes a file list from every queue and option that sends it. */
export const forgetFileListReferences = (
  table: Table,
  companyId: CompanyId,
  fileListId: number,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const queues = await loadWholeQueues(table);
    const queueOf = new Map(queues.map((row) => [row.id, row]));
    const changes = queuesWithoutFileList(queues, fileListId).map((row) =>
      queueItems(table, queueOf.get(row.id), row, nowMs),
    );
    await commitInParts(changes, QUEUES_PER_TRANSACTION);
    forgetDirectory(companyId);
  });
