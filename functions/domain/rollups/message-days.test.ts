import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from './facts.ts';
import { incrementOf, sumByDay } from './message-days.ts';

const ZONES = [
  'UTC',
  'America/Sao_Paulo',
  'America/New_York',
  'Europe/Lisbon',
  'Asia/Kolkata',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

const factsArbitrary = fc.array(
  fc.record({
    id: fc.uuid(),
    at: fc
      .integer({ min: Date.UTC(2026, 9, 28), max: Date.UTC(2026, 10, 4) })
      .map((ms) => new Date(ms).toISOString()),
    counts: fc.constantFrom({ in: 1 }, { out: 1 }),
    sentOver: fc.constantFrom(1, 12),
  }),
  { maxLength: 60 },
);

/** Returns the rows that result from counting these facts, each in one of two shards. */
const rowsOf = (facts: readonly Fact[], timeZone: string): Rollup[] => {
  const rows = new Map<string, Rollup>();
  for (const [index, fact] of facts.entries()) {
    const { day, by } = incrementOf(fact, timeZone);
    const shard = index % 2;
    const row = rows.get(`${day} ${shard}`) ?? { companyId: 1, kind: 'messages', period: `D#${day}`, shard };
    for (const [name, count] of Object.entries(by)) row[name] = Number(row[name] ?? 0) + count;
    rows.set(`${day} ${shard}`, row);
  }
  return [...rows.values()];
};

describe('I22 sums of the messages of days', () => {
  it.each(ZONES)('equal a recount from the facts in %s', (timeZone) => {
    fc.assert(
      fc.property(factsArbitrary, (facts) => {
        const recount: Record<string, Record<string, number>> = {};
        for (const { at, counts } of facts) {
          const day = new Date(at).toLocaleDateString('sv-SE', { timeZone });
          for (const [metric, count] of Object.entries(counts))
            recount[day] = { ...recount[day], [metric]: (recount[day]?.[metric] ?? 0) + count };
        }
        expect(Object.fromEntries(sumByDay(rowsOf(facts, timeZone)))).toEqual(recount);
      }),
      { numRuns: 100 },
    );
  });

  it('have no day in which messages were only sent without being stored', () => {
    const row: Rollup = { companyId: 1, kind: 'messages', period: 'D#2026-11-21', shard: 0, c3: 7 };
    expect(sumByDay([row])).toEqual(new Map());
  });
});
