import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSlot, nextSlot, type Recurrence, readSendAt, type Slot, slotAt } from './recurrence.ts';

const NEW_YORK = 'America/New_York';
const SAO_PAULO = 'America/Sao_Paulo';
const LORD_HOWE = 'Australia/Lord_Howe';

/** Returns the first sends of a recurrence that is always on time. */
const sends = (recurrence: Recurrence, count: number, timeZone: string): string[] => {
  const all: Slot[] = [firstSlot(recurrence, timeZone)];
  for (let last = all[0]; last !== undefined && all.length < count; last = all.at(-1))
    all.push(nextSlot(recurrence, last, last.atMs, timeZone));
  return all.map(({ atMs }) => new Date(atMs).toISOString());
};
const recurrence = (
  firstSendAt: string,
  repeatUnit: Recurrence['repeatUnit'],
  repeatEvery: number,
  businessDayRule: Recurrence['businessDayRule'] = 'any',
): Recurrence => ({ firstSendAt, repeatUnit, repeatEvery, businessDayRule });

/** Sixty instants, calculated by hand from calendars. */
const TABLE: [name: string, recurrence: Recurrence, timeZone: string, expected: string[]][] = [
  [
    'the 31st, month by month: the last day of shorter ones, never drifting',
    recurrence('2027-01-31T13:00:00.000Z', 'months', 1),
    SAO_PAULO,
    ['2027-01-31T13', '2027-02-28T13', '2027-03-31T13', '2027-04-30T13', '2027-05-31T13', '2027-06-30T13'],
  ],
  [
    'the 29th of February, year by year',
    recurrence('2028-02-29T15:00:00.000Z', 'months', 12),
    SAO_PAULO,
    ['2028-02-29T15', '2029-02-28T15', '2030-02-28T15', '2031-02-28T15', '2032-02-29T15'],
  ],
  [
    'the 30th over February, every other month',
    recurrence('2026-12-30T12:00:00.000Z', 'months', 2),
    SAO_PAULO,
    ['2026-12-30T12', '2027-02-28T12', '2027-04-30T12', '2027-06-30T12'],
  ],
  [
    'nine in the morning over spring forward in New York',
    recurrence('2027-03-12T14:00:00.000Z', 'days', 1),
    NEW_YORK,
    ['2027-03-12T14', '2027-03-13T14', '2027-03-14T13', '2027-03-15T13'],
  ],
  [
    'nine in the morning over fall back in New York',
    recurrence('2027-11-05T13:00:00.000Z', 'days', 1),
    NEW_YORK,
    ['2027-11-05T13', '2027-11-06T13', '2027-11-07T14', '2027-11-08T14'],
  ],
  [
    'an hour that New York skips is the one after it, and itself again the next day',
    recurrence('2027-03-13T07:30:00.000Z', 'days', 1),
    NEW_YORK,
    ['2027-03-13T07:30', '2027-03-14T07:30', '2027-03-15T06:30'],
  ],
  [
    'an hour that New York has twice is its first',
    recurrence('2027-11-06T05:30:00.000Z', 'days', 1),
    NEW_YORK,
    ['2027-11-06T05:30', '2027-11-07T05:30', '2027-11-08T06:30'],
  ],
  [
    'the second of an hour that New York has twice stays what was chosen',
    recurrence('2027-11-07T06:30:00.000Z', 'days', 1),
    NEW_YORK,
    ['2027-11-07T06:30', '2027-11-08T06:30'],
  ],
  [
    'months over both changes in New York',
    recurrence('2027-02-01T14:00:00.000Z', 'months', 3),
    NEW_YORK,
    ['2027-02-01T14', '2027-05-01T13', '2027-08-01T13', '2027-11-01T13', '2028-02-01T14'],
  ],
  [
    'São Paulo, which has no change',
    recurrence('2027-10-15T12:00:00.000Z', 'weeks', 1),
    SAO_PAULO,
    ['2027-10-15T12', '2027-10-22T12', '2027-10-29T12', '2027-11-05T12'],
  ],
  [
    'weeks, two at a time',
    recurrence('2026-12-20T12:00:00.000Z', 'weeks', 2),
    SAO_PAULO,
    ['2026-12-20T12', '2027-01-03T12', '2027-01-17T12'],
  ],
  [
    'minutes go on through a change of clocks',
    recurrence('2027-03-14T06:50:00.000Z', 'minutes', 5),
    NEW_YORK,
    ['2027-03-14T06:50', '2027-03-14T06:55', '2027-03-14T07:00', '2027-03-14T07:05'],
  ],
  [
    'the working day before: a Saturday and a Sunday are the Friday, once',
    recurrence('2026-11-27T12:00:00.000Z', 'days', 1, 'before'),
    SAO_PAULO,
    ['2026-11-27T12', '2026-11-30T12', '2026-12-01T12'],
  ],
  [
    'the working day after: a Saturday and a Sunday are the Monday, once',
    recurrence('2026-11-27T12:00:00.000Z', 'days', 1, 'after'),
    SAO_PAULO,
    ['2026-11-27T12', '2026-11-30T12', '2026-12-01T12'],
  ],
  [
    'the 28th of each month, the working day before',
    recurrence('2026-11-28T12:00:00.000Z', 'months', 1, 'before'),
    SAO_PAULO,
    ['2026-11-27T12', '2026-12-28T12', '2027-01-28T12', '2027-02-26T12'],
  ],
  [
    'the 28th of each month, the working day after, over the end of the month',
    recurrence('2026-11-28T12:00:00.000Z', 'months', 1, 'after'),
    SAO_PAULO,
    ['2026-11-30T12', '2026-12-28T12', '2027-01-28T12', '2027-03-01T12'],
  ],
  [
    'the weekday counts where the company is: late on a Friday there is Saturday in UTC',
    recurrence('2026-11-28T01:00:00.000Z', 'weeks', 1, 'after'),
    SAO_PAULO,
    ['2026-11-28T01', '2026-12-05T01'],
  ],
  [
    'the working day after a Sunday whose hour New York skips has that hour',
    recurrence('2027-02-14T07:30:00.000Z', 'weeks', 4, 'after'),
    NEW_YORK,
    ['2027-02-15T07:30', '2027-03-15T06:30'],
  ],
  [
    'the year 2999',
    recurrence('2999-11-30T12:00:00.000Z', 'months', 1),
    SAO_PAULO,
    ['2999-11-30T12', '2999-12-30T12', '3000-01-30T12', '3000-02-28T12'],
  ],
  [
    'a change of half an hour',
    recurrence('2027-10-02T00:00:00.000Z', 'days', 1),
    LORD_HOWE,
    ['2027-10-02T00:00', '2027-10-02T23:30', '2027-10-03T23:30'],
  ],
];
const whole = (short: string): string => `${short.length === 13 ? `${short}:00` : short}:00.000Z`;

