import { type Holiday, type ScheduleEntry, weekdaySchema } from '@prosa/shared/entities/common.ts';
import { localDay, zoneFormat } from '@prosa/shared/rules/zone-format.ts';

const MINUTES_PER_DAY = 24 * 60;
const DAY_MS = MINUTES_PER_DAY * 60_000;
/** How far back shifts are read to find the start of the closed time: a week, plus one day for shifts over midnight. */
const DAYS_BACK = 8;

const WEEKDAYS = weekdaySchema.options;

/**
 * Returns the minutes on the local clock since the start of a local day. Days are counted as calendar days, also when
 * the clock changes.
 */
const minutesSince = (day: string, timeZone: string, ms: number): number => {
  const days = Math.round((Date.parse(localDay(timeZone, ms)) - Date.parse(day)) / DAY_MS);
  const clock = zoneFormat('en-GB', timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return days * MINUTES_PER_DAY + minuteOf(clock.format(ms));
};

const minuteOf = (clockTime: string): number => {
  const [hours = '0', minutes = '0'] = clockTime.split(':');
  return Number(hours) * 60 + Number(minutes);
};

export interface Hours {
  schedules: readonly ScheduleEntry[];
  holidays: readonly Holiday[];
  /** IANA zone. */
  timeZone: string;
}

/**
 * Returns the shifts of a day in minutes of the day, first and last included. A day without an entry is open all day.
 * A shift that ends before it starts runs over midnight.
 */
const shiftsOn = (day: string, { schedules, holidays }: Hours): [number, number][] => {
  if (holidays.some(({ date }) => date === day)) return [];
  const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
  const entry = schedules.find(({ weekdayEn }) => weekdayEn === weekday);
  if (entry === undefined) return [[0, MINUTES_PER_DAY - 1]];
  return [[entry.startTimeA, entry.endTimeA] as const, [entry.startTimeB, entry.endTimeB] as const].flatMap(
    ([start, end]): [number, number][] => {
      if (start === '' || end === '') return [];
      const [from, to] = [minuteOf(start), minuteOf(end)];
      return [[from, to < from ? to + MINUTES_PER_DAY : to]];
    },
  );
};

/** Whether the company is open at a moment, and, if closed, whether an earlier moment lies in the same closed time. */
export interface OpeningHours {
  isOpen: boolean;
  isSameClosing: (beforeMs: number) => boolean;
}

/** Computes the opening hours at a moment: two shifts a day in the company's time zone, and none on its holidays. */
export const openingHours = (hours: Hours, nowMs: number): OpeningHours => {
  const { timeZone } = hours;
  const today = localDay(timeZone, nowMs);
  const now = minutesSince(today, timeZone, nowMs);
  const shifts = Array.from({ length: DAYS_BACK + 1 }, (_none, back) => {
    const day = new Date(Date.parse(today) - back * DAY_MS).toISOString().slice(0, 10);
    return shiftsOn(day, hours).map(([from, to]) => [
      from - back * MINUTES_PER_DAY,
      to - back * MINUTES_PER_DAY,
    ]);
  }).flat();
  const ends = shifts.flatMap(([, to = 0]) => (to < now ? [to] : []));
  const lastEnd = Math.max(Number.NEGATIVE_INFINITY, ...ends);
  return {
    isOpen: shifts.some(([from = 0, to = 0]) => from <= now && now <= to),
    isSameClosing: (beforeMs) => minutesSince(today, timeZone, beforeMs) > lastEnd,
  };
};
