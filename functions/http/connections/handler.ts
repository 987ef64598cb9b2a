import { AppError } from '@prosa/shared/errors.ts';
import { isPermitted } from '@prosa/shared/permissions.ts';
import { channelOf } from '../../channels/channels.ts';
import { metaApp } from '../../channels/meta/meta-app.ts';
import { presentHealth, presentPairing } from '../../domain/connections/present-account.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import { presentConnectionBrief } from '../../domain/connections/present-connection-brief.ts';
import { makeConnectionToken } from '../../platform/auth/connection-token.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import { bindRoutes, HttpReply } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { listConnectionsOfAll } from '../../repositories/connections/all-connections.ts';
import {
  connectionItems,
  loadConnection,
  loadConnectionHealth,
  loadConnectionStates,
  loadConnections,
  loadConnectionWithState,
} from '../../repositories/connections/connections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { closeImportedTickets } from './close-imported.ts';
import {
  disconnectSession,
  pairSession,
  renewSession,
  restartSessions,
  startSession,
} from './command-session.ts';
import { routes } from './function.ts';
import { removeGreetingMedia, setGreetingMedia } from './greeting-media.ts';
import { linkPages, listPages } from './link-pages.ts';
import { linkPhones } from './link-phones.ts';
import { registerNumber } from './register-number.ts';
import { relinkConnection } from './relink-connection.ts';
import { removeConnection } from './remove-connection.ts';
import { createConnection, updateConnection } from './save-connection.ts';
import { tryOut } from './try-out.ts';

const abilitiesOf = (connection: Parameters<typeof channelOf>[0]) => {
  const { capabilities } = channelOf(connection);
  return { shows: capabilities, can: capabilities };
};

export const handler = bindRoutes(routes, {
  list: async ({ principal }) => {
    const { companyId, connections, queues } = principal.directory;
    const table = openTable(companyId);
    if (isPermitted('connections:manage', principal.user)) {
      // A consistent read, because managers must see the effect of their own command at once.
      const [all, states] = await Promise.all([
        loadConnections(table),
        loadConnectionStates(table, { consistent: true }),
      ]);
      return all.map((connection) => ({
        ...presentConnection(connection, states.get(connection.id), queues),
        ...abilitiesOf(connection),
      }));
    }
    const states = await loadConnectionStates(table, { consistent: false });
    return [...connections.values()].map((connection) => ({
      ...presentConnectionBrief(connection, states.get(connection.id)),
      ...abilitiesOf(connection),
    }));
  },
  filter: async ({ query, principal }) => {
    const { companyId, connections } = principal.directory;
    const states = await loadConnectionStates(openTable(companyId), { consistent: false });
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
  get: async ({ params, principal, clock }) => {
    const { companyId, queues } = principal.directory;
    // A consistent read, because QR codes live for only 20 seconds and a cached one of five seconds ago is too old.
    const { connection, state, pairing } = await loadConnectionWithState(openTable(companyId), params.id);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    const media = connection.greetingMediaAttachment;
    const nowMs = clock.now();
    return {
      ...presentConnection(connection, state, queues),
      qrcode: state?.qrcode ?? '',
      pairing: presentPairing(pairing, nowMs),
      greetingMedia:
        media === null
          ? null
          : { mimeType: media.mimeType, size: media.size, url: (await mediaLinker(nowMs))(media.key) },
    };
  },
  create: createConnection,
  update: updateConnection,
  remove: removeConnection,
  rotateToken: async ({ params, principal, request, clock, ids }) => {
    const table = openTable(principal.companyId);
    const { token, ...kept } = makeConnectionToken(ids);
    await retryOnConflict(async () => {
      const connection = await loadConnection(table, params.id);
      if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
      const nowMs = clock.now();
      const after = { ...connection, ...kept };
      const target = { id: connection.id, before: connection, after };
      await commit([
        ...connectionItems(table, connection, after, nowMs),
        auditItem(table, { principal, request, ids, nowMs }, 'connections.rotateToken', target),
      ]);
    });
    forgetDirectory(principal.companyId);
    return { token };
  },
  setMedia: setGreetingMedia,
  removeMedia: removeGreetingMedia,
  health: async ({ principal }) => {
    const { companyId, connections } = principal.directory;
    return (await loadConnectionHealth(openTable(companyId)))
      .filter(({ connectionId }) => connections.has(connectionId))
      .map(presentHealth);
  },
  pair: pairSession,
  start: startSession,
  renew: renewSession,
  disconnect: disconnectSession,
  closeImported: closeImportedTickets,
  restartAll: restartSessions,
  tryOut,
  app: metaApp,
  listPages,
  linkPages,
  linkPhones,
  relink: relinkConnection,
  register: registerNumber,
});
