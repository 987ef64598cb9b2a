import { type ApiUsage, USAGE_COUNTERS } from '@prosa/shared/entities/api-usage.ts';

const FIELDS = ['UsedOnDay', ...USAGE_COUNTERS] as const;
type Counts = Pick<ApiUsage, (typeof FIELDS)[number]>;
type Day = Counts & Pick<ApiUsage, 'day'>;

const NONE: Counts = {
  UsedOnDay: 0,
  usedText: 0,
  usedPDF: 0,
  usedImage: 0,
  usedVideo: 0,
  usedOther: 0,
  usedCheckNumber: 0,
};

/** Returns the sum of some counts. */
export const totalOf = (counts: readonly Counts[]): Counts => {
  const total = { ...NONE };
  for (const one of counts) for (const field of FIELDS) total[field] += one[field];
  return total;
};

/** Returns the days of usage rows in their order, each with the sum of its rows. */
export const daysOfUsage = (rows: readonly Day[]): Day[] => {
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return [...byDay].map(([day, ofDay]) => ({ day, ...totalOf(ofDay) }));
};
