import type { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { channelOf, writingFirst } from '../../channels/channels.ts';
import { mayRemove } from '../../domain/connections/default-connection.ts';
import { forgetDirectory, requireDirectory } from '../../platform/directory.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { outboxItem } from '../../platform/queue/outbox-item.ts';
import { commit } from '../../platform/table/commit.ts';
import {
  Connection,
  ConnectionHealth,
  ConnectionPairing,
  ConnectionState,
} from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import {
  connectionItems,
  loadConnection,
  releasedMediaItems,
} from '../../repositories/connections/connections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { loadUsers, userItems } from '../../repositories/users/users.ts';
import { endSubscription } from './end-subscription.ts';

/**
 * Maximum of users with this default connection that the removing transaction changes, at two rows each. Any further
 * users are changed before.
 */
const USERS_PER_TRANSACTION = 40;

/**
 * Unlinks and removes a connection. Its tickets stay, without a connection to write on. The default connection can
 * only be removed last, so that new conversations always have a default.
 */
export const removeConnection: RouteHandler<typeof connectionRoutes.remove> = async ({
  params,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const removed = await retryOnConflict(async () => {
    forgetDirectory(companyId);
    const [{ connections }, connection, users] = await Promise.all([
      requireDirectory(companyId),
      loadConnection(table, params.id),
      loadUsers(table),
    ]);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    if (!mayRemove(writingFirst(connections.values()), connection))
      throw new AppError('ERR_NO_OTHER_WHATSAPP');
    const nowMs = clock.now();
    const people = users
      .filter((user) => user.connectionId === connection.id)
      .map((user) => userItems(table, user, { ...user, connectionId: null }, nowMs));
    while (people.length > USERS_PER_TRANSACTION)
      await commit(people.splice(0, USERS_PER_TRANSACTION).flat());
    // A connection that is created at the same moment relies on this one as the default.
    const guards = connection.isDefault
      ? []
      : [...connections.values()]
          .filter((one) => one.isDefault)
          .map((one) => table.check(Connection, { id: one.id }, { isDefault: true }));
    const command = { v: 1, companyId, connectionId: connection.id, type: 'stop', logout: true } as const;
    await commit([
      ...connectionItems(table, connection, undefined, nowMs),
      ...releasedMediaItems(table, connection, undefined, { ids, nowMs }),
      table.delete(ConnectionPairing, { connectionId: connection.id }),
      table.delete(ConnectionHealth, { connectionId: connection.id }),
      table.delete(ConnectionState, { connectionId: connection.id }),
      ...channelOf(connection)
        .lifeCycle(command)
        .map((call) => outboxItem(table, call, { ids, nowMs })),
      ...people.flat(),
      auditItem(table, { principal, request, ids, nowMs }, 'connections.remove', {
        id: connection.id,
        before: connection,
      }),
      ...guards,
    ]);
    return connection;
  });
  forgetDirectory(companyId);
  await endSubscription(removed, clock.now());
  return { message: 'Connection deleted' };
};
