/** Minimum delay of the first attempt after a loss. */
export const FIRST_RECONNECT_MS = 1000;
/**
 * Random spread of the first attempt. API Gateway accepts 500 new connections a second, and 2,000 browsers that lose
 * their connection together make 400 attempts a second.
 */
export const FIRST_SPREAD_MS = 5000;
export const MAX_RECONNECT_MS = 30_000;

/**
 * Returns the milliseconds to wait before an attempt: 1 to 6 s for the first, then a random value in the upper half
 * of a limit that doubles from 10 s up to 30 s. The lower half stays unused, so that second attempts begin after the
 * first ones.
 * @param failures failed attempts since the last stable connection
 * @param random a number from 0 up to 1
 */
export const reconnectDelay = (failures: number, random: number): number => {
  if (failures === 0) return FIRST_RECONNECT_MS + random * FIRST_SPREAD_MS;
  const limit = Math.min(MAX_RECONNECT_MS, FIRST_SPREAD_MS * 2 ** failures);
  return (limit / 2) * (1 + random);
};
