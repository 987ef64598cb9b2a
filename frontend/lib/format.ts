import { format, isToday } from 'date-fns';

/** `HH:mm` today, otherwise `dd/MM/yyyy`, in the reader's own time zone. */
export const formatWhen = (instant: string): string => {
  const date = new Date(instant);
  return isToday(date) ? format(date, 'HH:mm') : format(date, 'dd/MM/yyyy');
};

export const formatTime = (instant: string): string => format(new Date(instant), 'HH:mm');
export const formatDate = (instant: string): string => format(new Date(instant), 'dd/MM/yyyy');
export const formatDateTime = (instant: string): string => format(new Date(instant), 'dd/MM/yyyy HH:mm');

/** Cuts a text at `max` characters, with an ellipsis in their place. Never splits an emoji. */
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

/** A phone number as people write it: Brazilian ones with area code, others with a plus sign. */
export const formatPhone = (digits: string): string => {
  const parts = BRAZIL.exec(digits);
  if (parts !== null) return `+55 (${parts[1]}) ${parts[2]}-${parts[3]}`;
  return /^\d{8,15}$/.test(digits) ? `+${digits}` : digits;
};

const MASK_PREFIX = 4;
const MASK_SUFFIX = 2;

/** Hides a number but for its prefix and last two digits. */
export const maskPhone = (digits: string): string =>
  digits.length <= MASK_PREFIX + MASK_SUFFIX
    ? digits
    : `+${digits.slice(0, MASK_PREFIX)}${'*'.repeat(digits.length - MASK_PREFIX - MASK_SUFFIX)}${digits.slice(-MASK_SUFFIX)}`;

export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} kB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

/** Seconds as `m:ss`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
};

/** Initials for an avatar: of the first and the last word. Empty where there is no letter, as in a number. */
export const initials = (name: string): string => {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /^\p{L}/u.test(word));
  const first = words.at(0) ?? '';
  const last = words.length > 1 ? (words.at(-1) ?? '') : '';
  return `${[...first].at(0) ?? ''}${[...last].at(0) ?? ''}`.toUpperCase();
};
