import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { toFlag } from '@prosa/shared/contracts/fields.ts';
import type { Connection, ConnectionState } from '@prosa/shared/entities/connection.ts';

/**
 * Presents a connection for users who manage connections. Of the API token it contains only the end, of the access
 * token only the expiry time.
 */
export const presentConnection = (
  connection: Connection & { version: number; rowCreatedAt: string; rowUpdatedAt: string },
  state: ConnectionState | undefined,
  queues: ReadonlyMap<number, { id: number; name: string; color: string }>,
): ConnectionView => {
  const {
    tokenHash,
    tokenLast4,
    accountId: _accountId,
    businessId: _businessId,
    started: _started,
    credentials,
    rowCreatedAt,
    rowUpdatedAt,
    ...options
  } = connection;
  return {
    ...options,
    groupAsTicket: toFlag(connection.groupAsTicket),
    greetingMediaAttachment: connection.greetingMediaAttachment?.fileName ?? '',
    proxy: connection.proxy?.address ?? '',
    credentialsExpireAt: credentials?.expireAt ?? null,
    status: state?.status ?? 'DISCONNECTED',
    number: state?.number ?? '',
    reason: state?.reason ?? '',
    retries: state?.retries ?? 0,
    statusImportMessages: state?.statusImportMessages ?? null,
    isImportIncomplete: state?.isImportIncomplete ?? false,
    queues: connection.queueIds.flatMap((id) => {
      const queue = queues.get(id);
      return queue === undefined ? [] : [{ id: queue.id, name: queue.name, color: queue.color }];
    }),
    token: { configured: tokenHash !== '', last4: tokenLast4 },
    createdAt: rowCreatedAt,
    updatedAt: state?.changedAt ?? rowUpdatedAt,
  };
};
