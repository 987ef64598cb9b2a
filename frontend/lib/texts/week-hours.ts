import type { ScheduleEntry } from '@prosa/shared/entities/common.ts';

export const SHIFT_TIMES = ['startTimeA', 'endTimeA', 'startTimeB', 'endTimeB'] as const;
export type ShiftTimes = Pick<ScheduleEntry, (typeof SHIFT_TIMES)[number]>;

/** The times of a day without work. */
export const CLOSED: ShiftTimes = { startTimeA: '', endTimeA: '', startTimeB: '', endTimeB: '' };
/** The times that a working day begins with. */
export const WORKDAY: ShiftTimes = {
  startTimeA: '08:00',
  endTimeA: '12:00',
  startTimeB: '13:00',
  endTimeB: '18:00',
};

/** Returns only the times of a day. */
export const timesOf = ({ startTimeA, endTimeA, startTimeB, endTimeB }: ShiftTimes): ShiftTimes => ({
  startTimeA,
  endTimeA,
  startTimeB,
  endTimeB,
});

/** Whether nobody works on a day. */
export const isClosed = (day: ShiftTimes): boolean => SHIFT_TIMES.every((time) => day[time] === '');

/** Returns the shifts of a day as people write them: `08:00–12:00`. */
export const shiftsOf = ({ startTimeA, endTimeA, startTimeB, endTimeB }: ShiftTimes): string[] =>
  [
    [startTimeA, endTimeA],
    [startTimeB, endTimeB],
  ].flatMap(([start = '', end = '']) => (start === '' || end === '' ? [] : [`${start}–${end}`]));

/** Days in a row with the same hours. */
export interface DayRun {
  first: ScheduleEntry['weekdayEn'];
  last: ScheduleEntry['weekdayEn'];
  shifts: string[];
}

/** Returns a week in as few lines as it needs: days in a row with the same hours share one. */
export const weekRuns = (week: readonly ScheduleEntry[]): DayRun[] => {
  const runs: DayRun[] = [];
  for (const day of week) {
    const shifts = shiftsOf(day);
    const run = runs.at(-1);
    if (run !== undefined && run.shifts.join() === shifts.join()) run.last = day.weekdayEn;
    else runs.push({ first: day.weekdayEn, last: day.weekdayEn, shifts });
  }
  return runs;
};
