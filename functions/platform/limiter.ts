import { AppError } from '@prosa/shared/errors.ts';
import pLimit, { type LimitFunction } from 'p-limit';

const RETRY_AFTER_S = 1;

/**
 * Limits the work that runs simultaneously for each key in this process, and queues the rest in order, so that one
 * caller cannot keep processor and table from the others. Work beyond the queue's limit is refused before it costs
 * anything. In Lambda a process has one request at a time, so this only limits the local process.
 * @returns runs work when its turn comes. @throws AppError ERR_TOO_MANY_REQUESTS; errors of the work
 */
export const createLimiter = ({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) => {
  const limits = new Map<string | number, LimitFunction>();
  return async <T>(key: string | number, work: () => Promise<T>): Promise<T> => {
    const limit = limits.get(key) ?? pLimit(atOnce);
    limits.set(key, limit);
    if (limit.activeCount === atOnce && limit.pendingCount >= maxWaiting)
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterS: RETRY_AFTER_S });
    try {
      return await limit(work);
    } finally {
      if (limit.activeCount === 0) limits.delete(key);
    }
  };
};
