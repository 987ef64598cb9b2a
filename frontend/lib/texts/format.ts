import { LANGUAGES } from '@prosa/shared/entities/user.ts';
import { LOCALES } from '@prosa/shared/i18n/locales.ts';
import i18next from 'i18next';
import { timeZone } from './time-zone.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatIn = (zone: string | undefined): Intl.DateTimeFormat => {
  const known = formats.get(zone ?? '');
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone ?? '', made);
  return made;
};

interface Moment {
  /** `yyyy-MM-dd` */
  day: string;
  /** `HH:mm` */
  time: string;
}

const readMoment = (ms: number, zone: string | undefined): Moment => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {};
  for (const { type, value } of formatIn(zone).formatToParts(ms)) parts[type] = value;
  const { year = '', month = '', day = '', hour = '', minute = '' } = parts;
  return { day: `${year}-${month}-${day}`, time: `${hour}:${minute}` };
};

/**
 * Every time zone's offset is a multiple of a quarter of an hour, so all clocks show a multiple of it at the same
 * instants.
 */
const QUARTER_MS = 15 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const KEPT_QUARTERS = 20_000;
const quarters = new Map<string, Moment>();

/**
 * Returns day and time of an instant. Cached by quarters, because lists need thousands at a time and a call of `Intl`
 * takes 5 µs.
 */
const momentOf = (ms: number, zone: string | undefined): Moment => {
  const start = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${start}`;
  let quarter = quarters.get(key);
  if (quarter === undefined) {
    if (quarters.size >= KEPT_QUARTERS) quarters.clear();
    quarter = readMoment(start, zone);
    quarters.set(key, quarter);
  }
  const [hour = '', minute = ''] = quarter.time.split(':');
  const later = Number(minute) + Math.floor((ms - start) / MINUTE_MS);
  return { day: quarter.day, time: `${hour}:${String(later).padStart(2, '0')}` };
};

/**
 * Returns the day of an instant as `yyyy-MM-dd`.
 * @param zone the company's time zone by default
 */
export const dayOf = (instant: string, zone: string | undefined = timeZone()): string =>
  momentOf(Date.parse(instant), zone).day;

/** Returns today's date in a time zone, as `yyyy-MM-dd`. */
export const todayIn = (zone: string): string => dayOf(new Date().toISOString(), zone);

/** Formats a day of {@link dayOf} as `dd/MM/yyyy`. */
export const formatDay = (day: string): string => day.split('-').reverse().join('/');

/** Returns the number of days since a day of {@link dayOf}: 0 today, 1 yesterday. */
export const daysAgo = (day: string): number =>
  Math.round((Date.parse(momentOf(Date.now(), timeZone()).day) - Date.parse(day)) / DAY_MS);

/**
 * Formats an instant as `HH:mm` today, otherwise as `dd/MM/yyyy`; in the company's time zone, like all functions
 * here.
 */
export const formatWhen = (instant: string): string => {
  const { day, time } = momentOf(Date.parse(instant), timeZone());
  return daysAgo(day) === 0 ? time : formatDay(day);
};

export const formatTime = (instant: string): string => momentOf(Date.parse(instant), timeZone()).time;
export const formatDate = (instant: string): string => formatDay(dayOf(instant));
export const formatDateTime = (instant: string): string => {
  const { day, time } = momentOf(Date.parse(instant), timeZone());
  return `${formatDay(day)} ${time}`;
};

/** Cuts a text to `max` characters and adds an ellipsis. Never splits an emoji. */
export const truncate = (text: string, max: number): string => {
  const characters = [...new Intl.Segmenter().segment(text)];
  if (characters.length <= max) return text;
  return `${characters
    .slice(0, max - 1)
    .map(({ segment }) => segment)
    .join('')
    .trimEnd()}…`;
};

const BRAZIL = /^55(\d{2})(\d{4,5})(\d{4})$/;

/**
 * Formats a phone number: Brazilian numbers with area code, others of 8 to 15 digits with a plus sign. Returns any
 * other text unchanged.
 */
export const formatPhone = (digits: string): string => {
  const parts = BRAZIL.exec(digits);
  if (parts !== null) return `+55 (${parts[1]}) ${parts[2]}-${parts[3]}`;
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits;
};

const MASK_PREFIX = 4;
const MASK_SUFFIX = 2;

/** Masks a number except its prefix and last two digits. */
export const maskPhone = (digits: string): string =>
  digits.length <= MASK_PREFIX + MASK_SUFFIX
    ? digits
    : `+${digits.slice(0, MASK_PREFIX)}${'*'.repeat(digits.length - MASK_PREFIX - MASK_SUFFIX)}${digits.slice(-MASK_SUFFIX)}`;

const numberFormats = new Map<string, Intl.NumberFormat>();
/** Returns a number format of the current language; cached, because creating a format costs far more than using it. */
const numberFormat = (options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const language = LANGUAGES.find((known) => known === i18next.language) ?? 'pt';
  const key = JSON.stringify([language, options]);
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(LOCALES[language], options);
  numberFormats.set(key, made);
  return made;
};

/** Formats a number in the user's language, with up to two decimals. */
export const formatNumber = (value: number): string =>
  numberFormat({ maximumFractionDigits: 2 }).format(value);

/** Counts are exact up to this number; the server counts one more. */
const MAX_COUNT = 99;

/** Formats a count for a badge: at most `99+`; an incomplete count (`more`) as `7+`. */
export const formatCount = (count: number, more = false): string =>
  count > MAX_COUNT || more ? `${formatNumber(Math.min(count, MAX_COUNT))}+` : formatNumber(count);

const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

/** Formats a size in the user's language: whole kilobytes, at least one, then megabytes with one decimal. */
export const formatBytes = (bytes: number): string =>
  bytes < MEGABYTE
    ? numberFormat({ style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }).format(
        bytes === 0 ? 0 : Math.max(1, bytes / KILOBYTE),
      )
    : numberFormat({ style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }).format(bytes / MEGABYTE);

/** Formats degrees as on maps, the same in every language. Five decimals are about a metre. */
export const formatCoordinates = (latitude: number, longitude: number): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** Formats seconds as `m:ss`, the same in every language. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/**
 * Returns the initials of the first and last word for an avatar; empty for a text without letters, such as a number.
 */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  const first = words.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${[...first].at(0) ?? ''}${[...last].at(0) ?? ''}`.toUpperCase();
};
