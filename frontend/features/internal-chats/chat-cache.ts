import { type InternalChatView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import type { QueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { invalidateSoon } from '../../lib/api/invalidate-soon.ts';
import { LIVE, routePages } from '../../lib/api/query.ts';
import { type ChatPages, chatList } from './chat-list.ts';
import { withChat, withoutChat } from './put-chat.ts';
import { withChatMessage } from './put-chat-message.ts';

/** Query options of a chat's messages, newest page first; live events keep them up to date. */
export const chatMessages = (chatId: number) => ({
  ...routePages(internalChatRoutes.messages, { params: { id: chatId }, query: {} }),
  staleTime: LIVE,
  // The pane shows the error.
  meta: { silent: true },
});

const searchInput = z.object({ query: z.object({ searchParam: z.string().min(1) }) });
const isSearch = (input: unknown): boolean => searchInput.safeParse(input).success;

/** Applies a change to the list, or refetches the list if only the server knows the result. */
const changeList = (client: QueryClient, change: (data: ChatPages) => ChatPages | null): void => {
  const { queryKey } = chatList;
  const data = client.getQueryData(queryKey);
  if (data === undefined) return;
  const next = change(data);
  if (next === null) invalidateSoon(internalChatRoutes.list);
  else if (next !== data) {
    client.setQueryData(queryKey, next);
    invalidateSoon(internalChatRoutes.list, isSearch);
  }
};

/** Puts a new or changed chat into the cached list. Idempotent; an older version changes nothing. */
export const putChat = (client: QueryClient, chat: InternalChatView, userId: number): void =>
  changeList(client, (data) => withChat(data, chat, userId));

/** Removes a chat and its messages from the cache. Idempotent. */
export const dropChat = (client: QueryClient, id: number, userId: number): void => {
  changeList(client, (data) => withoutChat(data, id, userId));
  client.removeQueries({ queryKey: chatMessages(id).queryKey });
};

/** Adds a message to the cached messages of its chat. Idempotent. */
export const putChatMessage = (client: QueryClient, message: Parameters<typeof withChatMessage>[1]): void => {
  const { queryKey } = chatMessages(message.chatId);
  const data = client.getQueryData(queryKey);
  if (data === undefined) return;
  const next = withChatMessage(data, message);
  // Only on a change, because setting data turns a query's error into a success.
  if (next !== data) client.setQueryData(queryKey, next);
};
