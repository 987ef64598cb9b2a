import type { QueueName } from '@prosa/shared/resource-names.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Outbox } from '../table/entities/work.ts';
import type { Table } from '../table/table.ts';

/** A message for a queue. In a FIFO queue a group keeps its order; only messages without one can be delayed. */
export type OutboxMessage = {
  queue: QueueName;
  body: string;
} & (
  | { groupId: string; delayS?: never }
  | { groupId?: never /** Seconds, at most 900; standard queues only. */; delayS?: number }
);

export interface OutboxPorts {
  ids: Ids;
  nowMs: number;
}

/**
 * Returns the write of a message to a queue. Commit it together with the change that causes the message; the message
 * is sent after the commit.
 */
export const outboxItem = (table: Table, message: OutboxMessage, ports: OutboxPorts): WriteItem => {
  if (table.companyId === null) throw new Error('the outbox belongs to a company');
  return table.put(
    Outbox,
    {
      groupId: '',
      ...message,
      companyId: table.companyId,
      id: ports.ids.sortable(ports.nowMs),
      at: toInstant(ports.nowMs),
    },
    'absent',
    ports.nowMs,
  );
};
