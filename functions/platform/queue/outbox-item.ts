import type { QueueName } from '@prosa/shared/resource-names.ts';
import { toInstant } from '../clock.ts';
import type { Ids } from '../ids.ts';
import type { WriteItem } from '../table/commit.ts';
import { Outbox } from '../table/entities.ts';
import type { Table } from '../table/table.ts';

/** A message to a queue, to be committed with what caused it. */
export const outboxItem = (
  table: Table,
  message: { queue: QueueName; groupId: string; body: string },
  ports: { ids: Ids; nowMs: number },
): WriteItem => {
  if (table.companyId === null) throw new Error('a message of the outbox belongs to a company');
  return table.put(
    Outbox,
    {
      companyId: table.companyId,
      id: ports.ids.sortable(ports.nowMs),
      ...message,
      at: toInstant(ports.nowMs),
    },
    'absent',
    ports.nowMs,
  );
};
