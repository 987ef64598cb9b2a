import type { InternalChatMessageView, internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import type { InfiniteData } from '@tanstack/react-query';

export type ChatMessagePage = ResponseOf<typeof internalChatRoutes.messages>;
/** Newest page first; within a page, oldest message first. */
export type ChatMessagePages = InfiniteData<ChatMessagePage>;

/**
 * Returns a chat's messages with a new one at its place. A known message changes nothing, because messages do not
 * change. A message older than all loaded pages is skipped, because its own page will contain it.
 */
export const withChatMessage = (
  data: ChatMessagePages,
  message: InternalChatMessageView,
): ChatMessagePages => {
  if (data.pages.some(({ records }) => records.some(({ id }) => id === message.id))) return data;
  const at = data.pages.findIndex(({ records }) => (records[0]?.id ?? 0) < message.id);
  const index = at === -1 ? data.pages.length - 1 : at;
  const page = data.pages[index];
  if (page === undefined || (at === -1 && page.hasMore)) return data;
  const records = [...page.records, message].sort((a, b) => a.id - b.id);
  return { ...data, pages: data.pages.with(index, { ...page, records, count: records.length }) };
};
