const SECONDS = 1000;
export const DAY_S = 86_400;
/** Epoch seconds, as a TTL has them. */
export const afterInstant = (instant: string, seconds: number): number =>
  Math.floor(Date.parse(instant) / SECONDS) + seconds;
