import { AppError } from '@prosa/shared/errors.ts';
import { WriteConflict } from './commit.ts';

/** Loads, decisions and commits of one use case before it gives up; measured with 20 writers on one row. */
const MAX_ATTEMPTS = 12;
const BASE_MS = 4;
const CEILING_MS = 250;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs load → decide → commit again while somebody else's write came first, with full jitter in between.
 * @throws AppError ERR_CONFLICT when it never came through
 */
export const retryOnConflict = async <T>(attempt: (tries: number) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(tries);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (tries >= MAX_ATTEMPTS) throw new AppError('ERR_CONFLICT', { cause: error });
      await wait(Math.random() * Math.min(CEILING_MS, BASE_MS * 2 ** tries));
    }
  }
};
