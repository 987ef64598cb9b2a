import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isPermitted } from '@prosa/shared/permissions.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { presentConnectionBrief } from '../../domain/connections/present-connection-brief.ts';
import { makeConnectionToken, tokenItems } from '../../platform/auth/connection-token.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection, ConnectionState } from '../../platform/table/entities.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { disconnectSession, renewSession, restartSessions, startSession } from './command-session.ts';
import { removeConnection } from './remove-connection.ts';
import { createConnection, updateConnection } from './save-connection.ts';

export const handler = bindRoutes(connectionRoutes, {
  list: async ({ principal }) => {
    const { connections, states, queues } = principal.directory;
    const all = [...connections.values()];
    return isPermitted('connections:manage', principal.user)
      ? all.map((connection) => presentConnection(connection, states.get(connection.id), queues))
      : all.map((connection) => presentConnectionBrief(connection, states.get(connection.id)));
  },
  filter: async ({ query, principal }) => {
    const { connections, states } = principal.directory;
    return [...connections.values()]
      .filter((connection) => connection.channel === query.channel)
      .map((connection) => presentConnectionBrief(connection, states.get(connection.id)));
  },
  get: async ({ params, principal }) => {
    const { companyId, connections, queues } = principal.directory;
    const connection = connections.get(params.id);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    // QR codes live for 20 seconds: one of five seconds ago is not good enough.
    const state = await openTable(companyId).get(
      ConnectionState,
      { connectionId: connection.id },
      { consistent: true },
    );
    return { ...presentConnection(connection, state, queues), qrcode: state?.qrcode ?? '' };
  },
  create: createConnection,
  update: updateConnection,
  remove: removeConnection,
  rotateToken: async ({ params, principal, clock, ids }) => {
    const table = openTable(principal.companyId);
    const { token, ...kept } = makeConnectionToken(ids);
    await retryOnConflict(async () => {
      const connection = await table.get(Connection, { id: params.id }, { consistent: true });
      if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
      const nowMs = clock.now();
      const owner = { companyId: principal.companyId, connectionId: connection.id };
      await commit([
        table.put(Connection, { ...connection, ...kept }, connection.version, nowMs),
        ...tokenItems(owner, kept.tokenHash, connection.tokenHash, nowMs),
      ]);
    });
    forgetDirectory(principal.companyId);
    return { token };
  },
  start: startSession,
  renew: renewSession,
  disconnect: disconnectSession,
  restartAll: restartSessions,
});
