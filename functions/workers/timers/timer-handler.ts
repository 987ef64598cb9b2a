import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import type { TimerRow } from '../../platform/timers/due-timers.ts';

export interface TimerContext {
  table: Table;
  timer: TimerRow;
  nowMs: number;
  ids: Ids;
}

/**
 * What a timer does when it fires: looks at how things stand and answers with the writes to be made, which are
 * committed together with the timer's end. A timer of the same kind and subject among them takes its place.
 */
export type TimerHandler = (context: TimerContext) => Promise<readonly WriteItem[]>;
