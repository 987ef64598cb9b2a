import { expect, it } from 'vitest';
import { defaultSchedule } from './default-schedule.ts';
import { CLOSED, isClosed, shiftsOf, WORKDAY, weekRuns } from './week-hours.ts';

it('new hours are closed on Sunday only', () => {
  expect(defaultSchedule().map((day) => [day.weekdayEn, isClosed(day)])).toEqual([
    ['monday', false],
    ['tuesday', false],
    ['wednesday', false],
    ['thursday', false],
    ['friday', false],
    ['saturday', false],
    ['sunday', true],
  ]);
});

it('shiftsOf leaves out a shift without times', () => {
  expect([WORKDAY, { ...WORKDAY, startTimeB: '', endTimeB: '' }, CLOSED].map(shiftsOf)).toEqual([
    ['08:00–12:00', '13:00–18:00'],
    ['08:00–12:00'],
    [],
  ]);
});

it('weekRuns joins days in a row with the same hours', () => {
  const week = defaultSchedule().map((day) =>
    day.weekdayEn === 'saturday' ? { ...day, startTimeB: '', endTimeB: '' } : day,
  );
  expect(weekRuns(week)).toEqual([
    { first: 'monday', last: 'friday', shifts: ['08:00–12:00', '13:00–18:00'] },
    { first: 'saturday', last: 'saturday', shifts: ['08:00–12:00'] },
    { first: 'sunday', last: 'sunday', shifts: [] },
  ]);
});
