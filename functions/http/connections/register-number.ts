import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { linkingOf } from '../../channels/linkings.ts';
import { presentConnection } from '../../domain/connections/present-connection.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Connection } from '../../platform/table/entities/connections.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { credentialsOf } from '../../repositories/connections/connection-credentials.ts';
import { loadConnection, loadConnectionWithState } from '../../repositories/connections/connections.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { askProvider } from './link-failure.ts';
import { stateItem } from './state-item.ts';

/**
 * Registers the number of a connection with its provider, then shows the connection as connected. The PIN goes to the
 * provider alone: it is neither stored nor logged. Repeating the call with the same PIN is harmless.
 * @throws AppError ERR_NO_WAPP_FOUND if there is no number to register, ERR_LINK_TOKEN_REFUSED if the access has
 * expired, and those of `askProvider`
 */
export const registerNumber: RouteHandler<typeof channelLinkRoutes.register> = async ({
  params,
  body,
  principal,
  request,
  clock,
  ids,
}) => {
  const { companyId, directory } = principal;
  const table = openTable(companyId);
  const known = await loadConnection(table, params.id);
  const register = known === undefined ? undefined : linkingOf(known)?.register;
  if (known === undefined || register === undefined || known.accountId === '')
    throw new AppError('ERR_NO_WAPP_FOUND');
  const credentials = await credentialsOf(known, clock.now());
  if (credentials === undefined) throw new AppError('ERR_LINK_TOKEN_REFUSED');
  const { channel, accountId, businessId } = known;
  const { accessToken } = credentials;
  await askProvider(() => register({ channel, accountId, businessId, accessToken }, body.pin));
  return retryOnConflict(async () => {
    const { connection, state: before } = await loadConnectionWithState(table, params.id);
    if (connection === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
    const nowMs = clock.now();
    const own = { companyId, connectionId: connection.id };
    const { state, item } = stateItem(table, own, before, { status: 'CONNECTED' }, nowMs);
    await commit([
      table.check(Connection, { id: connection.id }, 'exists'),
      item,
      auditItem(table, { principal, request, ids, nowMs }, 'channelLinks.register', {
        id: connection.id,
        before: connection,
      }),
    ]);
    return presentConnection(connection, state, directory.queues);
  });
};
