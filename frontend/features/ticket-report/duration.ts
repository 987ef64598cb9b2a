const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** Splits seconds into whole days, hours and minutes. */
export const durationParts = (seconds: number): { days: number; hours: number; minutes: number } => ({
  days: Math.floor(seconds / DAY_S),
  hours: Math.floor((seconds % DAY_S) / HOUR_S),
  minutes: Math.floor((seconds % HOUR_S) / MINUTE_S),
});
