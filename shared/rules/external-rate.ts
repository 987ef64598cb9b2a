/** Calls of one connection to the external API: this many at once, and as many again in each window. */
export const EXTERNAL_RATE = { limit: 100, windowMs: 10_000 } as const;
