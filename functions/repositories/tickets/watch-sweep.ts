import type { Connection } from '@prosa/shared/entities/connection.ts';
import type { Queue } from '@prosa/shared/entities/queue.ts';
import { changesRotation, changesTimes } from '../../domain/engine/time-rules.ts';
import type { Ids } from '../../platform/ids.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Table } from '../../platform/table/table.ts';
import { promptTimerItems } from '../../platform/timers/set-timer.ts';

interface Ports {
  ids: Ids;
  nowMs: number;
}

const sweepItems = (table: Table, ports: Ports): WriteItem[] =>
  promptTimerItems(table, { kind: 'watch-sweep', subject: 'company', dueAt: ports.nowMs }, ports);

/**
 * Returns the write that has the company's pending tickets checked, if a changed connection changes their waiting
 * times.
 */
export const timesSweepItems = (
  table: Table,
  before: Connection,
  after: Connection,
  ports: Ports,
): WriteItem[] => (changesTimes(before, after) ? sweepItems(table, ports) : []);

/** Returns this write after a change of a queue, if its rotation of attendants changes; otherwise none. */
export const rotationSweepItems = (table: Table, before: Queue, after: Queue, ports: Ports): WriteItem[] =>
  changesRotation(before, after) ? sweepItems(table, ports) : [];
