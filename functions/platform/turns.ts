import { AppError } from '@prosa/shared/errors.ts';

const RETRY_AFTER_S = 1;

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets a few pieces of work of each key run at once in this process, in their order, however many there are: what some
 * ask for keeps the processor and the table from nobody else. What comes when as many wait as may is refused before it
 * costs anything. In Lambda a process has one request at a time; this binds the local one.
 * @returns runs work in its turn. @throws AppError ERR_TOO_MANY_REQUESTS; what the work throws
 */
export const createTurns = ({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) => {
  const lanes = new Map<string | number, Lane>();
  return async <T>(key: string | number, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] };
    lanes.set(key, lane);
    if (lane.running < atOnce) lane.running += 1;
    else if (lane.waiting.length >= maxWaiting)
      throw new AppError('ERR_TOO_MANY_REQUESTS', { retryAfterS: RETRY_AFTER_S });
    else await new Promise<void>((resolve) => lane.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The longest waiting caller takes over this place.
      const next = lane.waiting.shift();
      if (next !== undefined) next();
      else lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    }
  };
};
