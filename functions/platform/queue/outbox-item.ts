import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { SESSION_SHARDS, sessionQueue } from '@prosa/shared/resource-names.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Outbox } from '../table/entities.ts';
import type { Table } from '../table/table.ts';

/**
 * A command for the session host, to be committed with what caused it. `conversation` orders it among the messages of
 * one contact; without it, among the connection's life-cycle commands.
 */
export const sessionCommandItem = (
  table: Table,
  command: SessionCommand,
  ports: { ids: Ids; nowMs: number },
  conversation?: number,
): WriteItem =>
  table.put(
    Outbox,
    {
      companyId: command.companyId,
      id: ports.ids.sortable(ports.nowMs),
      queue: sessionQueue(command.connectionId % SESSION_SHARDS),
      groupId: [
        command.companyId,
        command.connectionId,
        ...(conversation === undefined ? [] : [conversation]),
      ].join(':'),
      body: JSON.stringify(command),
      at: toInstant(ports.nowMs),
    },
    'absent',
    ports.nowMs,
  );
