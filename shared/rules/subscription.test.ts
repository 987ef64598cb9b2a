import { describe, expect, it } from 'vitest';
import { expiryWarningDays, hasEnd, isPastDue } from './subscription.ts';
import { localDay } from './zone-format.ts';

const DUE = '2027-01-10';
const DAY_MS = 86_400_000;

/** The last moment of the due date in each time zone. */
const ZONES = [
  ['America/Sao_Paulo', '2027-01-11T02:59:59.999Z'],
  ['Asia/Tokyo', '2027-01-10T14:59:59.999Z'],
  ['Pacific/Kiritimati', '2027-01-10T09:59:59.999Z'],
  ['Pacific/Pago_Pago', '2027-01-11T10:59:59.999Z'],
] as const;

describe('a subscription', () => {
  it.each(ZONES)(
    'a subscription of a company in %s runs until its due date ends there',
    (timeZone, lastMoment) => {
      expect(isPastDue(DUE, localDay(timeZone, Date.parse(lastMoment)))).toBe(false);
      expect(isPastDue(DUE, localDay(timeZone, Date.parse(lastMoment) + 1))).toBe(true);
    },
  );

  it.each(ZONES)(
    'a subscription of a company in %s warns under five days, by the company’s own midnights',
    (timeZone, lastMoment) => {
      const endMs = Date.parse(lastMoment) + 1;
      const left = [5, 4, 3, 2, 1, 0].map((days) =>
        expiryWarningDays(DUE, localDay(timeZone, endMs - days * DAY_MS)),
      );
      expect(left).toEqual([null, 4, 3, 2, 1, null]);
      expect(expiryWarningDays(DUE, localDay(timeZone, endMs - 4 * DAY_MS - 1))).toBeNull();
      expect(expiryWarningDays(DUE, localDay(timeZone, endMs - 1))).toBe(1);
    },
  );

  it('counts days, not hours, when daylight saving starts', () => {
    // Daylight saving starts on 14 March: that day has 23 hours.
    const left = ['2027-03-14T04:59:59.000Z', '2027-03-14T05:00:00.000Z', '2027-03-15T04:00:00.000Z'].map(
      (instant) => expiryWarningDays('2027-03-15', localDay('America/New_York', Date.parse(instant))),
    );
    expect(left).toEqual([3, 2, 1]);
  });

  it('has no end if its due date is in the year 2999', () => {
    expect(hasEnd('2999-12-31')).toBe(false);
    expect(hasEnd(DUE)).toBe(true);
  });
});
