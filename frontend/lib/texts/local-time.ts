import { dayOf, formatTime } from './format.ts';

/** Formats an instant for a date and time field, in the company's time zone. */
export const localTime = (instant: string): string => `${dayOf(instant)}T${formatTime(instant)}`;

const clockMs = (local: string): number => Date.parse(`${local}:00.000Z`);

/**
 * Returns the instant of a date and time field in the company's time zone; null for an invalid value. For a local
 * time that occurs twice at a clock change, returns either instant; for a local time that a clock change skips, an
 * instant one hour off.
 */
export const instantOfLocal = (local: string): string | null => {
  const wantedMs = clockMs(local);
  if (Number.isNaN(wantedMs)) return null;
  let ms = wantedMs;
  // A second round, because the first correction may cross a clock change.
  for (let round = 0; round < 2; round++) ms += wantedMs - clockMs(localTime(new Date(ms).toISOString()));
  return new Date(ms).toISOString();
};
