import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { queryClient, routeKey } from './query.ts';
import { invalidate } from './recover-queries.ts';

/** Events come in bursts; one refetch follows each burst. */
const SETTLE_MS = 300;
/** Maximum wait for the end of a burst. */
const MAX_WAIT_MS = 2_000;

/** Selects queries of a route by their input. */
type Which = (input: unknown) => boolean;
const every: Which = () => true;
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; which: Set<Which>; since: number }>();

/** Refetches a route's active queries, or a selection of them, after a burst of events. */
export const invalidateSoon = (row: RouteShape, those: Which = every): void => {
  const held = waiting.get(row.id);
  clearTimeout(held?.timer);
  const which = held?.which ?? new Set();
  which.add(those);
  const since = held?.since ?? performance.now();
  const restMs = since + MAX_WAIT_MS - performance.now();
  const timer = setTimeout(
    () => {
      waiting.delete(row.id);
      void invalidate(queryClient, {
        queryKey: routeKey(row),
        predicate: ({ queryKey: [, input] }) => [...which].some((isMeant) => isMeant(input)),
      });
    },
    Math.max(0, Math.min(SETTLE_MS, restMs)),
  );
  waiting.set(row.id, { timer, which, since });
};
