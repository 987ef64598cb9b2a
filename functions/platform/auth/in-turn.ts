import { AppError } from '@prosa/shared/errors.ts';

/** Each takes a core for 50 ms; in Lambda a process has one request, so this binds the local one. */
const AT_ONCE = 2;
/** Who is let in waits half a second at the longest. */
const MAX_WAITING = 8;
const RETRY_AFTER_S = 1;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Judges a password that nobody has vouched for, a few in a process at once: what comes when as many wait as may is
 * refused before it costs anything, so that a flood keeps neither the table nor the processor from others (S-11).
 * @throws AppError ERR_TOO_MANY_REQUESTS; what `judge` throws
 */
export const inTurn = async <T>(judge: () => Promise<T>): Promise<T> => {
  if (running < AT_ONCE) running += 1;
  else if (waiting.length >= MAX_WAITING)
    throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterS: RETRY_AFTER_S });
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await judge();
  } finally {
    // Whoever waits longest takes over this turn.
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
};
