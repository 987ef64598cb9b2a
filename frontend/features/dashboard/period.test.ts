import { describe, expect, it } from 'vitest';
import { defaultPeriod, hoursAndMinutes, isComplete, isInOrder, timeBars } from './period.ts';

describe('the period', () => {
  it('is from the first of the month to today, unless something else is chosen', () => {
    expect(defaultPeriod(new Date('2026-11-22T15:00:00.000Z'))).toEqual({
      first: '2026-11-01',
      last: '2026-11-22',
    });
  });

  it('has both ends, in order', () => {
    expect([
      isComplete({ first: '', last: '2026-11-22' }),
      isComplete({ first: '2026-11-22', last: '' }),
    ]).toEqual([false, false]);
    expect(isInOrder({ first: '2026-11-23', last: '2026-11-22' })).toBe(false);
    expect(isInOrder({ first: '2026-11-22', last: '2026-11-22' })).toBe(true);
  });
});

it('an average is told in hours and minutes', () => {
  expect([0, 59, 60, 125].map(hoursAndMinutes)).toEqual([
    { hours: 0, minutes: 0 },
    { hours: 0, minutes: 59 },
    { hours: 1, minutes: 0 },
    { hours: 2, minutes: 5 },
  ]);
});

describe('tickets over time', () => {
  it('are shown by the hour for a single day', () => {
    const bars = timeBars({ first: '2026-11-22', last: '2026-11-22' }, [{ horario: '09', total: 4 }]);
    expect(bars).toHaveLength(24);
    expect(bars[9]).toEqual({ name: '09', total: 4 });
  });

  it('are shown by the day, those without any, too', () => {
    expect(timeBars({ first: '2026-02-27', last: '2026-03-02' }, [{ data: '28/02/2026', total: 3 }])).toEqual(
      [
        { name: '27/02/2026', total: 0 },
        { name: '28/02/2026', total: 3 },
        { name: '01/03/2026', total: 0 },
        { name: '02/03/2026', total: 0 },
      ],
    );
  });

  it('are shown by the month where days are too many', () => {
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
