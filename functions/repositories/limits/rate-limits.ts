import { AppError, type ErrorCode } from '@prosa/shared/errors.ts';
import { log } from '../../platform/log.ts';
import { countAttempt, type RateLimit } from '../../platform/table/updates.ts';

const SECOND_MS = 1000;

/**
 * Counts one use of a rate-limited action.
 * @param key the action, and a hash of the user, address or other subject
 * @throws AppError `code`, with the seconds after which the next use is counted
 */
export const countWithin = async (
  key: { kind: string; subject: string },
  rate: RateLimit,
  nowMs: number,
  code: ErrorCode = 'ERR_TOO_MANY_REQUESTS',
): Promise<void> => {
  const retryAtMs = await countAttempt(key, rate, nowMs);
  if (retryAtMs === undefined) return;
  log.info('a rate limit is exceeded', { kind: key.kind });
  throw new AppError(code, { retryAfterS: Math.max(1, Math.ceil((retryAtMs - nowMs) / SECOND_MS)) });
};
