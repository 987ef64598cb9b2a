import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksOfDay, runsOfDays } from './day-blocks.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const dayAt = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10);
const days = fc.integer({ min: 0, max: 30_000 });

describe('blocks of days', () => {
  it('cover each day of a range once, and no other day', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 500 }), (start, length) => {
        const runs = runsOfDays(dayAt(start), dayAt(start + length));
        for (let day = start - 70; day <= start + length + 70; day++) {
          if (day < 0) continue;
          const times = blocksOfDay(dayAt(day)).filter((period) =>
            runs.some(({ first, last }) => first <= period && period <= last),
          );
          expect(times.length).toBe(start <= day && day <= start + length ? 1 : 0);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('are few for a year, on average at most two and a half times as many as for a month', () => {
    const blocks = (start: number, length: number): number =>
      runsOfDays(dayAt(start), dayAt(start + length - 1)).reduce(
        (sum, { first, last }) => sum + Number(last.split('#')[1]) - Number(first.split('#')[1]) + 1,
        0,
      );
    const starts = Array.from({ length: 400 }, (_none, index) => 20_000 + index);
    const average = (length: number): number =>
      starts.reduce((sum, start) => sum + blocks(start, length), 0) / starts.length;
    expect(Math.max(...starts.map((start) => blocks(start, 366)))).toBe(51);
    expect(Math.max(...starts.map((start) => runsOfDays(dayAt(start), dayAt(start + 365)).length))).toBe(3);
    expect(average(365)).toBeLessThanOrEqual(2.5 * average(30));
  });

  it('are empty for a range that ends before it begins', () => {
    expect(runsOfDays('2026-11-02', '2026-11-01')).toEqual([]);
  });
});
