import { directoryQueueSchema, type Queue as QueueFields } from '@prosa/shared/entities/queue.ts';
import { uniqueColor, uniqueName } from '../domain/comparable-value.ts';
import type { WriteItem } from '../platform/table/commit.ts';
import type { Row } from '../platform/table/define-entity.ts';
import { DirectoryQueue, Queue } from '../platform/table/entities/companies.ts';
import { keys } from '../platform/table/keys.ts';
import { parseRow } from '../platform/table/parse-row.ts';
import type { Table } from '../platform/table/table.ts';
import { uniqueItems } from './unique-values.ts';

export type QueueRow = Row<typeof Queue>;

/** A queue with its texts, hours and options. One consistent read: a unit for every 4 kB of them. */
export const loadQueue = (table: Table, id: number): Promise<QueueRow | undefined> =>
  table.get(Queue, { id }, { consistent: true });

/** All queues whole. One consistent query: a unit for every 4 kB of texts and options. */
export const loadQueues = async (table: Table): Promise<QueueRow[]> =>
  (await table.queryAll(keys.queue({ id: 0 }).pk, { consistent: true })).map((raw) => parseRow(Queue, raw));

/**
 * A queue as it appears, changes and goes: the whole of it, what the directory has, and the markers of its name and
 * colour. The one way in which queues are written.
 * @param before as read; its version guards the write
 */
export const queueItems = (
  table: Table,
  before: QueueRow | undefined,
  after: QueueFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const own = after ?? before;
  if (own === undefined) throw new Error('no queue');
  const { id } = own;
  const marker = (kind: 'queueName' | 'queueColor', textOf: (queue: QueueFields) => string) =>
    uniqueItems(
      table,
      kind,
      id,
      { ...(before && { before: textOf(before) }), ...(after && { after: textOf(after) }) },
      nowMs,
    );
  return [
    ...(after === undefined
      ? [table.delete(Queue, { id }, before?.version), table.delete(DirectoryQueue, { id })]
      : [
          table.put(
            Queue,
            { ...after, ...(before && { rowCreatedAt: before.rowCreatedAt }) },
            before?.version ?? 'absent',
            nowMs,
          ),
          table.put(DirectoryQueue, directoryQueueSchema.parse(after), 'any', nowMs),
        ]),
    ...marker('queueName', ({ name }) => uniqueName(name)),
    ...marker('queueColor', ({ color }) => uniqueColor(color)),
  ];
};
