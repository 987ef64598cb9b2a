const TOO_MANY = 429;
/** Waits between attempts, in milliseconds; half of each is random. */
const WAITS_MS = [500, 1000, 2000] as const;

/** Whether WhatsApp's rate limit refused a query (`rate-overlimit`), as Baileys reports it. */
export const isRateLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && error.data === TOO_MANY;

/** Retries a query that WhatsApp's rate limit refuses: three times, within 3.5 seconds. @throws the last refusal */
export const withPatience = async <T>(query: () => Promise<T>): Promise<T> => {
  for (const waitMs of WAITS_MS) {
    try {
      return await query();
    } catch (error) {
      if (!isRateLimit(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, (waitMs * (1 + Math.random())) / 2));
    }
  }
  return query();
};
