import type { QueryClient } from '@tanstack/react-query';

/** Maximum of events kept for running fetches. */
const KEPT_EVENTS = 500;

/**
 * Applies events that arrived during a fetch again on top of its response. The response may have been read before the
 * event's change was written, and would otherwise undo the event; the same goes for an error response. Applying an
 * event must be idempotent.
 * @param rows ids of routes; `apply` changes the cached responses of these routes
 * @param apply applies one event to the cache
 * @returns `forget` drops the events that arrived until now: after a loss of the connection everything is refetched,
 * and an earlier event would undo a change of which no event arrived
 */
export const createReplay = <E>(
  client: QueryClient,
  rows: ReadonlySet<string>,
  apply: (event: E) => void,
): { hear: (event: E) => void; forget: () => void; stop: () => void } => {
  const heard: E[] = [];
  let dropped = 0;
  /** Number of events received before each fetch began, by query. */
  const begun = new Map<string, number>();
  const dropHeard = (): void => {
    dropped += heard.length;
    heard.length = 0;
  };
  const ended = (hash: string): void => {
    begun.delete(hash);
    if (begun.size === 0) dropHeard();
  };
  const stop = client.getQueryCache().subscribe((notice) => {
    const { queryHash, queryKey } = notice.query;
    if (!rows.has(String(queryKey[0]))) return;
    if (notice.type === 'removed') ended(queryHash);
    if (notice.type !== 'updated') return;
    const { action } = notice;
    if (action.type === 'fetch') begun.set(queryHash, dropped + heard.length);
    if (action.type !== 'error' && (action.type !== 'success' || action.manual === true)) return;
    const from = begun.get(queryHash);
    const missed = from === undefined ? [] : heard.slice(Math.max(0, from - dropped));
    ended(queryHash);
    for (const event of missed) apply(event);
  });
  return {
    hear: (event) => {
      apply(event);
      if (begun.size === 0) return;
      heard.push(event);
      if (heard.length > KEPT_EVENTS) {
        heard.shift();
        dropped += 1;
      }
    },
    forget: dropHeard,
    stop,
  };
};
