/**
 * Shares equal work of this process: a call whose key equals that of running work gets the result of that work, or its
 * error. Nothing is kept once the work has ended. For reads that may be as old as their start, and whose results nobody
 * changes; the key names the company. In Lambda a process has one request at a time, so this only helps the local
 * process, where the simultaneous requests of all people share one thread.
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
