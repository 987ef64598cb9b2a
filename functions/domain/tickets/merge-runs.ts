/** The rows that were read of one ordered run, and the position where reading stopped if the run continues. */
export interface Run<T> {
  rows: readonly T[];
  next?: string;
}

export interface MergedPage<T> {
  rows: T[];
  /** Key after which the run continues; absent at its end. */
  next?: string;
}

const isBefore = (a: string, b: string, order: 'asc' | 'desc'): boolean => (order === 'asc' ? a < b : a > b);

/**
 * Returns the runs that must be read further to fill a page of `limit` rows: those that stopped before the page's
 * last row, the first to stop first. Indexes into `runs`.
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
 * Merges several sorted runs into one page. A row is in the page only if every run has been read past its key; the page
 * ends there or at `limit`. So the next page continues without gap or repetition.
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
