import type { Decision } from '../../conversations/act.ts';
import type { SystemPrincipal } from '../../platform/auth/principal.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import type { TimerKind, TimerOf } from '../../platform/timers/timer-kinds.ts';

export interface TimerContext<K extends TimerKind> {
  system: SystemPrincipal;
  table: Table;
  timer: TimerOf<K>;
  nowMs: number;
  ids: Ids;
}

/** The outcome of a fired timer, committed in one transaction. */
export interface TimerOutcome {
  /** A decision about a conversation. */
  decision?: Decision | undefined;
  /** Further writes, without the timer's own. */
  items?: readonly WriteItem[];
  /** Fire again then (epoch milliseconds), where what it waits for has moved or more is left to do; else it ends. */
  againAtMs?: number | undefined;
}

/**
 * What a timer does when it fires: looks at how things stand, since much may have happened after it was set, and
 * answers what to write and whether to fire again.
 */
export type TimerHandler<K extends TimerKind> = (context: TimerContext<K>) => Promise<TimerOutcome>;

export const NOTHING_TO_DO: TimerOutcome = {};
