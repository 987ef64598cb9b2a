import type { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { LINKED_AT_ONCE_MAX } from '@prosa/shared/contracts/channel-links.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { CHANNEL_CONNECTIONS } from '@prosa/shared/rules/channel-connections.ts';
import type { LinkableAccount } from '../../channels/linking.ts';
import { exchangeUserToken, inspectToken } from '../../channels/meta/access-tokens.ts';
import { listUserPages, PAGE_CHANNELS, type UserPage } from '../../channels/meta/page-accounts.ts';
import { USER_SCOPES } from '../../channels/meta/page-linking.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { findConnectionByAccount } from '../../repositories/connections/connections.ts';
import { linkAccounts, requireQueueOf } from './link-accounts.ts';
import { askProvider } from './link-failure.ts';

/** Lists the pages of a Facebook login. Of connections it tells only those of the caller's company. */
export const listPages: RouteHandler<typeof channelLinkRoutes.listPages> = async ({ body, principal }) => {
  const { facebookUserToken: token } = body;
  const { userId, pages } = await askProvider(async () => ({
    userId: (await inspectToken(token, USER_SCOPES)).userId,
    pages: await listUserPages(token),
  }));
  const shown = async (account: LinkableAccount) => ({
    id: account.accountId,
    name: account.number,
    isLinked: (await findConnectionByAccount(account))?.companyId === principal.companyId,
  });
  return {
    facebookUserId: userId,
    pages: await Promise.all(
      pages.map(async ({ page, instagram, mayMessage }) => ({
        ...(await shown(page)),
        mayMessage,
        instagram: instagram === undefined ? null : await shown(instagram),
      })),
    ),
  };
};

const chosen = (pages: readonly UserPage[], pageIds: readonly string[] | undefined): readonly UserPage[] => {
  const allowed = pages.filter(({ mayMessage }) => mayMessage);
  if (pageIds === undefined) return allowed;
  const found = allowed.filter(({ page }) => pageIds.includes(page.accountId));
  if (found.length < new Set(pageIds).size) throw new AppError('ERR_LINK_ACCOUNT_MISSING');
  return found;
};

/**
 * Links the chosen pages of a Facebook login, and their Instagram accounts.
 * @throws AppError ERR_NO_QUEUE_FOUND; ERR_LINK_ACCOUNT_MISSING if the login does not reach a chosen page, or nothing is left to link
 */
export const linkPages: RouteHandler<typeof channelLinkRoutes.linkPages> = async ({ body, ...context }) => {
  const { facebookUserId, facebookUserToken, addInstagram, addPages, pageIds, queueId } = body;
  await requireQueueOf(context, queueId);
  const { flags } = context.principal.directory.plan;
  const has = (channel: keyof typeof CHANNEL_CONNECTIONS) => flags[CHANNEL_CONNECTIONS[channel].feature];
  const takesInstagram = addInstagram && has(PAGE_CHANNELS.instagram) === true;
  if ((addPages && has(PAGE_CHANNELS.page) !== true) || (!addPages && !takesInstagram))
    throw new AppError('ERR_PLAN_FEATURE');
  const pages = await askProvider(async () => {
    const { userId } = await inspectToken(facebookUserToken, USER_SCOPES);
    // A token of another user than the one who chose the pages.
    if (userId !== facebookUserId) throw new AppError('ERR_LINK_TOKEN_REFUSED');
    return chosen(await listUserPages(await exchangeUserToken(facebookUserToken)), pageIds);
  });
  const accounts = pages.flatMap(({ page, instagram }) => [
    ...(addPages ? [page] : []),
    ...(takesInstagram && instagram !== undefined ? [instagram] : []),
  ]);
  if (accounts.length === 0) throw new AppError('ERR_LINK_ACCOUNT_MISSING');
  if (pages.length > LINKED_AT_ONCE_MAX)
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'body.pageIds', message: 'too many' }] });
  return linkAccounts(context, 'channelLinks.linkPages', accounts, { name: undefined, queueId });
};
