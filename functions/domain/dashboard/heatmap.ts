import type { Heatmap } from '@prosa/shared/contracts/dashboard.ts';
import { weekdaySchema } from '@prosa/shared/entities/common.ts';
import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import { begunBy } from '../rollups/shares.ts';

const HOURS = Array.from({ length: 24 }, (_none, hour) => String(hour).padStart(2, '0'));

/** Returns a day's weekday: 0 for Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00.000Z`).getUTCDay() + 6) % 7;

/** Returns how many attendances began on each weekday and hour, Monday first, from the rows of days of `begun`. */
export const heatmapOf = (rows: readonly Rollup[]): Heatmap => {
  const byWeekday = Map.groupBy(rows, ({ period }) => weekdayOf(period.slice(2)));
  return weekdaySchema.options.map((weekday, index) => {
    const begun = begunBy(byWeekday.get(index) ?? [], 'hour');
    return { weekday, hours: HOURS.map((hour) => begun.get(hour) ?? 0) };
  });
};
