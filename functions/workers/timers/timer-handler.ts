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
  /** Further writes, without those of the timer itself. */
  items?: readonly WriteItem[];
  /** When to fire again (epoch milliseconds), if the due time has moved or work is left. If absent, the timer ends. */
  againAtMs?: number | undefined;
  /** Fire again at that time to the second, instead of with the next tick after it. */
  isPrompt?: boolean;
  /** What the timer carries when it fires again, if it is not the same. */
  data?: Readonly<Record<string, unknown>>;
}

/**
 * Handler of a fired timer: checks the current state, because much may have happened since it was set, and returns
 * what to write and whether to fire again.
 */
export type TimerHandler<K extends TimerKind> = (context: TimerContext<K>) => Promise<TimerOutcome>;

export const NOTHING_TO_DO: TimerOutcome = {};