describe('R31: the calendar of a recurrence', () => {
  it.each(TABLE)('R31: %s', (_name, given, timeZone, expected) => {
    expect(sends(given, expected.length, timeZone)).toEqual(expected.map(whole));
  });

  it('R31: the table has at least sixty instants', () => {
    expect(TABLE.flatMap(([, , , expected]) => expected).length).toBeGreaterThanOrEqual(60);
  });
});

const MINUTE_MS = 60_000;
const zones = fc.constantFrom(NEW_YORK, SAO_PAULO, LORD_HOWE, 'UTC', 'Asia/Kathmandu', 'Pacific/Apia');
const recurrences = fc.record({
  firstSendAt: fc
    .integer({ min: Date.UTC(2000, 0), max: Date.UTC(2100, 0) })
    .map((ms) => new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString()),
  repeatUnit: fc.constantFrom('days' as const, 'weeks' as const, 'months' as const, 'minutes' as const),
  repeatEvery: fc.integer({ min: 1, max: 100 }),
  businessDayRule: fc.constantFrom('any' as const, 'before' as const, 'after' as const),
});
const HOUR_MS = 60 * MINUTE_MS;
const fields = (ms: number, timeZone: string) =>
  Object.fromEntries(
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );

describe('any recurrence', () => {
  it('continues after both the last send and the current time, and skips no place in between', () => {
    fc.assert(
      fc.property(
        recurrences,
        zones,
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 400 }),
        (given, zone, slot, daysLate) => {
          const last = { slot, atMs: slotAt(given, slot, zone) };
          const nowMs = last.atMs + daysLate * 24 * HOUR_MS;
          const next = nextSlot(given, last, nowMs, zone);
          expect(next.slot).toBeGreaterThan(slot);
          expect(next.atMs).toBeGreaterThan(nowMs);
          expect(next.atMs).toBe(slotAt(given, next.slot, zone));
          for (let place = Math.max(slot + 1, next.slot - 20); place < next.slot; place++)
            expect(slotAt(given, place, zone)).toBeLessThanOrEqual(nowMs);
        },
      ),
      { numRuns: 300, seed: 20_261_122 },
    );
  });

  it('stays on working days if the rule says so', () => {
    fc.assert(
      fc.property(recurrences, zones, fc.integer({ min: 0, max: 200 }), (given, zone, slot) => {
        const { weekday } = fields(slotAt(given, slot, zone), zone);
        if (given.businessDayRule !== 'any') expect(['Sat', 'Sun']).not.toContain(weekday);
      }),
      { numRuns: 300, seed: 20_261_123 },
    );
  });

  it('keeps the hour of its first date, if the local clock has that hour', () => {
    const daily = recurrences.filter(({ repeatUnit }) => repeatUnit !== 'minutes');
    fc.assert(
      fc.property(daily, zones, fc.integer({ min: 1, max: 100 }), (given, zone, slot) => {
        const first = fields(Date.parse(given.firstSendAt), zone);
        const at = slotAt(given, slot, zone);
        const shown = fields(at, zone);
        const minutes = (part: Record<string, string>) => Number(part.hour) * 60 + Number(part.minute);
        const late = (minutes(shown) - minutes(first) + 1440) % 1440;
        // A skipped hour, or half hour, becomes the one after it.
        expect([0, 30, 60]).toContain(late);
        if (late > 0)
          expect(fields(at - late * MINUTE_MS, zone)).not.toEqual({
            ...shown,
            hour: first.hour,
            minute: first.minute,
          });
      }),
      { numRuns: 300, seed: 20_261_124 },
    );
  });
});

describe('readSendAt', () => {
  it.each([
    ['2026-11-22T10:00', '2026-11-22T13:00:00.000Z'],
    ['2026-11-22T10:00:30.5', '2026-11-22T13:00:30.500Z'],
    ['2026-11-22T10:00:00Z', '2026-11-22T10:00:00.000Z'],
    ['2026-11-22T10:00:00.000+02:00', '2026-11-22T08:00:00.000Z'],
  ])('reads %s as %s in São Paulo', (text, expected) => {
    expect(new Date(readSendAt(text, SAO_PAULO)).toISOString()).toBe(expected);
  });
});
