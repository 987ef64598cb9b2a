import { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import type { TemplateStatus } from '@prosa/shared/entities/message-template.ts';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../lib/api/api-client.ts';
import { queryClient, routeKey, routePages } from '../../lib/api/query.ts';
import { usePagedRows } from '../../lib/api/use-paged-rows.ts';

/** Refetch interval while a shown template is in review. */
const REVIEW_POLL_MS = 10_000;

/** Refetches the lists of templates, so that the user's own change is visible. */
export const refetchTemplates = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(messageTemplateRoutes.list) });

interface TemplateFilter {
  /** The beginning of the name. */
  searchParam: string;
  status?: TemplateStatus;
}

/**
 * Returns the message templates of a connection in a table's format, when they were last read from the provider, and
 * the mutation that reads them again. Templates that were never read are read at once.
 */
export const useTemplates = (whatsappId: number, filter: TemplateFilter) => {
  const input = { query: { whatsappId, ...filter } };
  const list = usePagedRows(messageTemplateRoutes.list, input, (page) => page.templates);
  const { data: syncedAt } = useInfiniteQuery({
    ...routePages(messageTemplateRoutes.list, input),
    meta: { silent: true },
    select: ({ pages }) => pages[0]?.syncedAt ?? null,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ templates }) => templates.some(({ status }) => status === 'PENDING'))
        ? REVIEW_POLL_MS
        : false,
  });
  const isFirst = syncedAt === null;
  const sync = useMutation({
    mutationFn: () => call(messageTemplateRoutes.sync, { body: { whatsappId } }),
    onSuccess: refetchTemplates,
    // The list shows why the first one failed.
    meta: { silent: isFirst },
  });
  const { mutate } = sync;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isFirst || isAsked.current) return;
    isAsked.current = true;
    mutate();
  }, [isFirst, mutate]);
  return {
    list: isFirst
      ? {
          ...list,
          rows: undefined,
          isLoading: sync.error === null,
          error: sync.error,
          onRetry: () => mutate(),
        }
      : list,
    syncedAt: syncedAt ?? null,
    sync: { isPending: sync.isPending, run: () => mutate() },
  };
};
