import { Temporal } from 'temporal-polyfill';
import { type AllowedTime, firstAllowed } from './allowed-time.ts';
import { meanDurationMs, type Pace } from './pace.ts';

interface Estimated {
  pace: Pace;
  allowed: AllowedTime;
  /** Receivers that are still to be sent to. */
  messages: number;
  /** Messages that the connection sends on a day at most; undefined without a cap. */
  capOfDay: number | undefined;
  /** Of those, already sent today. */
  sentToday: number;
}

/** Days after which an estimate ends: a campaign that takes longer is not one that somebody plans by the day. */
const DAYS_MAX = 400;

/** Returns the end of the hours of the day of a moment, in epoch milliseconds. */
const closingTime = ({ timeZone, endHour }: AllowedTime, atMs: number): number =>
  Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(endHour) }).epochMilliseconds;

/**
 * Returns when a campaign will probably have sent its last message, by the mean pace, the hours, the weekends and the
 * cap of a day. Epoch milliseconds; undefined if it takes over a year.
 */
export const estimateEnd = (
  { pace, allowed, messages, capOfDay, sentToday }: Estimated,
  fromMs: number,
): number | undefined => {
  let left = messages;
  let atMs = fromMs;
  let room = capOfDay === undefined ? Number.POSITIVE_INFINITY : Math.max(0, capOfDay - sentToday);
  for (let day = 0; day < DAYS_MAX; day += 1) {
    atMs = firstAllowed(allowed, atMs);
    const closesMs = closingTime(allowed, atMs);
    const most = Math.min(left, room);
    const neededMs = meanDurationMs(pace, most);
    if (most === left && atMs + neededMs <= closesMs) return atMs + neededMs;
    const share = neededMs === 0 ? 1 : Math.min(1, (closesMs - atMs) / neededMs);
    left -= Math.floor(most * share);
    if (left <= 0) return closesMs;
    atMs = closesMs;
    room = capOfDay ?? Number.POSITIVE_INFINITY;
  }
  return undefined;
};
