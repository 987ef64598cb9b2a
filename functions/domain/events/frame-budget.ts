/** What a socket has left to send: frames and bytes, which come back with time. */
export interface FrameBudget {
  frames: number;
  bytes: number;
  /** When this was so, in epoch milliseconds. */
  atMs: number;
}

/**
 * Who walks through his list by a key that he holds down sends 60 frames a second, of some 80 bytes; a browser that
 * comes back, a dozen at once.
 */
const BURST = { frames: 200, bytes: 64 * 1024 } as const;
const PER_SECOND = { frames: 20, bytes: 8 * 1024 } as const;
const SECOND_MS = 1000;

export const fullBudget = (nowMs: number): FrameBudget => ({ ...BURST, atMs: nowMs });

/** The budget after a frame of so many bytes; undefined where it does not suffice. */
export const spendFrame = (budget: FrameBudget, bytes: number, nowMs: number): FrameBudget | undefined => {
  const seconds = Math.max(0, nowMs - budget.atMs) / SECOND_MS;
  const left = {
    frames: Math.min(BURST.frames, budget.frames + seconds * PER_SECOND.frames) - 1,
    bytes: Math.min(BURST.bytes, budget.bytes + seconds * PER_SECOND.bytes) - bytes,
    atMs: nowMs,
  };
  return left.frames < 0 || left.bytes < 0 ? undefined : left;
};
