import { afterAll, beforeAll, vi } from 'vitest';

/** A second of the slow clock takes this many seconds. */
const SLOWER = 20;

/**
 * Makes the clock run slowly in a whole file of tests, so that no cached directory is read again while several steps
 * are metered: a directory is read again after five seconds.
 */
export const useSlowClock = (): void => {
  beforeAll(() => {
    const [startedAt, since] = [Date.now(), performance.now()];
    vi.spyOn(Date, 'now').mockImplementation(
      () => startedAt + Math.floor((performance.now() - since) / SLOWER),
    );
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
};
