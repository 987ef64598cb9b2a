import type { QueueName } from '@prosa/shared/resource-names.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Outbox } from '../table/entities/work.ts';
import type { Table } from '../table/table.ts';
import { queueId } from './queue-id.ts';

interface OrderedMessage {
  queue: QueueName;
  body: string;
  groupId: string;
  delayS?: never;
}
interface UnorderedMessage {
  queue: QueueName;
  body: string;
  groupId?: never;
  /** Seconds, at most 900; standard queues only. */
  delayS?: number;
}

/** A message for a queue. In a FIFO queue a group keeps its order; only messages without one can be delayed. */
export type OutboxMessage = OrderedMessage | UnorderedMessage;

export interface OutboxPorts {
  ids: Ids;
  nowMs: number;
}

/**
 * Returns the write of a message to a queue. Commit it together with the change that causes the message; the message
 * is sent after the commit.
 * @param also messages without order that the same row holds, and that are sent at the same time
 */
export const outboxItem = (
  table: Table,
  message: OutboxMessage,
  ports: OutboxPorts,
  also: readonly UnorderedMessage[] = [],
): WriteItem => {
  if (table.companyId === null) throw new Error('the outbox belongs to a company');
  return table.put(
    Outbox,
    {
      ...message,
      groupId: message.groupId === undefined ? '' : queueId(message.groupId),
      also: [...also],
      companyId: table.companyId,
      id: ports.ids.sortable(ports.nowMs),
      at: toInstant(ports.nowMs),
    },
    'absent',
    ports.nowMs,
  );
};

/**
 * Returns the writes of all messages that a change causes: a row for each message of a group. The first row also holds
 * the messages without order. A row costs five write units: three when it is written, and two when it is removed.
 */
export const outboxItems = (
  table: Table,
  messages: readonly OutboxMessage[],
  ports: OutboxPorts,
): WriteItem[] => {
  const ordered = messages.filter((message) => message.groupId !== undefined);
  const unordered = messages.filter((message) => message.groupId === undefined);
  const [first, ...later] = ordered;
  if (first !== undefined)
    return [
      outboxItem(table, first, ports, unordered),
      ...later.map((message) => outboxItem(table, message, ports)),
    ];
  const [only, ...also] = unordered;
  return only === undefined ? [] : [outboxItem(table, only, ports, also)];
};
