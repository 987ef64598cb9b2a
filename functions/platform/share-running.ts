/**
 * Returns a function that runs work once for all simultaneous calls with the same key. Each call gets the result, or the
 * error. The result is not kept after that. Use it for reads only: callers must not change the result, and the key must
 * contain the company's id. In Lambda a process has one request at a time, so this only helps the local process, where
 * simultaneous requests share one thread.
 */
export const createSharing = <T>() => {
  const running = new Map<string, Promise<T>>();
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const equal = running.get(key);
    if (equal !== undefined) return equal;
    const own = work().finally(() => running.delete(key));
    running.set(key, own);
    return own;
  };
};
