let page: string | null = null;

/**
 * Returns a new id for this page, which fetches everything from now on. Sent with the request that opens the sign-in
 * session, so that the server notes whether the page misses an event before its WebSocket connection is open.
 */
export const startPage = (): string => {
  page = crypto.randomUUID();
  return page;
};

/** Returns the id of this page's start once; null afterwards, and if the page did not open the session itself. */
export const takePage = (): string | null => {
  const taken = page;
  page = null;
  return taken;
};
