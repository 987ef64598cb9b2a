/** The current time, as a port: domain code and tests pass their own. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 with milliseconds, as stored. */
export const toInstant = (epochMs: number): string => new Date(epochMs).toISOString();
