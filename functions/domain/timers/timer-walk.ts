/** The progress of a walk over a shard of due timers. */
export interface ShardWalk {
  /** When the round began (ISO). In a round each timer is handed over once. */
  roundAt: string;
  /** When the walk started to read (ISO). */
  walkedAt: string;
  /** Sort key of the index. Every visible timer up to it was handed over in this round. */
  position: string;
}

/** Length of a round. A timer that still exists after it was lost, or its worker fails, so it is handed over again. */
const ROUND_MS = 10 * 60_000;
/**
 * How much later than its `setAt` a timer may become visible in the index: requests commit within 30 s of their time,
 * and indexes lag by seconds. A timer that appears even later is found by the next round.
 */
const SETTLING_MS = 40_000;

/**
 * Returns the last walk if its round still lasts at `nowMs`; undefined if a new round starts, also after the clock
 * went back.
 */
export const roundGoingOn = (last: ShardWalk | undefined, nowMs: number): ShardWalk | undefined =>
  last !== undefined && Date.parse(last.walkedAt) <= nowMs && nowMs - Date.parse(last.roundAt) < ROUND_MS
    ? last
    : undefined;

/**
 * Whether a timer was handed over in the round of the `last` walk: its key is before the position, and it was visible
 * then. Timers are not marked as handed over, so handing over costs no write. In doubt the answer is no, because the
 * receiver of a repeated timer fires it only once.
 * @param timer `setAt` is when it was last written (ISO)
 */
export const wasHandedOver = (
  last: ShardWalk | undefined,
  timer: { sortKey: string; setAt: string },
): boolean =>
  last !== undefined &&
  timer.sortKey <= last.position &&
  Date.parse(timer.setAt) < Date.parse(last.walkedAt) - SETTLING_MS;
