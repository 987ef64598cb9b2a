import { Temporal } from 'temporal-polyfill';

/** When a company's campaigns may send, of its campaign settings. */
export interface AllowedTime {
  /** Local times of day, HH:mm; the end is later than the start. */
  startHour: string;
  endHour: string;
  onSaturday: boolean;
  onSunday: boolean;
  /** IANA zone of the company. */
  timeZone: string;
}

const SATURDAY = 6;
const SUNDAY = 7;

const isDayAllowed = ({ onSaturday, onSunday }: AllowedTime, dayOfWeek: number): boolean =>
  dayOfWeek === SATURDAY ? onSaturday : dayOfWeek === SUNDAY ? onSunday : true;

/**
 * Returns the first moment, at `fromMs` or later, at which a campaign may send, in epoch milliseconds. Hours are those
 * of the company's clock, also on days when the clock changes.
 */
export const firstAllowed = (allowed: AllowedTime, fromMs: number): number => {
  const { timeZone } = allowed;
  const from = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  const start = Temporal.PlainTime.from(allowed.startHour);
  const end = Temporal.PlainTime.from(allowed.endHour);
  const time = from.toPlainTime();
  const isToday = isDayAllowed(allowed, from.dayOfWeek);
  if (isToday && Temporal.PlainTime.compare(time, end) < 0) {
    if (Temporal.PlainTime.compare(time, start) >= 0) return fromMs;
    return from.toPlainDate().toZonedDateTime({ timeZone, plainTime: start }).epochMilliseconds;
  }
  let day = from.toPlainDate().add({ days: 1 });
  while (!isDayAllowed(allowed, day.dayOfWeek)) day = day.add({ days: 1 });
  return day.toZonedDateTime({ timeZone, plainTime: start }).epochMilliseconds;
};

/** The receiver's night, by the clock of the receiver: nothing is sent from 20:00 to 8:00. */
const NIGHT = { from: '20:00', to: '08:00' } as const;

/**
 * Returns the first moment, at `fromMs` or later, that is not night for a receiver.
 * @param zone IANA zone of the receiver's number; undefined if it is not known, so any moment is good
 */
export const afterNight = (zone: string | undefined, fromMs: number): number =>
  zone === undefined
    ? fromMs
    : firstAllowed(
        { startHour: NIGHT.to, endHour: NIGHT.from, onSaturday: true, onSunday: true, timeZone: zone },
        fromMs,
      );

/** How often the two rules are asked in turn: a receiver on the other side of the earth may leave no hour in common. */
const ROUNDS_MAX = 8;

/**
 * Returns the first moment at which the company may send and the receiver is awake; undefined if there is none within
 * some days.
 */
export const sendableFrom = (
  allowed: AllowedTime,
  receiverZone: string | undefined,
  fromMs: number,
): number | undefined => {
  let atMs = fromMs;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const open = firstAllowed(allowed, atMs);
    const awake = afterNight(receiverZone, open);
    if (awake === open) return open;
    atMs = awake;
  }
  return undefined;
};
