import { expect, it } from 'vitest';
import { lastMonths, messagesByDay } from './usage-month.ts';

it('offers the last twelve months, also over the end of a year', () => {
  const months = lastMonths('2026-02-28');
  expect(months).toHaveLength(12);
  expect(months.slice(0, 3)).toEqual(['2026-02', '2026-01', '2025-12']);
  expect(months.at(-1)).toBe('2025-03');
});

it('shows every day of the month, also those without calls', () => {
  const days = messagesByDay('2028-02', [{ day: '2028-02-03', UsedOnDay: 7 }]);
  expect(days).toHaveLength(29);
  expect(days[2]).toEqual({ day: '2028-02-03', total: 7 });
  expect(days[3]).toEqual({ day: '2028-02-04', total: 0 });
});
