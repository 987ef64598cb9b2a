import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../../../lib/api/query.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { chatMessages } from '../chat-cache.ts';
import { chatItems } from '../chat-items.ts';

/** Drops older pages from the cache, because a refetch walks every cached page. */
const keepNewestPage = (chatId: number): void => {
  queryClient.setQueryData(
    chatMessages(chatId).queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
  );
};

/** Returns the messages of a chat, and their items from top to bottom. Loads older pages on demand. */
export const useChatMessages = (chatId: number) => {
  const { timeZone } = useUser().company;
  const query = useInfiniteQuery(chatMessages(chatId));
  useEffect(() => () => keepNewestPage(chatId), [chatId]);
  const messages = useMemo(
    () => (query.data?.pages ?? []).toReversed().flatMap(({ records }) => records),
    [query.data],
  );
  const { hasNextPage } = query;
  const items = useMemo(() => chatItems(messages, timeZone, hasNextPage), [messages, timeZone, hasNextPage]);
  return { query, messages, items };
};
