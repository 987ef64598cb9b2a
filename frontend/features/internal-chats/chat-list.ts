import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { InfiniteData } from '@tanstack/react-query';
import { LIVE, routePages } from '../../lib/api/query.ts';

export type ChatPage = ResponseOf<typeof internalChatRoutes.list>;
export type ChatPages = InfiniteData<ChatPage>;

/**
 * Query options of the user's internal chats, newest activity first. The menu, the top bar and the screen share the
 * query; live events keep it up to date.
 */
export const chatList = {
  ...routePages(internalChatRoutes.list, { query: {} }),
  staleTime: LIVE,
  // The list shows the error.
  meta: { silent: true },
};
