import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { queryClient, routeKey } from '../../lib/api/query.ts';
import { invalidate } from '../../lib/api/recover-queries.ts';

/** Events come in bursts; the counts are fetched after a burst. */
const SETTLE_MS = 300;
/** Shortest time between two fetches of the counts, because a fetch reads the keys of all tickets of the board. */
const RECOUNT_EVERY_MS = 5_000;
/** Time after which corrected counts are checked: a count that was fetched while a ticket moved may be wrong by one. */
const CHECK_AFTER_MS = 30_000;

let timer: ReturnType<typeof setTimeout> | undefined;
let dueMs = Number.POSITIVE_INFINITY;
let lastMs = Number.NEGATIVE_INFINITY;

const recountIn = (delayMs: number): void => {
  const nowMs = performance.now();
  const atMs = Math.max(nowMs + delayMs, lastMs + RECOUNT_EVERY_MS);
  if (atMs >= dueMs) return;
  clearTimeout(timer);
  dueMs = atMs;
  timer = setTimeout(() => {
    dueMs = Number.POSITIVE_INFINITY;
    lastMs = performance.now();
    void invalidate(queryClient, { queryKey: routeKey(kanbanRoutes.lanes) });
  }, atMs - nowMs);
};

/** Refetches the counts of the columns soon, at most every 5 seconds. */
export const recountSoon = (): void => recountIn(SETTLE_MS);

/** Refetches the counts of the columns within half a minute, after they have been corrected without the server. */
export const recountLater = (): void => recountIn(CHECK_AFTER_MS);
