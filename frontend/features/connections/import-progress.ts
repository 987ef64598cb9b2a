import type { EventData } from '@prosa/shared/events/catalogue.ts';
import { queryOptions } from '@tanstack/react-query';
import { LIVE, queryClient } from '../../lib/api/query.ts';

type Progress = Extract<EventData<'importMessages'>, { action: 'update' }>['status'];

/** How far imports of old messages are, by connection: told by live events alone. */
export const importProgress = queryOptions<Readonly<Record<number, Progress>>>({
  queryKey: ['importProgress'],
  queryFn: () => ({}),
  staleTime: LIVE,
});

/** Keeps what an event told; events come in their order. */
export const putImportProgress = (whatsappId: number, progress: Progress): void => {
  queryClient.setQueryData(importProgress.queryKey, (known) => ({ ...known, [whatsappId]: progress }));
};

/** Nothing is said of an import once it has ended. */
export const dropImportProgress = (whatsappId: number): void => {
  queryClient.setQueryData(importProgress.queryKey, (known) => {
    const { [whatsappId]: _ended, ...others } = known ?? {};
    return others;
  });
};

/** How long an import is said to be prepared, from the time at which it began. */
const PREPARING_MS = 35_000;

/** For how many milliseconds a connection's import is still being prepared; 0 where it is not. */
export const preparingMs = (status: string | null, nowMs: number): number =>
  status === null || !/^\d+$/.test(status) ? 0 : Math.max(0, Number(status) + PREPARING_MS - nowMs);
