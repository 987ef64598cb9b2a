import {
  CHATS_PER_PAGE,
  type InternalChatView,
  type internalChatRoutes,
} from '@prosa/shared/contracts/internal-chats.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { unreadOf } from '../../domain/internal-chats/change-chat.ts';
import { presentInternalChat } from '../../domain/presenters/present-internal-chat.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Page } from '../../platform/table/table.ts';
import { loadChatsOfUser } from '../../repositories/organisation/internal-chats.ts';
import { requireChat } from './require-chat.ts';

const positionOf = ({ updatedAt, id }: InternalChatView): string =>
  `${updatedAt}#${String(id).padStart(10, '0')}`;

const pageBehind = async (
  chats: readonly InternalChatView[],
  after: string | undefined,
): Promise<Page<InternalChatView>> => {
  const rest = after === undefined ? chats : chats.filter((chat) => positionOf(chat) < after);
  const rows = rest.slice(0, CHATS_PER_PAGE);
  const last = rows.at(-1);
  return rest.length > rows.length && last !== undefined ? { rows, next: positionOf(last) } : { rows };
};

/** Lists the caller's chats. One query and one batch read: a read unit for every chat of the caller. */
export const listChats: RouteHandler<typeof internalChatRoutes.list> = async ({ principal, query }) => {
  const { companyId, userId, directory } = principal;
  const search = normalizeForSearch(query.searchParam);
  const paging = await pagingOf(principal, 'internal-chats', search, query);
  const chats = await loadChatsOfUser(openTable(companyId), userId);
  const matching = chats
    .map((chat) => presentInternalChat(chat, directory))
    .filter(({ title, users }) =>
      [title, ...users.map(({ user }) => user.name)].some((text) =>
        normalizeForSearch(text).includes(search),
      ),
    )
    .sort((a, b) => (positionOf(a) < positionOf(b) ? 1 : -1));
  const page = await paging.read((after) => pageBehind(matching, after));
  return {
    records: page.rows,
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
    unreads: chats.reduce((sum, chat) => sum + unreadOf(chat, userId), 0),
  };
};

export const getChat: RouteHandler<typeof internalChatRoutes.get> = async ({ principal, params }) =>
  presentInternalChat(await requireChat(principal, params.id), principal.directory);
