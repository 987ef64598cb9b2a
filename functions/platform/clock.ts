/** The current time, as a port: domain code and tests pass their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Returns an instant as stored: ISO 8601 with milliseconds. */
export const toInstant = (epochMs: number): string => new Date(epochMs).toISOString();
