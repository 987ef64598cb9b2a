import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { sendCounter } from '../sends/count-sends.ts';
import { type Counts, type Fact, MESSAGE_METRICS } from './facts.ts';

/** The increase of a day's row by a fact: the day (`2026-11-21`), and the increase of each of its counters. */
export interface DayIncrement {
  day: string;
  by: Readonly<Record<string, number>>;
}

/**
 * Returns what a fact adds to the row of its day. The day is the company's, in the time zone that it has when the fact
 * is counted; it stays if the zone changes later.
 */
export const incrementOf = ({ at, counts, sentOver }: Fact, timeZone: string): DayIncrement => ({
  day: localDay(timeZone, Date.parse(at)),
  by: { ...counts, ...(sentOver === undefined ? {} : { [sendCounter(sentOver)]: 1 }) },
});

/** Sums the rows of days by day, in the order of the rows. Days without messages are omitted. */
export const sumByDay = (rows: readonly Rollup[]): Map<string, Counts> => {
  const sums = new Map<string, Counts>();
  for (const row of rows) {
    const day = row.period.slice(2);
    for (const metric of MESSAGE_METRICS) {
      const count = row[metric];
      if (typeof count !== 'number') continue;
      const counts = sums.get(day) ?? {};
      sums.set(day, { ...counts, [metric]: (counts[metric] ?? 0) + count });
    }
  }
  return sums;
};
