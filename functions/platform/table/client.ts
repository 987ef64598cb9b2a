import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { currentCredentials } from '../aws-call/credentials.ts';
import { sha256Hex, signRequest } from '../aws-call/sign-request.ts';
import { systemClock } from '../clock.ts';
import { localEndpoint, requireEnv } from '../env.ts';
import { callEnded, callStarted, METERING } from '../meter.ts';
import type { Image } from './attribute-values.ts';

const READS = ['GetItem', 'BatchGetItem', 'Query'] as const;
const WRITES = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem', 'TransactWriteItems'] as const;
type Operation = (typeof READS)[number] | (typeof WRITES)[number];

const MAX_ATTEMPTS = 4;
const RETRY_BASE_MS = 50;
/** DynamoDB answers within milliseconds; what takes longer than this is lost. */
const CALL_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;
/** Errors that mean "not now": nothing was done, or its answer may be asked for again. */
const TRANSIENT = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
]);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

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

interface Refusal {
  __type?: string;
  message?: string;
  Message?: string;
  /** With `ConditionalCheckFailedException`, where asked for. */
  Item?: Image;
  CancellationReasons?: { Code?: string }[];
}

/** DynamoDB refused a call. `name` is its error code, such as `ConditionalCheckFailedException`. */
export class TableError extends Error {
  readonly item: Image | undefined;
  /** Of a cancelled transaction: a code for each of its items, in their order. */
  readonly reasons: readonly string[];
  constructor(status: number, refusal: Refusal) {
    super(refusal.message ?? refusal.Message ?? `the table answered ${status}`);
    this.name = refusal.__type?.replace(/^.*#/, '') ?? (status < 500 ? 'TableError' : 'InternalServerError');
    this.item = refusal.Item;
    this.reasons = (refusal.CancellationReasons ?? []).map(({ Code }) => Code ?? 'None');
  }
}

export const isConditionFailure = (error: unknown): error is TableError =>
  error instanceof TableError && error.name === 'ConditionalCheckFailedException';

export const tableName = (): string => requireEnv('TABLE_NAME');

const openTarget = (address: string) => {
  const url = new URL(address);
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS };
  const secure = url.protocol === 'https:';
  return {
    address,
    url,
    send: secure ? httpsRequest : httpRequest,
    agent: secure ? new HttpsAgent(options) : new HttpAgent(options),
  };
};
let held: ReturnType<typeof openTarget> | undefined;
const target = () => {
  const address =
    localEndpoint('DYNAMODB_ENDPOINT').endpoint ??
    `https://dynamodb.${requireEnv('AWS_REGION')}.amazonaws.com`;
  if (held?.address !== address) held = openTarget(address);
  return held;
};

const attempt = async (operation: Operation, body: Buffer, bodyHash: string): Promise<Answer> => {
  const { url, send, agent } = target();
  const signed = signRequest({
    service: 'dynamodb',
    method: 'POST',
    host: url.host,
    path: '/',
    target: `DynamoDB_20120810.${operation}`,
    bodyHash,
    nowMs: systemClock.now(),
    credentials: await currentCredentials(),
  });
  return new Promise((resolve, reject) => {
    const call = send(
      {
        method: 'POST',
        hostname: url.hostname,
        port: url.port === '' ? undefined : url.port,
        path: '/',
        agent,
        timeout: CALL_TIMEOUT_MS,
        headers: {
          host: url.host,
          'content-type': 'application/x-amz-json-1.0',
          'content-length': body.byteLength,
          ...signed,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          const text = Buffer.concat(chunks).toString('utf8');
          try {
            if (status === 200) resolve(JSON.parse(text));
            else reject(new TableError(status, JSON.parse(text)));
          } catch {
            reject(new TableError(status, {}));
          }
        });
      },
    );
    call.on('timeout', () => {
      const error = new Error('the table did not answer in time');
      error.name = 'TimeoutError';
      call.destroy(error);
    });
    call.on('error', reject);
    call.end(body);
  });
};

const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (TRANSIENT.has(error.name) ||
    ('code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)));

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const callWithRetries = async (operation: Operation, input: object): Promise<Answer> => {
  const body = Buffer.from(JSON.stringify(input));
  const bodyHash = sha256Hex(body);
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(operation, body, bodyHash);
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !isTransient(error)) throw error;
      await wait(Math.random() * RETRY_BASE_MS * 2 ** tries);
    }
  }
};

const isRead = (operation: Operation): boolean => READS.some((read) => read === operation);

/**
 * One call of the table's HTTP API; what is transient is tried four times. Its answers are read as they come: the SDK's
 * client takes 1.1 to 1.6 ms of CPU around a call and as much again for a page of rows, which is most of what a request
 * may cost.
 * @param input the operation's JSON, values as {@link Image}s
 * @throws TableError what DynamoDB refused; a network error where it could not be reached
 */
export const tableCall = async (operation: Operation, input: object): Promise<Answer> => {
  if (!METERING) return callWithRetries(operation, input);
  callStarted();
  let units = 0;
  try {
    const answer = await callWithRetries(operation, { ...input, ReturnConsumedCapacity: 'TOTAL' });
    const consumed = answer.ConsumedCapacity ?? [];
    for (const part of Array.isArray(consumed) ? consumed : [consumed]) units += part.CapacityUnits ?? 0;
    return answer;
  } finally {
    callEnded(isRead(operation) ? units : 0, isRead(operation) ? 0 : units);
  }
};
