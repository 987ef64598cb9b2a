import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { queryOptions } from '@tanstack/react-query';
import { LIVE, queryClient } from '../../lib/api/query.ts';

type Progress = Extract<EventData<'importMessages'>, { action: 'update' }>['status'];

/** Query of the progress of message history imports, by connection; filled only by live events. */
export const importProgress = queryOptions<Readonly<Record<number, Progress>>>({
  queryKey: ['importProgress'],
  queryFn: () => ({}),
  staleTime: LIVE,
});

/** Stores the progress from an event; events arrive in order. */
export const putImportProgress = (whatsappId: number, progress: Progress): void => {
  queryClient.setQueryData(importProgress.queryKey, (known) => ({ ...known, [whatsappId]: progress }));
};

/** Removes the progress of an import that has ended. */
export const dropImportProgress = (whatsappId: number): void => {
  queryClient.setQueryData(importProgress.queryKey, (known) => {
    const { [whatsappId]: _ended, ...others } = known ?? {};
    return others;
  });
};

/** Time after its start during which an import is shown as in preparation. */
const PREPARING_MS = 35_000;

/** Returns the milliseconds for which a connection's import is still in preparation; 0 when it is not. */
export const preparingMs = (status: string | null, nowMs: number): number =>
  status === null || !/^\d+$/.test(status) ? 0 : Math.max(0, Number(status) + PREPARING_MS - nowMs);
