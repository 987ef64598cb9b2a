import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { incrementsOf, monthsAround, sumByDay, sumByMonth } from './buckets.ts';
import type { Counts } from './facts.ts';

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Lisbon',
  'Asia/Tokyo',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

const factsArbitrary = fc.array(
  fc.record({
    // Half of the moments are near the ends of months, where the days of time zones differ.
    atMs: fc.oneof(
      fc.integer({ min: Date.UTC(2025, 11, 1), max: Date.UTC(2027, 0, 31) }),
      fc
        .tuple(
          fc.integer({ min: 0, max: 13 }),
          fc.integer({ min: -15, max: 15 }),
          fc.integer({ min: 0, max: 3_599_999 }),
        )
        .map(([month, hours, restMs]) => Date.UTC(2025, 11 + month, 1) + hours * 3_600_000 + restMs),
    ),
    counts: fc.constantFrom<Counts>({ in: 1 }, { out: 1 }, { in: 2, out: 75 }),
  }),
  { maxLength: 60 },
);

/** Returns the rows that result from counting these facts. */
const rowsOf = (facts: readonly { atMs: number; counts: Counts }[]) => {
  const rows = new Map<string, Rollup>();
  for (const { atMs, counts } of facts) {
    for (const { period, by } of incrementsOf(new Date(atMs).toISOString(), counts)) {
      const row = rows.get(period) ?? { companyId: 1, kind: 'messages', period, shard: 0 };
      for (const [name, count] of Object.entries(by)) row[name] = Number(row[name] ?? 0) + count;
      rows.set(period, row);
    }
  }
  const of = (prefix: string) => [...rows.values()].filter(({ period }) => period.startsWith(prefix));
  return { days: of('D#'), months: of('M#') };
};

/** Computes the same sums directly from the facts. */
const recount = (facts: readonly { atMs: number; counts: Counts }[], timeZone: string, length: 7 | 10) => {
  const sums: Record<string, Record<string, number>> = {};
  for (const { atMs, counts } of facts) {
    const period = new Date(atMs).toLocaleDateString('sv-SE', { timeZone }).slice(0, length);
    for (const [metric, count] of Object.entries(counts)) {
      sums[period] = { ...sums[period], [metric]: (sums[period]?.[metric] ?? 0) + count };
    }
  }
  return sums;
};
const withoutZeros = (sums: ReadonlyMap<string, Counts>) =>
  Object.fromEntries(
    [...sums].flatMap(([period, counts]) => {
      const left = Object.entries(counts).filter(([, count]) => count !== 0);
      return left.length === 0 ? [] : [[period, Object.fromEntries(left)]];
    }),
  );

describe('I22 sums of days and months', () => {
  it.each(ZONES)('the sums equal a recount from the facts in %s', (timeZone) => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const { days, months } = rowsOf(facts);
        expect(withoutZeros(sumByDay(days, timeZone))).toEqual(recount(facts, timeZone, 10));
        expect(withoutZeros(sumByMonth(months, timeZone))).toEqual(recount(facts, timeZone, 7));
      }),
      { numRuns: 200 },
    );
  });

  it('the row of a busy day and the row of a busy month stay below a kilobyte', () => {
    const hours = Array.from({ length: 31 * 24 }, (_none, hour) => Date.UTC(2026, 9, 1, hour));
    const facts = hours.flatMap((atMs) => [
      { atMs, counts: { in: 1_234 } },
      { atMs, counts: { out: 1_234 } },
    ]);
    const { days, months } = rowsOf(facts);
    const bookkeeping = {
      pk: 'C#1234#ROLLUP#messages',
      sk: 'D#2026-10-31#3',
      _e: 'rollup',
      version: 99_999,
    };
    const times = { rowCreatedAt: '2026-10-01T00:00:00.000Z', rowUpdatedAt: '2026-10-01T00:00:00.000Z' };
    for (const row of [...days, ...months]) {
      // DynamoDB counts the names, one byte for each character of a text, and for a number one byte for each two
      // digits plus one.
      const bytes = Object.entries({ ...row, ...bookkeeping, ...times }).reduce(
        (sum, [name, value]) =>
          sum +
          name.length +
          (typeof value === 'number' ? Math.ceil(`${value}`.length / 2) + 1 : value.length),
        0,
      );
      expect(bytes).toBeLessThan(1_024);
    }
  });

  it('the days of a month are read from the rows of the neighbouring months as well', () => {
    expect(monthsAround('2026-01', '2026-02')).toEqual(['2025-12', '2026-01', '2026-02', '2026-03']);
    expect(monthsAround('2026-12', '2026-12')).toEqual(['2026-11', '2026-12', '2027-01']);
  });
});
