import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { isPermitted } from '@prosa/shared/permissions.ts';
import { channelOf } from '../../channels/channels.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { presentConnectionBrief } from '../../domain/connections/present-connection-brief.ts';
import { makeConnectionToken } from '../../platform/auth/connection-token.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes, HttpReply } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { listConnectionsOfAll } from '../../repositories/all-connections.ts';
import {
  connectionItems,
  loadConnection,
  loadConnections,
  loadConnectionWithState,
} from '../../repositories/connections.ts';
import { disconnectSession, renewSession, restartSessions, startSession } from './command-session.ts';
import { removeConnection } from './remove-connection.ts';
import { createConnection, updateConnection } from './save-connection.ts';

export const handler = bindRoutes(connectionRoutes, {
  list: async ({ principal }) => {
    const { companyId, connections, states, queues } = principal.directory;
    if (isPermitted('connections:manage', principal.user)) {
      const all = await loadConnections(openTable(companyId));
      return all.map((connection) => ({
        ...presentConnection(connection, states.get(connection.id), queues),
        shows: channelOf(connection).capabilities,
      }));
    }
    return [...connections.values()].map((connection) => ({
      ...presentConnectionBrief(connection, states.get(connection.id)),
      shows: channelOf(connection).capabilities,
    }));
  },
  filter: async ({ query, principal }) => {
    const { connections, states } = principal.directory;
    return [...connections.values()]
      .filter((connection) => connection.channel === query.channel)
      .map((connection) => presentConnectionBrief(connection, states.get(connection.id)));
  },
  listAll: async ({ principal, query }) => {
    const { cursor, pageNumber } = query;
    const paging = await pagingOf(principal, 'all connections', {}, { cursor, pageNumber });
    const page = await paging.read(listConnectionsOfAll);
    const next = paging.seal(page.next);
    const headers = next === null ? {} : { link: `<?cursor=${encodeURIComponent(next)}>; rel="next"` };
    return new HttpReply(
      page.rows.map(({ connection, state, queues, company }) => ({
        ...presentConnection(connection, state, queues),
        company,
      })),
      { headers },
    );
  },
  get: async ({ params, principal }) => {
    const { companyId, queues } = principal.directory;
    // QR codes live for 20 seconds: one of five seconds ago is not good enough.
    const { connection, state } = await loadConnectionWithState(openTable(companyId), params.id);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    return { ...presentConnection(connection, state, queues), qrcode: state?.qrcode ?? '' };
  },
  create: createConnection,
  update: updateConnection,
  remove: removeConnection,
  rotateToken: async ({ params, principal, clock, ids }) => {
    const table = openTable(principal.companyId);
    const { token, ...kept } = makeConnectionToken(ids);
    await retryOnConflict(async () => {
      const connection = await loadConnection(table, params.id);
      if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
      await commit(connectionItems(table, connection, { ...connection, ...kept }, clock.now()));
    });
    forgetDirectory(principal.companyId);
    return { token };
  },
  start: startSession,
  renew: renewSession,
  disconnect: disconnectSession,
  restartAll: restartSessions,
});
