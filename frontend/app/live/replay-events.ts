import type { QueryClient } from '@tanstack/react-query';

/** Events kept for answers that are still on their way. */
const KEPT_EVENTS = 500;

/**
 * Plays the events that came while an answer was on its way again on top of it: the answer may have been read before
 * what they tell of was written, and would otherwise undo them; so may a refusal. Playing an event twice must change nothing.
 * @param rows ids of the routes whose answers events change
 * @param apply brings one event into the cache
 */
export const createReplay = <E>(
  client: QueryClient,
  rows: ReadonlySet<string>,
  apply: (event: E) => void,
): { hear: (event: E) => void; stop: () => void } => {
  const heard: E[] = [];
  let dropped = 0;
  /** How many events had come when each fetch began, by query. */
  const begun = new Map<string, number>();
  const forget = (hash: string): void => {
    begun.delete(hash);
    if (begun.size > 0) return;
    dropped += heard.length;
    heard.length = 0;
  };
  const stop = client.getQueryCache().subscribe((notice) => {
    const { queryHash, queryKey } = notice.query;
    if (!rows.has(String(queryKey[0]))) return;
    if (notice.type === 'removed') forget(queryHash);
    if (notice.type !== 'updated') return;
    const { action } = notice;
    if (action.type === 'fetch') begun.set(queryHash, dropped + heard.length);
    if (action.type !== 'error' && (action.type !== 'success' || action.manual === true)) return;
    const from = begun.get(queryHash);
    const missed = from === undefined ? [] : heard.slice(Math.max(0, from - dropped));
    forget(queryHash);
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
    stop,
  };
};
