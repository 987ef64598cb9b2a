import type { Rollup } from '@prosa/shared/entities/rollup.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { type Counts, MESSAGE_METRICS, type Metric } from './facts.ts';

/**
 * Counts are stored by UTC hour, so that days can be summed for any company, also after it moves to another time
 * zone. A day's row has its 24 hours. A month's row has its sum, and separately those hours of its first and last
 * days that belong to another month in some time zone (UTC−12 to UTC+14). So a month needs only its own row and those
 * of its neighbours. In zones with an offset of half an hour, an hour counts for the day in which it begins.
 */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAY_HOURS_END = 12;
const LAST_DAY_HOURS_START = 10;

const isMetric = (name: string): name is Metric => MESSAGE_METRICS.some((metric) => metric === name);

/** The increase of a row by a fact: the row's period, and the increase of each of its attributes. */
export interface Increment {
  period: string;
  by: Record<string, number>;
}

const twoDigits = (hour: number): string => String(hour).padStart(2, '0');

/** Returns what a fact adds to the row of its day and to the row of its month. */
export const incrementsOf = (at: string, counts: Counts): [day: Increment, month: Increment] => {
  const ms = Date.parse(at);
  const day = new Date(ms).toISOString().slice(0, 10);
  const hour = new Date(ms).getUTCHours();
  const isFirstDay = day.endsWith('-01') && hour < FIRST_DAY_HOURS_END;
  const isLastDay = new Date(ms + DAY_MS).getUTCDate() === 1 && hour >= LAST_DAY_HOURS_START;
  const edge = isFirstDay ? `_a${twoDigits(hour)}` : isLastDay ? `_z${twoDigits(hour)}` : undefined;
  const inDay: Record<string, number> = {};
  const inMonth: Record<string, number> = {};
  for (const [metric, count] of Object.entries(counts)) {
    if (count === 0) continue;
    inDay[`${metric}${twoDigits(hour)}`] = count;
    inMonth[metric] = count;
    if (edge !== undefined) inMonth[`${metric}${edge}`] = count;
  }
  return [
    { period: `D#${day}`, by: inDay },
    { period: `M#${day.slice(0, 7)}`, by: inMonth },
  ];
};

const add = (sums: Map<string, Counts>, key: string, metric: Metric, count: number): void => {
  const counts = sums.get(key) ?? {};
  counts[metric] = (counts[metric] ?? 0) + count;
  sums.set(key, counts);
};

const COUNTER = /^([a-zA-Z]+?)(?:(\d\d)|_([az])(\d\d))?$/;

/** Returns the counts of a row: sums of a metric without an hour, and counts of single hours. */
const countersOf = (row: Rollup) =>
  Object.entries(row).flatMap(([name, count]) => {
    const [, metric = '', hour, edge, edgeHour] = COUNTER.exec(name) ?? [];
    if (!isMetric(metric) || typeof count !== 'number') return [];
    const at = hour ?? edgeHour;
    return [{ metric, count, edge, hour: at === undefined ? undefined : Number(at) }];
  });

/** Sums the rows of UTC days by local day. */
export const sumByDay = (rows: readonly Rollup[], timeZone: string): Map<string, Counts> => {
  const sums = new Map<string, Counts>();
  for (const row of rows) {
    const startMs = Date.parse(`${row.period.slice(2)}T00:00:00Z`);
    for (const { metric, count, hour } of countersOf(row)) {
      if (hour !== undefined) add(sums, localDay(timeZone, startMs + hour * HOUR_MS), metric, count);
    }
  }
  return sums;
};

/** Sums the rows of UTC months by local month. The first and the last of the given months are incomplete. */
export const sumByMonth = (rows: readonly Rollup[], timeZone: string): Map<string, Counts> => {
  const sums = new Map<string, Counts>();
  for (const row of rows) {
    const month = row.period.slice(2);
    const [year = 0, number = 0] = month.split('-').map(Number);
    const firstDayMs = Date.UTC(year, number - 1, 1);
    const lastDayMs = Date.UTC(year, number, 1) - DAY_MS;
    for (const { metric, count, hour, edge } of countersOf(row)) {
      if (hour === undefined) add(sums, month, metric, count);
      else {
        const local = localDay(timeZone, (edge === 'a' ? firstDayMs : lastDayMs) + hour * HOUR_MS).slice(
          0,
          7,
        );
        if (local === month) continue;
        add(sums, month, metric, -count);
        add(sums, local, metric, count);
      }
    }
  }
  return sums;
};

/** Returns the UTC months that contain the hours of these local months (`2026-11`), including the neighbours. */
export const monthsAround = (first: string, last: string): string[] => {
  const toNumber = (month: string): number => {
    const [year = 0, number = 1] = month.split('-').map(Number);
    return year * 12 + number - 1;
  };
  const months: string[] = [];
  for (let at = toNumber(first) - 1; at <= toNumber(last) + 1; at++) {
    months.push(`${Math.floor(at / 12)}-${twoDigits((at % 12) + 1)}`);
  }
  return months;
};
