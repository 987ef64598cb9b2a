import { AppError } from '@prosa/shared/errors.ts';
import { WriteConflict } from './commit.ts';

/** Loads, decisions and commits of one use case before it gives up; API Gateway would end it after 30 s. */
const MAX_ATTEMPTS = 16;
const GIVE_UP_AFTER_MS = 15_000;
/**
 * The wait grows with what an attempt takes, so that it fits a quiet machine and a busy one. Fourfold steps let 20
 * writers on one row through in 9 attempts (p99); twofold ones take 18, since who has just written writes again first.
 */
const GROWTH = 4;
const MAX_ATTEMPTS_WAITED = 500;
const MAX_WAIT_MS = 2_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Runs load → decide → commit again while somebody else's write came first, with full jitter in between.
 * @throws AppError ERR_CONFLICT when it never came through
 */
export const retryOnConflict = async <T>(attempt: (tries: number) => Promise<T>): Promise<T> => {
  const startedAt = performance.now();
  for (let tries = 1; ; tries++) {
    const triedAt = performance.now();
    try {
      return await attempt(tries);
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      const now = performance.now();
      if (tries >= MAX_ATTEMPTS || now - startedAt > GIVE_UP_AFTER_MS) {
        throw new AppError('ERR_CONFLICT', { cause: error });
      }
      const longest = (now - triedAt) * Math.min(MAX_ATTEMPTS_WAITED, GROWTH ** tries);
      await wait(Math.random() * Math.min(MAX_WAIT_MS, longest));
    }
  }
};
