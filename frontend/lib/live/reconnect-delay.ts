/** The first try after a loss comes no earlier than this... */
export const FIRST_RECONNECT_MS = 1000;
/**
 * ...and at a moment of its own within this: API Gateway takes 500 new connections a second, and 2,000 browsers that
 * lose theirs together ask 400 times a second.
 */
export const FIRST_SPREAD_MS = 5000;
export const MAX_RECONNECT_MS = 30_000;

/**
 * Milliseconds to wait before a try: 1 to 6 s for the first, then anywhere in the upper half of a limit that doubles
 * from 10 s up to 30 s. The lower half stays free, so that the second tries begin when the first ones are through.
 * @param failures tries that failed since the connection last held.
 * @param random a number from 0 up to 1.
 */
export const reconnectDelay = (failures: number, random: number): number => {
  if (failures === 0) return FIRST_RECONNECT_MS + random * FIRST_SPREAD_MS;
  const limit = Math.min(MAX_RECONNECT_MS, FIRST_SPREAD_MS * 2 ** failures);
  return (limit / 2) * (1 + random);
};
