import { dayOf, formatTime } from './format.ts';

/** An instant as a field of date and time has it: by the company's clock. */
export const localTime = (instant: string): string => `${dayOf(instant)}T${formatTime(instant)}`;

const clockMs = (local: string): number => Date.parse(`${local}:00.000Z`);

/**
 * The instant of a field's date and time, by the company's clock; null where it is none. Of two that a clock put back shows
 * alike, either; for one that it leaves out, an hour beside it.
 */
export const instantOfLocal = (local: string): string | null => {
  const wantedMs = clockMs(local);
  if (Number.isNaN(wantedMs)) return null;
  let ms = wantedMs;
  // The first correction may cross a change of the clock.
  for (let round = 0; round < 2; round++) ms += wantedMs - clockMs(localTime(new Date(ms).toISOString()));
  return new Date(ms).toISOString();
};
