/** Thrown on a timeout. The work may still complete later. */
export class TimedOut extends Error {
  constructor(what: string, ms: number) {
    super(`${what} did not answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Returns the result of `work`, or throws after `ms`. The work itself is not cancelled.
 * @throws TimedOut
 */
export const within = async <T>(what: string, ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut(what, ms)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
