/** How far a walk over a shard of due timers came. */
export interface ShardWalk {
  /** When the round began in which timers are handed over once (ISO). */
  roundAt: string;
  /** When the walk began to read (ISO). */
  walkedAt: string;
  /** Sort key of the index up to which everything that could be seen has been handed over in this round. */
  position: string;
}

/** What is still there when a round is over was lost on its way, or its worker fails: it is handed over once more. */
const ROUND_MS = 10 * 60_000;
/**
 * A timer may show up in the index this much later than it says it was set: requests commit within 30 s of the time
 * they go by, indexes lag by seconds. One that shows up later still is found by the next round.
 */
const SETTLING_MS = 40_000;

/** The walk whose round still lasts at `nowMs`; undefined where a new round begins, also after a clock went back. */
export const roundGoingOn = (last: ShardWalk | undefined, nowMs: number): ShardWalk | undefined =>
  last !== undefined && Date.parse(last.walkedAt) <= nowMs && nowMs - Date.parse(last.roundAt) < ROUND_MS
    ? last
    : undefined;

/**
 * Whether a timer was handed over in the round of the `last` walk: it lies behind its position, and was there to be
 * seen. Nothing is written on a timer to know this, so that handing over costs no write. In doubt the answer is no:
 * who holds a timer twice fires it once.
 * @param timer `setAt` is when it was last written (ISO)
 */
export const wasHandedOver = (
  last: ShardWalk | undefined,
  timer: { sortKey: string; setAt: string },
): boolean =>
  last !== undefined &&
  timer.sortKey <= last.position &&
  Date.parse(timer.setAt) < Date.parse(last.walkedAt) - SETTLING_MS;
