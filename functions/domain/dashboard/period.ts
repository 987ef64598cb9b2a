import { localDay } from '@prosa/shared/rules/zone-format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A day before any data exists. */
const FIRST_DAY = '1970-01-01';

/** Days in the company's calendar, both included. */
export interface Period {
  first: string;
  last: string;
}

/** Returns the period of the last days, today included. */
export const lastDays = (days: number, timeZone: string, nowMs: number): Period => {
  const last = localDay(timeZone, nowMs);
  // Calendar days, because a day with a clock change does not have 24 hours.
  const first = new Date(Date.parse(`${last}T00:00:00.000Z`) - (days - 1) * DAY_MS);
  return { first: first.toISOString().slice(0, 10), last };
};

/** Returns the period between two days. An open end is today; an open start is the beginning of all data. */
export const periodBetween = (
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
  nowMs: number,
): Period => ({ first: from ?? FIRST_DAY, last: to ?? localDay(timeZone, nowMs) });

/** Returns how many days a period has. */
export const dayCount = ({ first, last }: Period): number => (msOf(last) - msOf(first)) / DAY_MS + 1;

const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const msOf = (day: string): number => Date.parse(`${day}T00:00:00.000Z`);
const lastOfMonth = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/**
 * Returns the period before another one, to compare with: the month before a whole month, the same days of the month
 * before for the first days of a month, and otherwise as many days.
 */
export const periodBefore = ({ first, last }: Period): Period => {
  const [year = 0, month = 1, firstDay = 1] = first.split('-').map(Number);
  const lastDay = Number(last.slice(8));
  if (firstDay === 1 && first.slice(0, 7) === last.slice(0, 7)) {
    const start = new Date(Date.UTC(year, month - 2, 1));
    const [beforeYear, beforeMonth] = [start.getUTCFullYear(), start.getUTCMonth() + 1];
    const length = lastOfMonth(beforeYear, beforeMonth);
    const isWhole = lastDay === lastOfMonth(year, month);
    const end = Date.UTC(beforeYear, beforeMonth - 1, isWhole ? length : Math.min(lastDay, length));
    return { first: dayAt(start.getTime()), last: dayAt(end) };
  }
  const days = dayCount({ first, last });
  return { first: dayAt(msOf(first) - days * DAY_MS), last: dayAt(msOf(first) - DAY_MS) };
};
