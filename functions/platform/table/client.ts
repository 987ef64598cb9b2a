import * as z from 'zod';
import { AwsError, callAws } from '../aws-call/call-aws.ts';
import { requireEnv } from '../env.ts';
import { callEnded, callStarted, METERING } from '../meter.ts';
import type { Image } from './attribute-values.ts';

const READS = ['GetItem', 'BatchGetItem', 'Query'] as const;
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'] as const;
type Operation = (typeof READS)[number] | (typeof WRITES)[number];

interface Consumed {
  CapacityUnits?: number;
}

/** What the calls this layer makes answer with, as DynamoDB's API reference has it. */
interface Answer {
  Item?: Image;
  Items?: Image[];
  Attributes?: Image;
  LastEvaluatedKey?: Image;
  Responses?: Record<string, Image[]>;
  UnprocessedKeys?: Record<string, { Keys: Image[] }>;
  UnprocessedItems?: Record<string, object[]>;
  ConsumedCapacity?: Consumed | Consumed[];
}

export const tableName = (): string => requireEnv('TABLE_NAME');

const heldRowSchema = z.object({ Item: z.object({ _w: z.object({ S: z.string() }).optional() }).optional() });

/** The row that made a condition fail: whether there was one, and the id of the write that made it. */
export const conditionFailure = (error: unknown): { isAbsent: boolean; writeId?: string } | undefined => {
  if (!(error instanceof AwsError) || error.name !== 'ConditionalCheckFailedException') return undefined;
  const { Item: item } = heldRowSchema.parse(error.details);
  return { isAbsent: item === undefined, ...(item?._w === undefined ? {} : { writeId: item._w.S }) };
};

const cancellationSchema = z.object({
  CancellationReasons: z.array(z.object({ Code: z.string().default('None') })),
});

/** Why a transaction was cancelled: a code for each of its items, in their order; undefined for any other error. */
export const cancellationReasons = (error: unknown): string[] | undefined =>
  error instanceof AwsError && error.name === 'TransactionCanceledException'
    ? cancellationSchema.parse(error.details).CancellationReasons.map(({ Code }) => Code)
    : undefined;

const isRead = (operation: Operation): boolean => READS.some((read) => read === operation);

/**
 * One call of the table's API.
 * @param input the operation's JSON, values as {@link Image}s
 * @throws AwsError what DynamoDB refused; a network error where it could not be reached
 */
export const tableCall = async (operation: Operation, input: object): Promise<Answer> => {
  if (!METERING) return callAws('dynamodb', operation, input);
  callStarted();
  let units = 0;
  try {
    const answer: Answer = await callAws('dynamodb', operation, {
      ...input,
      ReturnConsumedCapacity: 'TOTAL',
    });
    const consumed = answer.ConsumedCapacity ?? [];
    for (const part of Array.isArray(consumed) ? consumed : [consumed]) units += part.CapacityUnits ?? 0;
    return answer;
  } finally {
    callEnded(isRead(operation) ? units : 0, isRead(operation) ? 0 : units);
  }
};
