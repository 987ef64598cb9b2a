import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import { Temporal } from 'temporal-polyfill';

export type Recurrence = Pick<Schedule, 'firstSendAt' | 'repeatUnit' | 'repeatEvery' | 'businessDayRule'>;

/** A position in a recurrence, with its time of sending (epoch milliseconds). */
export interface Slot {
  slot: number;
  atMs: number;
}

const SATURDAY = 6;
const SUNDAY = 7;
const DAY_MS = 86_400_000;
/** How far the shift to a working day moves a send at most. */
const MAX_SHIFT_MS = 3 * DAY_MS;
/** The maximum length of each unit. The search for the next position starts below the estimate. */
const LONGEST_UNIT_MS = { minutes: 60_000, days: DAY_MS, weeks: 7 * DAY_MS, months: 31 * DAY_MS } as const;
/** Twice the minutes of a weekend plus a shift. */
const MAX_PLACES_TRIED = 20_000;

/** Returns the days to the working day before or after; 0 on a working day, or if any day is allowed. */
const shiftDays = (dayOfWeek: number, rule: Recurrence['businessDayRule']): number => {
  if (rule === 'any' || dayOfWeek < SATURDAY) return 0;
  if (rule === 'before') return dayOfWeek === SATURDAY ? -1 : -2;
  return dayOfWeek === SUNDAY ? 1 : 2;
};

/**
 * Returns the time of a position of a recurrence, in the company's zone. Days, weeks and months count from the first
 * date and keep its local hour over daylight saving: the 31st becomes the last day of shorter months, and the 31st
 * again in longer ones. An hour that the clock skips becomes the one after it; an hour that occurs twice is the
 * first. Minutes are counted exactly.
 */
export const slotAt = (
  { firstSendAt, repeatUnit, repeatEvery, businessDayRule }: Recurrence,
  slot: number,
  timeZone: string,
): number => {
  const first = Temporal.Instant.from(firstSendAt).toZonedDateTimeISO(timeZone);
  const place = first.add({ [repeatUnit]: repeatEvery * slot });
  const days = shiftDays(place.dayOfWeek, businessDayRule);
  if (days === 0) return place.epochMilliseconds;
  const plainTime = (repeatUnit === 'minutes' ? place : first).toPlainTime();
  return place.toPlainDate().add({ days }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
};

/** Returns the first send: on the chosen date, or on the working day next to it. */
export const firstSlot = (recurrence: Recurrence, timeZone: string): Slot => ({
  slot: 0,
  atMs: slotAt(recurrence, 0, timeZone),
});

/**
 * Returns the send after one that was sent: the next position that is later than both the last send and `nowMs`. So
 * after an outage only the next position follows, not all missed ones, and two positions that a weekend moves to the
 * same time become one send.
 */
export const nextSlot = (
  recurrence: Recurrence,
  { slot, atMs }: Slot,
  nowMs: number,
  timeZone: string,
): Slot => {
  const { firstSendAt, repeatUnit, repeatEvery } = recurrence;
  if (repeatEvery < 1) throw new RangeError('nothing recurs');
  const after = Math.max(atMs, nowMs);
  const elapsed = after - MAX_SHIFT_MS - Date.parse(firstSendAt);
  const from = Math.max(slot + 1, Math.floor(elapsed / (LONGEST_UNIT_MS[repeatUnit] * repeatEvery)));
  for (let place = from; place < from + MAX_PLACES_TRIED; place++) {
    const at = slotAt(recurrence, place, timeZone);
    if (at > after) return { slot: place, atMs: at };
  }
  throw new RangeError('a recurrence that does not move on');
};

/** Reads a time with an offset, or a local time in the company's zone. Epoch milliseconds. */
export const readSendAt = (text: string, timeZone: string): number =>
  /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
    ? Date.parse(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
