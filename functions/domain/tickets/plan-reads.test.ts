import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeRuns } from './merge-runs.ts';
import { firstReads, nextReads, type ReadRun } from './plan-reads.ts';
import type { TicketRun } from './plan-ticket-list.ts';

const NOW = Date.UTC(2026, 10, 20);
const MINUTE_MS = 60_000;
const WANTED = 201;

const keyAt = (ms: number, id: number): string =>
  `${new Date(ms).toISOString()}#${String(id).padStart(10, '0')}`;

/** A run with a ticket every so many minutes, each of which passes the filter or not. */
interface Stored {
  everyMinutes: number;
  count: number;
  passes: readonly boolean[];
}
const keysOf = ({ everyMinutes, count }: Stored, run: number): string[] =>
  Array.from({ length: count }, (_none, nth) => keyAt(NOW - nth * everyMinutes * MINUTE_MS, nth * 100 + run));

const same = (key: string): string => key;

/** Reads the newest keys as the repository does. */
const readNewest = (runs: readonly TicketRun[], stored: readonly Stored[]) => {
  const all = stored.map(keysOf);
  const passes = (run: number, nth: number): boolean => {
    const { passes: each = [] } = stored[run] ?? {};
    return each.length === 0 || each[nth % each.length] === true;
  };
  let reads: ReadRun<string>[] = runs.map(() => ({ rows: [], examined: 0 }));
  let rows = firstReads(runs, WANTED);
  let calls = 0;
  for (let step = 1; ; step++) {
    calls += rows.filter((each) => each > 0).length;
    reads = reads.map((read, run): ReadRun<string> => {
      const wanted = rows[run] ?? 0;
      if (wanted === 0) return read;
      const keys = all[run] ?? [];
      const examined = Math.min(keys.length, read.examined + wanted);
      const known = keys.slice(0, examined).filter((_key, nth) => passes(run, nth));
      const next = examined < keys.length ? keys[examined - 1] : undefined;
      return next === undefined ? { rows: known, examined } : { rows: known, examined, next };
    });
    const page = mergeRuns(reads, same, 'desc', WANTED);
    const examined = reads.reduce((sum, read) => sum + read.examined, 0);
    if (page.next === undefined || page.rows.length === WANTED)
      return { keys: page.rows, steps: step, calls, examined };
    rows = nextReads(reads, same, WANTED, (step - 1) * 3);
    expect(Math.max(...rows)).toBeGreaterThan(0);
  }
};

const queueRuns = (count: number): TicketRun[] =>
  Array.from({ length: count }, (_none, index) => ({ by: 'queue', status: 'open', queueId: index + 1 }));

describe('the reads of a list of several runs', () => {
  it('find the newest rows of all, and read only rows that exist', () => {
    const runs = fc.array(
      fc.record({
        everyMinutes: fc.integer({ min: 1, max: 500 }),
        count: fc.integer({ min: 0, max: 400 }),
        passes: fc.array(fc.boolean(), { maxLength: 5 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(runs, (stored) => {
        const expected = stored
          .flatMap((one, run) =>
            keysOf(one, run).filter(
              (_key, nth) => one.passes.length === 0 || one.passes[nth % one.passes.length] === true,
            ),
          )
          .toSorted()
          .reverse()
          .slice(0, WANTED);
        expect(readNewest(queueRuns(stored.length), stored).keys).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['equally frequent', [1, 1, 1, 1]],
    ['one of them a hundred times as frequent', [1, 100, 100, 100]],
    ['one of them empty', [3, 5, 7, 0]],
  ])(
    'take three steps and read two fifths more than the list at most, if the runs are %s',
    (_name, every) => {
      const stored = every.map((everyMinutes) => ({
        everyMinutes,
        count: everyMinutes === 0 ? 0 : 1_000,
        passes: [],
      }));
      const { steps, examined, keys } = readNewest(queueRuns(every.length), stored);
      expect(keys).toHaveLength(WANTED);
      expect(steps).toBeLessThanOrEqual(3);
      expect(examined).toBeLessThanOrEqual(WANTED * 1.4);
    },
  );

  it('are one call of a single run, and more rows of a status of which only a part passes', () => {
    expect(firstReads([{ by: 'lane', laneId: 7 }], 11)).toEqual([11]);
    expect(firstReads([{ by: 'status', status: 'open', share: 0.5 }], 400)).toEqual([800]);
    const stored = { everyMinutes: 1, count: 1_000, passes: [] };
    expect(readNewest([{ by: 'lane', laneId: 7 }], [stored])).toMatchObject({ calls: 1, examined: WANTED });
  });
});
