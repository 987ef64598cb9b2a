import { AppError } from '@prosa/shared/errors.ts';
import { REPORT_DAYS_MAX } from '@prosa/shared/rules/list-sizes.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { Temporal } from 'temporal-polyfill';
import { dayCount, type Period } from '../dashboard/period.ts';

/**
 * Returns the days of a report, in the company's calendar. Without a first day it starts on the first of the last day's
 * month; without a last day it ends today.
 * @param dateFrom `YYYY-MM-DD`, or '' for the default
 * @throws AppError ERR_VALIDATION if the days are not in order, or more than {@link REPORT_DAYS_MAX}
 */
export const reportPeriod = (
  { dateFrom, dateTo }: { dateFrom: string; dateTo: string },
  timeZone: string,
  nowMs: number,
): Period => {
  const last = dateTo === '' ? localDay(timeZone, nowMs) : dateTo;
  const first = dateFrom === '' ? `${last.slice(0, 7)}-01` : dateFrom;
  const refuse = (message: string): never => {
    throw new AppError('ERR_VALIDATION', { details: [{ path: 'dateFrom', message }] });
  };
  if (first > last) refuse('the first day is after the last one');
  if (dayCount({ first, last }) > REPORT_DAYS_MAX) refuse(`at most ${REPORT_DAYS_MAX} days`);
  return { first, last };
};

const startOfDay = (day: Temporal.PlainDate, timeZone: string): string =>
  new Date(day.toZonedDateTime(timeZone).epochMilliseconds).toISOString();

/** The instants of a period: from the first one to before the last one. */
export interface InstantRange {
  from: string;
  to: string;
}

/** Returns when a period begins and ends in a time zone. A day with a clock change has 23 or 25 hours. */
export const rangeOf = ({ first, last }: Period, timeZone: string): InstantRange => ({
  from: startOfDay(Temporal.PlainDate.from(first), timeZone),
  to: startOfDay(Temporal.PlainDate.from(last).add({ days: 1 }), timeZone),
});
