/** Thrown on a timeout. The work may still complete. */
export class DeadlineExceeded extends Error {
  constructor(ms: number) {
    super(`not done within ${ms} ms`);
    this.name = 'TimeoutError';
  }
}

/** Returns the result of `work`, or throws {@link DeadlineExceeded} after `ms` milliseconds. */
export const withinDeadline = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(ms)), ms);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
  }
};
