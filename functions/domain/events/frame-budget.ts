/** The remaining budget of a WebSocket connection: frames and bytes. It refills over time. */
export interface FrameBudget {
  frames: number;
  bytes: number;
  /** Time of this state, in epoch milliseconds. */
  atMs: number;
}

/**
 * A user who holds down a key to go through a list sends 60 frames a second, of about 80 bytes each; a browser that
 * reconnects sends a dozen at once.
 */
const BURST = { frames: 200, bytes: 64 * 1024 } as const;
const PER_SECOND = { frames: 20, bytes: 8 * 1024 } as const;
const SECOND_MS = 1000;

export const fullBudget = (nowMs: number): FrameBudget => ({ ...BURST, atMs: nowMs });

/** Returns the budget after a frame of this size; undefined if it is exceeded. */
export const spendFrame = (budget: FrameBudget, bytes: number, nowMs: number): FrameBudget | undefined => {
  const seconds = Math.max(0, nowMs - budget.atMs) / SECOND_MS;
  const left = {
    frames: Math.min(BURST.frames, budget.frames + seconds * PER_SECOND.frames) - 1,
    bytes: Math.min(BURST.bytes, budget.bytes + seconds * PER_SECOND.bytes) - bytes,
    atMs: nowMs,
  };
  return left.frames < 0 || left.bytes < 0 ? undefined : left;
};
