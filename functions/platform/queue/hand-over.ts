import type { QueueName } from '@prosa/shared/resource-names.ts';
import type { CompanyId } from '../auth/company-id.ts';
import { dynamodb, tableName } from '../aws/dynamodb.ts';
import type { Row } from '../table/define-entity.ts';
import { Outbox } from '../table/entities/work.ts';
import { keys } from '../table/keys.ts';
import { parseRow } from '../table/parse-row.ts';
import { openTable } from '../table/table.ts';
import { writeBatch } from '../table/write-batch.ts';
import { isFifo, type QueueMessage, sendMessages } from './send-messages.ts';

export type OutboxRow = Row<typeof Outbox>;
/** A group of a queue, whose messages are sent in order. */
export interface OutboxGroup {
  companyId: CompanyId;
  groupId: string;
}

/** Maximum of rows of a group per round. */
const GROUP_PAGE = 100;
/** Ends a call that cannot keep up; the sweep sends the rest. */
const MAX_ROUNDS = 50;

/** Returns the waiting messages of a group, each with the write that removes it. */
const waitingOf = async (queue: QueueName, { companyId, groupId }: OutboxGroup) => {
  const table = openTable(companyId);
  const { pk } = keys.outbox({ queue, groupId, id: '' });
  const { rows } = await table.query(Outbox, { pk, limit: GROUP_PAGE, consistent: true });
  return rows.map((row) => ({ row, removal: table.delete(Outbox, row) }));
};

/** A message of a row, and its queue. */
interface Outgoing {
  row: OutboxRow;
  queue: QueueName;
  message: QueueMessage;
}

const outgoingOf = (row: OutboxRow): Outgoing[] =>
  [row, ...row.also].map(({ queue, body, delayS }, index) => ({
    row,
    queue,
    message: {
      id: [row.companyId, row.id, ...(index === 0 ? [] : [index])].join('.'),
      body,
      // On a standard queue, the group is the company: many messages of one company do not delay other companies.
      groupId: index === 0 && row.groupId !== '' ? row.groupId : String(row.companyId),
      ...(delayS === undefined ? {} : { delayS }),
    },
  }));

/**
 * Sends messages to their queues, at the same time.
 * @throws the first error, once all queues have answered
 */
const sendAll = async (outgoing: readonly Outgoing[]): Promise<void> => {
  const sends = await Promise.allSettled(
    [...Map.groupBy(outgoing, ({ queue }) => queue)].map(([queue, ofQueue]) =>
      sendMessages(
        queue,
        isFifo(queue),
        ofQueue.map(({ message }) => message),
      ),
    ),
  );
  for (const send of sends) if (send.status === 'rejected') throw send.reason;
};

/**
 * Sends the waiting messages of these groups to their queue, each group in the order of its rows, and deletes their
 * rows once the queue has accepted them. After a crash in between they are sent again with the same deduplication id. A
 * repeated stream record finds nothing to send. One query per group, then one send for every ten messages and one delete for every 25.
 */
export const handOver = async (queue: QueueName, groups: readonly OutboxGroup[]): Promise<void> => {
  let open = [...new Map(groups.map((group) => [`${group.companyId} ${group.groupId}`, group])).values()];
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
    const waiting = await Promise.all(open.map((group) => waitingOf(queue, group)));
    const rows = waiting.flat();
    if (rows.length === 0) return;
    await sendAll(rows.flatMap(({ row }) => outgoingOf(row)));
    await writeBatch(rows.map(({ removal }) => removal));
    // Only a full page can have left rows behind.
    open = open.filter((_group, at) => waiting[at]?.length === GROUP_PAGE);
  }
};

/** Sorts after every row of an instant. */
const HIGHEST = '\uffff';

/** Returns the messages of one shard that were committed by `until` and still wait, oldest first. */
export const waitingOutbox = async (shard: number, until: string, limit: number): Promise<OutboxRow[]> => {
  const { pk } = keys.global.waitingOutbox({ shard, at: '', companyId: 0, id: '' });
  const answer = await dynamodb().query({
    TableName: tableName(),
    IndexName: 'by-g1',
    KeyConditionExpression: 'g1pk = :pk AND g1sk <= :until',
    ExpressionAttributeValues: { ':pk': pk, ':until': `${until}${HIGHEST}` },
    Limit: limit,
  });
  return (answer.Items ?? []).map((row) => parseRow(Outbox, row));
};
