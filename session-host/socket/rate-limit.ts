const TOO_MANY = 429;
/** Waits between tries, in milliseconds, each with half of it at random. */
const WAITS_MS = [500, 1000, 2000] as const;

/** Whether WhatsApp refused a query because it got too many (`rate-overlimit`), as Baileys reports it. */
export const isRateLimit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'data' in error && error.data === TOO_MANY;

/** Repeats a query that WhatsApp refuses as too many: three times, within 3.5 seconds. @throws the last refusal */
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
