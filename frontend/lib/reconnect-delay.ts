/** First try after a loss; API Gateway takes 500 new connections a second, so later tries spread out. */
export const FIRST_RECONNECT_MS = 1000;
export const MAX_RECONNECT_MS = 30_000;

/**
 * Milliseconds to wait before a try: 1 s for the first, then anywhere between nothing and a limit that doubles up
 * to 30 s (full jitter).
 * @param failures tries that failed since the connection was last open.
 * @param random a number from 0 up to 1.
 */
export const reconnectDelay = (failures: number, random: number): number =>
  failures === 0
    ? FIRST_RECONNECT_MS
    : random * Math.min(MAX_RECONNECT_MS, FIRST_RECONNECT_MS * 2 ** failures);
