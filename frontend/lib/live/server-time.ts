/** By how much the server's clock is ahead of the browser's, in milliseconds. */
let aheadMs = 0;

/** Notes the `Date` header of a response, which has whole seconds. */
export const noteServerTime = (date: string | null): void => {
  const ms = Date.parse(date ?? '');
  if (!Number.isNaN(ms)) aheadMs = ms - Date.now();
};

/**
 * Returns the server's time in epoch milliseconds, as its last response told it: up to a second and the time of the
 * response too early, never too late. The browser's own time before the first response.
 */
export const serverNow = (): number => Date.now() + aheadMs;
