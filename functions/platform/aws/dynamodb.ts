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

/** A row as it is stored: its keys, its attributes, and its fields as one text. */
export type StoredRow = Record<string, unknown>;
/** A row as DynamoDB's stream writes it. */
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

/** Asks every call for what it consumed, and tells the meter. */
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

/** Why a transaction is cancelled that may be asked for again as it is: somebody else was busy with one of its rows. */
const CONTENTION = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const isContention = (error: unknown): error is Error => {
  const reasons = cancellationReasons(error)?.filter((reason) => reason !== 'None');
  return reasons === undefined
    ? error instanceof TransactionConflictException
    : reasons.length > 0 && reasons.every((reason) => CONTENTION.has(reason));
};

/** Has the SDK's one retry loop take contention as it takes throttling: no other loop tries a call again. */
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

/** The table's client. What is undefined in a row is not stored. */
export const dynamodb = lazyClient('DYNAMODB_ENDPOINT', (options) => {
  const client = new DynamoDBClient(options);
  retryContention(client);
  if (isMetering()) meter(client);
  return DynamoDBDocument.from(client, { marshallOptions: { removeUndefinedValues: true } });
});

/** A row of the stream as the table's client would read it. */
export const rowOfImage = (image: Image): StoredRow => unmarshall(image);

/** The row that made a condition fail: whether there was one, and what it says. Undefined for any other error. */
export const failedCondition = (error: unknown): { held: StoredRow | undefined } | undefined =>
  error instanceof ConditionalCheckFailedException
    ? { held: error.Item === undefined ? undefined : rowOfImage(error.Item) }
    : undefined;

/** Why a transaction was cancelled: a code for each of its items, in their order; undefined for any other error. */
export const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code)
    : undefined;
