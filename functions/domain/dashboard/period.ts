import { localDay } from '../zone-format.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Before anything that is counted. */
const FIRST_DAY = '1970-01-01';

/** Days of the company's calendar, both included. */
export interface Period {
  first: string;
  last: string;
}

/** The last days, today included. */
export const lastDays = (days: number, timeZone: string, nowMs: number): Period => {
  const last = localDay(timeZone, nowMs);
  // Days of the calendar, however many hours they have.
  const first = new Date(Date.parse(`${last}T00:00:00.000Z`) - (days - 1) * DAY_MS);
  return { first: first.toISOString().slice(0, 10), last };
};

/** From one day to another; today where the end is left open, all there was where the beginning is. */
export const periodBetween = (
  from: string | undefined,
  to: string | undefined,
  timeZone: string,
  nowMs: number,
): Period => ({ first: from ?? FIRST_DAY, last: to ?? localDay(timeZone, nowMs) });
