import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { linkingOf } from '../../channels/linkings.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadConnection } from '../../repositories/connections/connections.ts';
import { renewConnection, subscribeTo } from './link-accounts.ts';
import { askProvider } from './link-failure.ts';

/**
 * Gives a connection a new token for the account that it has.
 * @throws AppError ERR_LINK_ACCOUNT_MISSING if the proof reaches only other accounts
 */
export const relinkConnection: RouteHandler<typeof channelLinkRoutes.relink> = async ({
  params,
  body,
  ...context
}) => {
  const connection = await loadConnection(openTable(context.principal.companyId), params.id);
  const linking = connection === undefined ? undefined : linkingOf(connection);
  if (connection === undefined || linking === undefined || connection.accountId === '')
    throw new AppError('ERR_NO_WAPP_FOUND');
  const account = await askProvider(() => linking.find(connection, body));
  if (account === undefined) throw new AppError('ERR_LINK_ACCOUNT_MISSING');
  await subscribeTo([account]);
  return renewConnection(context, 'channelLinks.relink', account, connection.id);
};
