import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { localEndpoint, requireEnv } from '../env.ts';
import { callEnded, callStarted, METERING } from '../meter.ts';

let documents: DynamoDBDocumentClient | undefined;

/** The process's one connection to the table. */
export const documentClient = (): DynamoDBDocumentClient => {
  if (documents === undefined) {
    const client = new DynamoDBClient({
      ...localEndpoint('DYNAMODB_ENDPOINT'),
      maxAttempts: 4,
      retryMode: 'standard',
    });
    // It walks through all that is sent and received to hide secrets from a log that nobody keeps: a third of a call.
    client.middlewareStack.remove('loggerMiddleware');
    documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  }
  return documents;
};

export const tableName = (): string => requireEnv('TABLE_NAME');

interface Consumed {
  CapacityUnits?: number | undefined;
}
interface Metered {
  ConsumedCapacity?: Consumed | Consumed[] | undefined;
}

/** Asks for consumed capacity while metering. */
export const capacityOption = (): { ReturnConsumedCapacity?: 'TOTAL' } =>
  METERING ? { ReturnConsumedCapacity: 'TOTAL' } : {};

/** Counts a call and what it consumed. */
export const metered = async <T extends Metered>(
  kind: 'read' | 'write',
  call: () => Promise<T>,
): Promise<T> => {
  if (!METERING) return call();
  callStarted();
  let units = 0;
  try {
    const output = await call();
    const consumed = output.ConsumedCapacity;
    for (const part of Array.isArray(consumed) ? consumed : [consumed]) units += part?.CapacityUnits ?? 0;
    return output;
  } finally {
    callEnded(kind === 'read' ? units : 0, kind === 'write' ? units : 0);
  }
};
