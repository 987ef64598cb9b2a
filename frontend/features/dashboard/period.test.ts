import { describe, expect, it } from 'vitest';
import {
  changePercent,
  defaultPeriod,
  hoursAndMinutes,
  isComplete,
  isInOrder,
  PRESETS,
  presetOf,
  presetPeriod,
  timeBars,
} from './period.ts';

describe('dashboard period', () => {
  it('is from the first of the month to today by default', () => {
    expect(defaultPeriod(new Date('2026-11-22T15:00:00.000Z'))).toEqual({
      first: '2026-11-01',
      last: '2026-11-22',
    });
  });

  it('is valid only with both ends, in order', () => {
    expect([
      isComplete({ first: '', last: '2026-11-22' }),
      isComplete({ first: '2026-11-22', last: '' }),
    ]).toEqual([false, false]);
    expect(isInOrder({ first: '2026-11-23', last: '2026-11-22' })).toBe(false);
    expect(isInOrder({ first: '2026-11-22', last: '2026-11-22' })).toBe(true);
  });
});

describe('a preset', () => {
  const now = new Date('2026-11-22T15:00:00.000Z');

  it('is today, the last seven days, this month until today, or the whole month before', () => {
    expect(PRESETS.map((preset) => presetPeriod(preset, now))).toEqual([
      { first: '2026-11-22', last: '2026-11-22' },
      { first: '2026-11-16', last: '2026-11-22' },
      { first: '2026-11-01', last: '2026-11-22' },
      { first: '2026-10-01', last: '2026-10-31' },
    ]);
    expect(presetPeriod('lastMonth', new Date('2026-01-05T15:00:00.000Z'))).toEqual({
      first: '2025-12-01',
      last: '2025-12-31',
    });
  });

  it('is recognised by its days; on the first of a month, that day is this month', () => {
    for (const preset of PRESETS) expect(presetOf(presetPeriod(preset, now), now)).toBe(preset);
    expect(presetOf({ first: '2026-11-02', last: '2026-11-22' }, now)).toBeUndefined();
    const firstOfMonth = new Date('2026-11-01T15:00:00.000Z');
    expect(presetOf(defaultPeriod(firstOfMonth), firstOfMonth)).toBe('month');
  });
});

it('changePercent compares with the figure before, if there was one', () => {
  expect([
    changePercent(15, 10),
    changePercent(5, 10),
    changePercent(10, 10),
    changePercent(0, 3),
    changePercent(4, 0),
  ]).toEqual([50, -50, 0, -100, null]);
});

it('hoursAndMinutes splits an average into hours and minutes', () => {
  expect([0, 59, 59.6, 60, 125].map(hoursAndMinutes)).toEqual([
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 59 },
    { hours: 1, minutes: 0 },
    { hours: 1, minutes: 0 },
    { hours: 2, minutes: 5 },
  ]);
});

describe('tickets over time', () => {
  it('are grouped by hour for a single day', () => {
    const bars = timeBars({ first: '2026-11-22', last: '2026-11-22' }, [{ horario: '09', total: 4 }]);
    expect(bars).toHaveLength(24);
    expect(bars[9]).toEqual({ name: '09', total: 4 });
  });

  it('are grouped by day, including days without tickets', () => {
    expect(timeBars({ first: '2026-02-27', last: '2026-03-02' }, [{ data: '28/02/2026', total: 3 }])).toEqual(
      [
        { name: '27/02/2026', total: 0 },
        { name: '28/02/2026', total: 3 },
        { name: '01/03/2026', total: 0 },
        { name: '02/03/2026', total: 0 },
      ],
    );
  });

  it('are grouped by month when the period has too many days', () => {
    const rows = [
      { data: '31/12/2025', total: 2 },
      { data: '01/01/2026', total: 3 },
      { data: '15/01/2026', total: 4 },
    ];
    expect(timeBars({ first: '2025-11-01', last: '2026-02-28' }, rows)).toEqual([
      { name: '11/2025', total: 0 },
      { name: '12/2025', total: 2 },
      { name: '01/2026', total: 7 },
      { name: '02/2026', total: 0 },
    ]);
    expect(timeBars({ first: '1970-01-01', last: '2026-02-28' }, rows)).toHaveLength(120);
  });
});
