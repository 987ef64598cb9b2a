import type { Schedule } from '@prosa/shared/entities/schedule.ts';
import { Temporal } from 'temporal-polyfill';

export type Recurrence = Pick<Schedule, 'firstSendAt' | 'repeatUnit' | 'repeatEvery' | 'businessDayRule'>;

/** A place in a recurrence, and when it is sent (epoch milliseconds). */
export interface Slot {
  slot: number;
  atMs: number;
}

const SATURDAY = 6;
const SUNDAY = 7;
const DAY_MS = 86_400_000;
/** A shift to a working day moves a send by so much at most. */
const MAX_SHIFT_MS = 3 * DAY_MS;
/** The longest that a unit lasts: places are looked for from below. */
const LONGEST_UNIT_MS = { minutes: 60_000, days: DAY_MS, weeks: 7 * DAY_MS, months: 31 * DAY_MS } as const;
/** A weekend and a shift in minutes, twice over. */
const MAX_PLACES_TRIED = 20_000;

/** Days to the working day before or after; 0 where it is one, or any day will do. */
const shiftDays = (dayOfWeek: number, rule: Recurrence['businessDayRule']): number => {
  if (rule === 'any' || dayOfWeek < SATURDAY) return 0;
  if (rule === 'before') return dayOfWeek === SATURDAY ? -1 : -2;
  return dayOfWeek === SUNDAY ? 1 : 2;
};

/**
 * When a place of a recurrence is sent, in the company's zone. Days, weeks and months count from the first date and keep
 * its hour over daylight saving: the 31st is the last day of shorter months, and the 31st again in longer ones. An hour
 * that a clock skips is the one after it; of one it shows twice, the first. Minutes are minutes.
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

/** The first send: on the chosen date, or on the working day beside it. */
export const firstSlot = (recurrence: Recurrence, timeZone: string): Slot => ({
  slot: 0,
  atMs: slotAt(recurrence, 0, timeZone),
});

/**
 * The send after one that has gone: the next place that is later than both that one and `nowMs`. What an outage made
 * late is so followed by the next in its turn, not by all that were missed at once, and two places that a weekend moves
 * to the same hour are one.
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

/** A time as it was given: with an offset, or local in the company's zone. Epoch milliseconds. */
export const readSendAt = (text: string, timeZone: string): number =>
  /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
    ? Date.parse(text)
    : Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).epochMilliseconds;
