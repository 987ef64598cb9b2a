import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { queryClient, routeKey } from './query.ts';

/** Events come in bursts; one fetch follows each burst. */
const SETTLE_MS = 300;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** Fetches a row's active queries again once its events have settled. */
export const invalidateSoon = (row: RouteShape): void => {
  clearTimeout(waiting.get(row.id));
  waiting.set(
    row.id,
    setTimeout(() => {
      waiting.delete(row.id);
      void queryClient.invalidateQueries({ queryKey: routeKey(row) });
    }, SETTLE_MS),
  );
};
