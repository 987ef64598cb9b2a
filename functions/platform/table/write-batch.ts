import { dynamodb, type StoredRow, tableName } from '../aws/dynamodb.ts';
import type { WriteItem } from './commit.ts';
import { isDirectoryKey } from './directory-version.ts';
import { untilProcessed } from './until-processed.ts';

/** DynamoDB's limit for one call. */
const BATCH_MAX = 25;

/** A write in the form of the table's client, which also returns unprocessed writes in it. */
interface WriteRequest {
  PutRequest?: { Item: StoredRow | undefined } | undefined;
  DeleteRequest?: { Key: StoredRow | undefined } | undefined;
}

const toRequest = (item: WriteItem): WriteRequest => {
  if (item.condition !== undefined || item.op === 'check' || item.op === 'update') {
    throw new Error(`a batch writes ${item.entity} without conditions`);
  }
  if (isDirectoryKey(item.key)) throw new Error(`${item.entity} belongs to a directory: commit it`);
  return item.op === 'put'
    ? { PutRequest: { Item: item.item } }
    : { DeleteRequest: { Key: { ...item.key } } };
};

/**
 * Writes rows whose content does not depend on their previous state, at half the cost of a transaction. Not atomic:
 * throws if some writes stayed unprocessed, and may then be repeated. Of several writes to one key the last counts.
 */
export const writeBatch = async (items: readonly WriteItem[]): Promise<void> => {
  const unique = [...new Map(items.map((item) => [`${item.key.pk}\n${item.key.sk}`, item])).values()];
  for (let start = 0; start < unique.length; start += BATCH_MAX) {
    await untilProcessed<WriteRequest>(
      unique.slice(start, start + BATCH_MAX).map(toRequest),
      async (pending) => {
        const answer = await dynamodb().batchWrite({ RequestItems: { [tableName()]: pending } });
        return answer.UnprocessedItems?.[tableName()] ?? [];
      },
    );
  }
};
