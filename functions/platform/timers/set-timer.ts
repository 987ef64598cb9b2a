import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Timer } from '../table/entities.ts';
import type { Table } from '../table/table.ts';

/** Everything that may happen later; each kind has a handler in the timers worker. */
export const TIMER_KINDS = ['media-check', 'presence-check', 'queue-sweep'] as const;
export type TimerKind = (typeof TIMER_KINDS)[number];

export interface TimerRequest {
  kind: TimerKind;
  /** What it is about; one timer per kind and subject. */
  subject: string;
  /** Epoch milliseconds. */
  dueAt: number;
  data?: Record<string, unknown>;
}

/**
 * A timer, to be committed with what it belongs to. Replaces the one of the same kind and subject: what of that is
 * already under way does nothing. Fires once, at `dueAt` at the earliest, up to a minute later where it was set less
 * than a minute ahead.
 */
export const setTimerItem = (
  table: Table,
  timer: TimerRequest,
  ports: { ids: Ids; nowMs: number },
): WriteItem => {
  if (table.companyId === null) throw new Error('a timer belongs to a company');
  return table.put(
    Timer,
    {
      companyId: table.companyId,
      kind: timer.kind,
      subject: timer.subject,
      token: ports.ids.sortable(ports.nowMs),
      dueAt: toInstant(timer.dueAt),
      data: timer.data ?? {},
    },
    'any',
    ports.nowMs,
  );
};

/** Takes a timer back; absent ones too. */
export const clearTimerItem = (table: Table, timer: { kind: TimerKind; subject: string }): WriteItem =>
  table.delete(Timer, timer);
