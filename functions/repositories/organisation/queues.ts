import { isDeepStrictEqual as isDeepEqual } from 'node:util';
import {
  type ChatbotOption,
  directoryQueueSchema,
  type Queue as QueueFields,
  queueRowSchema,
} from '@prosa/shared/entities/queue.ts';
import { uniqueColor, uniqueName } from '@prosa/shared/rules/comparable-value.ts';
import type { WriteItem } from '../../platform/table/commit.ts';
import type { Row } from '../../platform/table/define-entity.ts';
import { DirectoryQueue, Queue, QueueOptions } from '../../platform/table/entities/companies.ts';
import { keys } from '../../platform/table/keys.ts';
import { parseRow } from '../../platform/table/parse-row.ts';
import type { Table } from '../../platform/table/table.ts';
import { uniqueItems } from '../rows/unique-values.ts';

export type QueueRow = Row<typeof Queue>;
/** A queue with its options, and the version of the options' row; 0 if there is none. */
export type WholeQueue = QueueRow & { chatbots: ChatbotOption[]; optionsVersion: number };

const whole = (queue: QueueRow, options: Row<typeof QueueOptions> | undefined): WholeQueue => ({
  ...queue,
  chatbots: options?.chatbots ?? [],
  optionsVersion: options?.version ?? 0,
});

/** Returns a queue with its texts, hours and options. One consistent call: a unit for every 4 kB, two at least. */
export const loadQueue = async (table: Table, id: number): Promise<WholeQueue | undefined> => {
  const [queue, options] = await table.getRaw(
    [table.keyOf(Queue, { id }), table.keyOf(QueueOptions, { id })],
    { consistent: true },
  );
  if (queue === undefined) return undefined;
  return whole(parseRow(Queue, queue), options === undefined ? undefined : parseRow(QueueOptions, options));
};

/** Returns all queues without their options. One consistent query: a unit for every 4 kB of texts and hours. */
export const loadQueues = async (table: Table): Promise<QueueRow[]> =>
  (await table.queryAll(keys.queue({ id: 0 }).pk, { consistent: true })).map((raw) => parseRow(Queue, raw));

/** Returns all queues with their options, for work that must search every tree. Two consistent queries. */
export const loadWholeQueues = async (table: Table): Promise<WholeQueue[]> => {
  const [queues, raw] = await Promise.all([
    loadQueues(table),
    table.queryAll(keys.queueOptions({ id: 0 }).pk, { consistent: true }),
  ]);
  const optionsOf = new Map(raw.map((row) => parseRow(QueueOptions, row)).map((row) => [row.id, row]));
  return queues.map((queue) => whole(queue, optionsOf.get(queue.id)));
};

/** Returns all queues that have options, with these; see {@link loadWholeQueues}. */
export const loadQueuesWithOptions = async (table: Table): Promise<WholeQueue[]> =>
  (await loadWholeQueues(table)).filter(({ optionsVersion }) => optionsVersion > 0);

/**
 * Maximum of queues per transaction: a tree may be as large as an item (400 kB), and a transaction takes ten of these
 * (4 MB).
 */
export const QUEUES_PER_TRANSACTION = 8;

/** Returns the write of the options' row; nothing if the options stay unchanged. */
const optionsItems = (
  table: Table,
  before: WholeQueue | undefined,
  after: QueueFields | undefined,
  nowMs: number,
): WriteItem[] => {
  const had = before?.chatbots ?? [];
  const has = after?.chatbots ?? [];
  const version = before?.optionsVersion ?? 0;
  if (after !== undefined && isDeepEqual(had, has)) return [];
  if (after === undefined || has.length === 0) {
    const { id } = after ?? before ?? {};
    return id === undefined || version === 0 ? [] : [table.delete(QueueOptions, { id }, version)];
  }
  const { companyId, id, chatbots } = after;
  return [table.put(QueueOptions, { companyId, id, chatbots }, version === 0 ? 'absent' : version, nowMs)];
};

/**
 * Returns the writes that create, change or remove a queue: its own row, its options if they change, its brief form
 * for the directory, and the markers of its name and colour. The only way to write queues.
 * @param before as read; its versions guard the write
 */
export const queueItems = (
  table: Table,
  before: WholeQueue | undefined,
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
            { ...queueRowSchema.parse(after), ...(before && { rowCreatedAt: before.rowCreatedAt }) },
            before?.version ?? 'absent',
            nowMs,
          ),
          table.put(DirectoryQueue, directoryQueueSchema.parse(after), 'any', nowMs),
        ]),
    ...optionsItems(table, before, after, nowMs),
    ...marker('queueName', ({ name }) => uniqueName(name)),
    ...marker('queueColor', ({ color }) => uniqueColor(color)),
  ];
};
