import type { QueryInput } from '@prosa/shared/contracts/route.ts';
import { type ScheduleView, scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/api-client.ts';
import { LIVE, queryClient, routeKey } from '../../lib/api/query.ts';

/** The calendar's visible time range, without its end. */
export interface ShownRange {
  dateFrom: string;
  dateTo: string;
}

interface ShownSchedules {
  schedules: ScheduleView[];
  /** Whether the range has more schedules than are fetched. */
  isCut: boolean;
}

/** Maximum of pages fetched for one range: a thousand schedules. */
const MAX_PAGES = 20;

/** Fetches all pages of a range's schedules; live events keep them up to date. */
export const useSchedules = (range: ShownRange | null, searchParam: string) =>
  useQuery({
    queryKey: [scheduleRoutes.list.id, { ...range, searchParam }],
    queryFn: async ({ signal }): Promise<ShownSchedules> => {
      const schedules: ScheduleView[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES && range !== null; page++) {
        const query: QueryInput<typeof scheduleRoutes.list> = {
          ...range,
          searchParam,
          ...(cursor === null ? {} : { cursor }),
        };
        const answer = await call(scheduleRoutes.list, { query, signal });
        schedules.push(...answer.schedules);
        cursor = answer.cursor;
        if (cursor === null) break;
      }
      return { schedules, isCut: cursor !== null };
    },
    enabled: range !== null,
    staleTime: LIVE,
    placeholderData: (before) => before,
    meta: { silent: true },
  });

/**
 * Puts a schedule at another instant in all cached lists, before the server has saved it: a user who opens it at once
 * must not see its earlier time, and save that again.
 */
export const placeSchedule = async (id: number, sendAt: string): Promise<void> => {
  const queryKey = routeKey(scheduleRoutes.list);
  // The response of a running fetch has the earlier time.
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueriesData<ShownSchedules>(
    { queryKey },
    (shown) =>
      shown && {
        ...shown,
        schedules: shown.schedules.map((one) => (one.id === id ? { ...one, sendAt } : one)),
      },
  );
};
