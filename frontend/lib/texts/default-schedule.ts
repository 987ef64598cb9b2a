import type { ScheduleEntry } from '@prosa/shared/entities/common.ts';
import { CLOSED, WORKDAY } from './week-hours.ts';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** Returns the week that new hours begin with: two shifts on every day but Sunday, which is closed. */
export const defaultSchedule = (): ScheduleEntry[] =>
  DAYS.map((weekdayEn) => ({
    weekday: weekdayEn,
    weekdayEn,
    ...(weekdayEn === 'sunday' ? CLOSED : WORKDAY),
  }));
