import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { chatList } from '../chat-list.ts';

/**
 * Returns a chat of the user by its uuid. Pages of the list are loaded until one contains it, because a user has at
 * most a few pages. `isGone` tells that the user has no such chat.
 */
export const useOpenChat = (uuid: string | null) => {
  const list = useInfiniteQuery(chatList);
  const chat = list.data?.pages.flatMap(({ records }) => records).find((one) => one.uuid === uuid);
  const isLooking = uuid !== null && chat === undefined && list.hasNextPage;
  const goesOn = isLooking && !list.isFetchingNextPage && !list.isError;
  const { fetchNextPage } = list;
  useEffect(() => {
    if (goesOn) void fetchNextPage();
  }, [goesOn, fetchNextPage]);
  return {
    chat,
    error: chat === undefined ? list.error : null,
    retry: () => void list.refetch(),
    isGone: uuid !== null && chat === undefined && list.isSuccess && !list.isFetching && !isLooking,
  };
};
