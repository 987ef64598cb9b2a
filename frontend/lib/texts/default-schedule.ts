import type { ScheduleEntry } from '@prosa/shared/entities/common.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Two shifts on every day, as a new schedule begins. */
export const defaultSchedule = (): ScheduleEntry[] =>
  DAYS.map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    startTimeA: '08:00',
    endTimeA: '12:00',
    startTimeB: '13:00',
    endTimeB: '18:00',
  }));
