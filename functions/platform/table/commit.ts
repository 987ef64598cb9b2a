import { randomUUID } from 'node:crypto';
import {
  cancellationReasons,
  dynamodb,
  failedCondition,
  type StoredRow,
  tableName,
} from '../aws/dynamodb.ts';
import type { Key } from './define-entity.ts';
import { withDirectoryVersion } from './directory-version.ts';
import type { Expression } from './expressions.ts';

/** One write of a transaction, as repositories return it and use cases compose it. */
export type WriteItem = { entity: string; key: Key; condition?: Expression } & (
  | { op: 'put'; item: Record<string, unknown> }
  | { op: 'delete' }
  | { op: 'check'; condition: Expression }
  | { op: 'update'; update: Expression }
);

/** DynamoDB's limit for one transaction. */
export const MAX_TRANSACTION_ITEMS = 100;

/** Thrown when a condition did not hold; nothing was written. `entities` names the entities whose condition failed. */
export class WriteConflict extends Error {
  readonly failed: readonly WriteItem[];
  constructor(failed: readonly WriteItem[], cause?: unknown) {
    super(`write conflict on ${failed.map((item) => item.entity).join(', ')}`, { cause });
    this.name = 'WriteConflict';
    this.failed = failed;
  }
  failedOn(entity: { name: string }): boolean {
    return this.failed.some((item) => item.entity === entity.name);
  }
}

const conditionFields = (condition: Expression | undefined) =>
  condition === undefined
    ? {}
    : {
        ConditionExpression: condition.expression,
        ...(condition.names === undefined ? {} : { ExpressionAttributeNames: condition.names }),
        ...(condition.values === undefined ? {} : { ExpressionAttributeValues: condition.values }),
      };

const toTransactItem = (item: WriteItem) => {
  const target = { TableName: tableName() };
  switch (item.op) {
    case 'put':
      return { Put: { ...target, Item: item.item, ...conditionFields(item.condition) } };
    case 'delete':
      return { Delete: { ...target, Key: item.key, ...conditionFields(item.condition) } };
    case 'check':
      return {
        ConditionCheck: {
          ...target,
          Key: item.key,
          ConditionExpression: item.condition.expression,
          ...conditionFields(item.condition),
        },
      };
    case 'update':
      return {
        Update: {
          ...target,
          Key: item.key,
          UpdateExpression: item.update.expression,
          ...(item.condition === undefined ? {} : { ConditionExpression: item.condition.expression }),
          ExpressionAttributeNames: { ...item.update.names, ...item.condition?.names },
          ExpressionAttributeValues: { ...item.update.values, ...item.condition?.values },
        },
      };
  }
};

/**
 * Commits a single write, at half the cost of a transaction. If the response to the first attempt was lost, the
 * client's retry meets its own effect: `isOwnEffect` recognises it by the row that made the condition fail.
 */
const alone = async (
  write: WriteItem,
  call: () => Promise<unknown>,
  isOwnEffect: (held: StoredRow | undefined) => boolean,
): Promise<void> => {
  try {
    await call();
  } catch (error) {
    const failure = failedCondition(error);
    if (failure === undefined) throw error;
    if (!isOwnEffect(failure.held)) throw new WriteConflict([write], error);
  }
};

const putAlone = (write: WriteItem & { op: 'put' }): Promise<void> => {
  const writeId = randomUUID();
  const put = () =>
    dynamodb().put({
      TableName: tableName(),
      Item: { ...write.item, _w: writeId },
      ...conditionFields(write.condition),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  return alone(write, put, (held) => held?._w === writeId);
};

const updateAlone = (write: WriteItem & { op: 'update' }): Promise<void> => {
  const writeId = randomUUID();
  const { update, condition } = write;
  const change = () =>
    dynamodb().update({
      TableName: tableName(),
      Key: write.key,
      UpdateExpression: [update.expression, '#w = :w'].join(', '),
      ...(condition === undefined ? {} : { ConditionExpression: condition.expression }),
      ExpressionAttributeNames: { ...update.names, ...condition?.names, '#w': '_w' },
      ExpressionAttributeValues: { ...update.values, ...condition?.values, ':w': writeId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  return alone(write, change, (held) => held?._w === writeId);
};

const deleteAlone = (write: WriteItem & { op: 'delete' }): Promise<void> => {
  const remove = () =>
    dynamodb().delete({
      TableName: tableName(),
      Key: write.key,
      ...conditionFields(write.condition),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    });
  // Already deleted: either the retry of a delete meets its own effect, or there is nothing to delete.
  return alone(write, remove, (held) => held === undefined);
};

/**
 * Commits all items or none. Throws {@link WriteConflict} if a condition does not hold. The client retries contention
 * and lost responses: the request token makes a repeated transaction idempotent for ten minutes. A change of a
 * company's directory also raises its version, which takes one more write.
 */
export const commit = async (writes: readonly WriteItem[]): Promise<void> => {
  const items = withDirectoryVersion(writes);
  const [first] = items;
  if (first === undefined) return;
  if (items.length === 1 && first.op === 'put') return putAlone(first);
  if (items.length === 1 && first.op === 'delete') return deleteAlone(first);
  // Without a condition a repeated update would take effect twice; in a transaction its token prevents that.
  if (items.length === 1 && first.op === 'update' && first.condition !== undefined) return updateAlone(first);
  if (items.length > MAX_TRANSACTION_ITEMS) throw new RangeError(`transaction of ${items.length} items`);
  try {
    await dynamodb().transactWrite({
      TransactItems: items.map(toTransactItem),
      ClientRequestToken: randomUUID(),
    });
  } catch (error) {
    const reasons = cancellationReasons(error);
    const failed = items.filter((_item, index) => reasons?.[index] === 'ConditionalCheckFailed');
    if (failed.length > 0) throw new WriteConflict(failed, error);
    throw error;
  }
};

/**
 * Deletes a row and returns whether it was there and its condition held. Of several callers at most one gets true; none
 * does if the response to the first attempt was lost, because its retry cannot tell who deleted the row.
 */
export const take = async (write: WriteItem & { op: 'delete' }): Promise<boolean> => {
  const { expression = 'attribute_exists(pk)', ...parts } = write.condition ?? {};
  try {
    await dynamodb().delete({
      TableName: tableName(),
      Key: write.key,
      ...conditionFields({ expression, ...parts }),
    });
    return true;
  } catch (error) {
    if (failedCondition(error) === undefined) throw error;
    return false;
  }
};
