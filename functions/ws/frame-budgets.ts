import { type FrameBudget, fullBudget, spendFrame } from '../domain/events/frame-budget.ts';

/** More WebSocket connections than one process serves at a time. The least recently used entry is dropped. */
const MAX_HELD = 10_000;
/** A WebSocket connection that keeps sending while it is being closed is not closed again for each frame. */
const CLOSE_AGAIN_MS = 5_000;

interface Held {
  budget: FrameBudget;
  closedAtMs?: number;
}
const held = new Map<string, Held>();

/**
 * Whether a WebSocket connection may send this frame. Counted in memory, because a write for each frame would cost
 * more than the flood that it stops. If the frames of a WebSocket connection reach several processes, each counts its
 * share, and a flood exceeds that too.
 */
export const takeFrame = (
  socketId: string,
  bytes: number,
  nowMs: number,
): 'taken' | 'close' | 'already-closed' => {
  const known = held.get(socketId) ?? { budget: fullBudget(nowMs) };
  held.delete(socketId);
  const [oldest] = held.size >= MAX_HELD ? held.keys() : [];
  if (oldest !== undefined) held.delete(oldest);
  const budget = known.closedAtMs === undefined ? spendFrame(known.budget, bytes, nowMs) : undefined;
  if (budget !== undefined) {
    held.set(socketId, { budget });
    return 'taken';
  }
  const isDue = known.closedAtMs === undefined || nowMs - known.closedAtMs >= CLOSE_AGAIN_MS;
  held.set(socketId, { ...known, closedAtMs: isDue ? nowMs : (known.closedAtMs ?? nowMs) });
  return isDue ? 'close' : 'already-closed';
};

export const forgetFrameBudget = (socketId: string): void => {
  held.delete(socketId);
};
