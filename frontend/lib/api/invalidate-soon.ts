import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { queryClient, routeKey } from './query.ts';
import { invalidate } from './recover-queries.ts';

/** Events come in bursts; one fetch follows each burst. */
const SETTLE_MS = 300;
/** A burst that does not end is not waited for. */
const MAX_WAIT_MS = 2_000;

/** Which queries of a row, by their input. */
type Which = (input: unknown) => boolean;
const every: Which = () => true;
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; which: Set<Which>; since: number }>();

/** Fetches a row's active queries, or those meant, again once its events have settled. */
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
