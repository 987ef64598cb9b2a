import type { Run } from './merge-runs.ts';
import type { TicketRun } from './plan-ticket-list.ts';

/** The part of a run that was read, the latest activity first. */
export interface ReadRun<T> extends Run<T> {
  /** Rows that were read, including those that did not pass the filter. */
  examined: number;
}

/** Rows that cost half a read unit: a ticket has 0.6 to 0.8 kB in an index. */
const ROWS_MIN = 5;
/** Weight of a run of a queue or user beside runs of a whole status, which have most tickets. */
const SMALL_WEIGHT = 1 / 4;
/** Part of its even share that is read of a run at first, unless there are more runs than this. */
const FIRST_PART = 1 / 2;
const RUNS_READ_IN_PARTS_MAX = 8;

/**
 * Returns how many rows to read of each run at first: half of the run's even share of the list, because one run may have
 * most of the list. Of a single run it is the whole list. Of very many runs it is the whole even share, because a second
 * call for each of them costs more than the rows.
 * @param wanted rows of the list
 */
export const firstReads = (runs: readonly TicketRun[], wanted: number): number[] => {
  const hasStatus = runs.some(({ by }) => by === 'status');
  const weights = runs.map(({ by }) => (hasStatus && by !== 'status' ? SMALL_WEIGHT : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const part = runs.length === 1 || total > RUNS_READ_IN_PARTS_MAX ? 1 : FIRST_PART;
  return runs.map((run, index) => {
    const passing = (wanted * part * (weights[index] ?? 0)) / total;
    return Math.max(ROWS_MIN, Math.ceil(passing / (run.by === 'status' ? run.share : 1)));
  });
};

/** Returns the time with which a sort key begins, in epoch milliseconds. */
const timeOf = (key: string): number => Date.parse(key.split('#')[0] ?? '');

/**
 * Returns how many rows to read next of each run, so that the newest `wanted` rows of all runs are known: 0 if the run
 * was read past them or ended. The missing rows are expected in the runs by the density that each had so far.
 * @param deviations how many standard deviations more rows than expected are read: with 0 a further step is likely
 */
export const nextReads = <T>(
  runs: readonly ReadRun<T>[],
  keyOf: (row: T) => string,
  wanted: number,
  deviations: number,
): number[] => {
  const keysOf = runs.map(({ rows }) => rows.map(keyOf));
  const known = [...new Set(keysOf.flat())].sort();
  const horizon = runs
    .flatMap(({ next }) => next ?? [])
    .sort()
    .at(-1);
  if (horizon === undefined) return runs.map(() => 0);
  const knownFrom = (key: string): number => known.filter((each) => each >= key).length;
  const startMs = timeOf(known.at(-1) ?? horizon);
  const densities = runs.map(({ next }, index) => {
    const passed = keysOf[index] ?? [];
    const end = next ?? passed.at(-1);
    return end === undefined ? 0 : Math.max(1, passed.length) / Math.max(1, startMs - timeOf(end));
  });
  const density = densities.reduce((sum, each) => sum + each, 0);
  const missing = wanted - knownFrom(horizon);
  return runs.map(({ rows, next, examined }, index) => {
    if (next === undefined) return 0;
    const atMost = wanted - knownFrom(next);
    const share = (missing * (densities[index] ?? 0)) / density;
    const ahead = keysOf[index]?.filter((key) => key < horizon).length ?? 0;
    const passing = Math.min(atMost, share + deviations * Math.sqrt(share) - ahead);
    if (passing <= 0) return 0;
    const rate = (rows.length + 1) / (examined + 1);
    const spread = Math.sqrt(passing * (1 - rate));
    return Math.max(ROWS_MIN, Math.ceil((passing + deviations * spread) / rate));
  });
};
