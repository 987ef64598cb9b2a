import { localDay } from '@prosa/shared/rules/zone-format.ts';

const MONTH_CHARS = 'YYYY-MM'.length;

/** Returns the calendar month of an instant in a time zone, `2026-11`: the one to which an answer's use counts. */
export const usageMonth = (nowMs: number, timeZone: string): string =>
  localDay(timeZone, nowMs).slice(0, MONTH_CHARS);
