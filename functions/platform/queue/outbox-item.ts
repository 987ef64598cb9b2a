import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Outbox, SESSION_SHARDS } from '../table/entities.ts';
import type { Table } from '../table/table.ts';

/** A message for a queue. In a FIFO queue a group keeps its order; only messages without one can be delayed. */
export type OutboxMessage = {
  /** As `infra/resources.ts` names it. */
  queue: string;
  body: string;
} & (
  | { groupId: string; delayS?: never }
  | { groupId?: never /** Seconds, at most 900; standard queues only. */; delayS?: number }
);

export interface OutboxPorts {
  ids: Ids;
  nowMs: number;
}

/** A message to a queue, to be committed with what caused it; it leaves once that is committed. */
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

/** The queue of the shard that owns a connection. */
export const sessionQueue = (connectionId: number): string =>
  `session-commands-${connectionId % SESSION_SHARDS}`;

/**
 * A command for the session host, to be committed with what caused it. `conversation` orders it among the messages of
 * one contact; without it, among the connection's life-cycle commands.
 */
export const sessionCommandItem = (
  table: Table,
  command: SessionCommand,
  ports: OutboxPorts,
  conversation?: number,
): WriteItem =>
  outboxItem(
    table,
    {
      queue: sessionQueue(command.connectionId),
      groupId: [
        command.companyId,
        command.connectionId,
        ...(conversation === undefined ? [] : [conversation]),
      ].join(':'),
      body: JSON.stringify(command),
    },
    ports,
  );
