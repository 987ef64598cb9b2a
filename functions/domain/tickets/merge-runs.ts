/** What was read of one ordered run: rows in order, and where reading stopped if the run goes on. */
export interface Run<T> {
  rows: readonly T[];
  next?: string;
}

export interface MergedPage<T> {
  rows: T[];
  /** Continue every run behind this key; absent at the end. */
  next?: string;
}

const isBefore = (a: string, b: string, order: 'asc' | 'desc'): boolean => (order === 'asc' ? a < b : a > b);

/**
 * Which runs keep a page of `limit` rows from being full: those that stopped before its last row, first the one that
 * stopped first. Indexes into `runs`.
 */
export const laggingRuns = <T>(
  runs: readonly Run<T>[],
  keyOf: (row: T) => string,
  order: 'asc' | 'desc',
  limit: number,
): number[] => {
  const keys = runs.flatMap(({ rows }) => rows.map(keyOf)).sort();
  if (order === 'desc') keys.reverse();
  const last = keys[limit - 1];
  return runs
    .flatMap(({ next }, index) =>
      next !== undefined && (last === undefined || isBefore(next, last, order)) ? [{ next, index }] : [],
    )
    .sort((a, b) => (isBefore(a.next, b.next, order) ? -1 : 1))
    .map(({ index }) => index);
};

/**
 * One page out of several runs with the same order. A row is safe once every run has been read past its key; the page
 * ends there or at `limit`, so the next one continues without gap or repetition.
 */
export const mergeRuns = <T>(
  runs: readonly Run<T>[],
  keyOf: (row: T) => string,
  order: 'asc' | 'desc',
  limit: number,
): MergedPage<T> => {
  const before = (a: string, b: string): boolean => isBefore(a, b, order);
  let horizon: string | undefined;
  for (const { next } of runs) {
    if (next !== undefined && (horizon === undefined || before(next, horizon))) horizon = next;
  }
  const byKey = new Map<string, T>();
  for (const run of runs) {
    for (const row of run.rows) {
      const key = keyOf(row);
      if (horizon === undefined || !before(horizon, key)) byKey.set(key, row);
    }
  }
  const keys = [...byKey.keys()].sort((a, b) => (a === b ? 0 : before(a, b) ? -1 : 1));
  const shown = keys.slice(0, limit);
  const rows = shown.flatMap((key) => byKey.get(key) ?? []);
  const next = keys.length > limit ? shown.at(-1) : horizon;
  return next === undefined ? { rows } : { rows, next };
};
