import { CHAT_MESSAGES_PER_PAGE, type internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { presentInternalChatMessage } from '../../domain/presenters/present-internal-chat.ts';
import { mediaLinker } from '../../platform/blob/media-link.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable } from '../../platform/table/table.ts';
import { readChatMessages } from '../../repositories/organisation/internal-chats.ts';
import { requireChat } from './require-chat.ts';

/** Lists the messages of a chat, the newest page first, each page oldest first. One read and one query. */
export const listChatMessages: RouteHandler<typeof internalChatRoutes.messages> = async ({
  principal,
  params,
  query,
  clock,
}) => {
  const { id } = await requireChat(principal, params.id);
  const table = openTable(principal.companyId);
  const paging = await pagingOf(principal, 'internal-chat-messages', id, query);
  const [page, link] = await Promise.all([
    paging.read((after) => readChatMessages(table, id, { after, limit: CHAT_MESSAGES_PER_PAGE })),
    mediaLinker(clock.now()),
  ]);
  return {
    records: page.rows.map((row) => presentInternalChatMessage(row, principal.directory, link)).reverse(),
    count: page.rows.length,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};
