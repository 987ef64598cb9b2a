import {
  type AttributeValue,
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocument } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { requireEnv } from '../env.ts';
import { callEnded, callStarted, isMetering } from '../meter.ts';
import { lazyClient } from './lazy-client.ts';

/** A row as stored: its keys, its attributes, and its fields as one text. */
export type StoredRow = Record<string, unknown>;
/** A row as it appears in DynamoDB's stream. */
export type Image = Record<string, AttributeValue>;

export const tableName = (): string => requireEnv('TABLE_NAME');

const READS = new Set(['GetItem', 'BatchGetItem', 'Query']);

interface Consumed {
  CapacityUnits?: number;
}
const unitsOf = (output: object): number => {
  if (!('ConsumedCapacity' in output)) return 0;
  const consumed: Consumed | Consumed[] | undefined = output.ConsumedCapacity ?? undefined;
  const parts = consumed === undefined ? [] : Array.isArray(consumed) ? consumed : [consumed];
  return parts.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
};

/** Makes every call report its consumed capacity to the meter. */
const meter = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next, context) => async (call) => {
      callStarted();
      let units = 0;
      try {
        const done = await next({ ...call, input: { ...call.input, ReturnConsumedCapacity: 'TOTAL' } });
        units = unitsOf(done.output);
        return done;
      } finally {
        const isRead = READS.has(String(context.commandName).replace(/Command$/, ''));
        callEnded(isRead ? units : 0, isRead ? 0 : units);
      }
    },
    { step: 'initialize', name: 'meter' },
  );
};

/**
 * Cancellation reasons that are safe to retry unchanged: another transaction held one of the rows, or the table was
 * throttled.
 */
const CONTENTION = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const isContention = (error: unknown): error is Error => {
  const reasons = cancellationReasons(error)?.filter((reason) => reason !== 'None');
  return reasons === undefined
    ? error instanceof TransactionConflictException
    : reasons.length > 0 && reasons.every((reason) => CONTENTION.has(reason));
};

/** Makes the SDK's retry loop treat contention like throttling. No other loop retries calls. */
const retryContention = (client: DynamoDBClient): void => {
  client.middlewareStack.add(
    (next) => async (call) => {
      try {
        return await next(call);
      } catch (error) {
        throw isContention(error) ? Object.assign(error, { $retryable: {} }) : error;
      }
    },
    { step: 'deserialize', priority: 'high', name: 'retryContention' },
  );
};

/** The table's client. Undefined fields of a row are not stored. */
export const dynamodb = lazyClient('DYNAMODB_ENDPOINT', (options) => {
  const client = new DynamoDBClient(options);
  retryContention(client);
  if (isMetering()) meter(client);
  return DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** Converts a row of the stream to the form that the table's client returns. */
export const rowOfImage = (image: Image): StoredRow => unmarshall(image);

/** Returns the row that made a condition fail: whether it existed, and its content. Undefined for any other error. */
export const failedCondition = (error: unknown): { held: StoredRow | undefined } | undefined =>
  error instanceof ConditionalCheckFailedException
    ? { held: error.Item === undefined ? undefined : rowOfImage(error.Item) }
    : undefined;

/** Returns why a transaction was cancelled: a code for each of its items, in order; undefined for any other error. */
export const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code)
    : undefined;
