import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { systemClock } from '../clock.ts';
import { localEndpoint, requireEnv } from '../env.ts';
import { currentCredentials } from './credentials.ts';
import { type Service, sha256Hex, signRequest } from './sign-request.ts';

const MAX_ATTEMPTS = 4;
const RETRY_BASE_MS = 50;
/** These services answer within milliseconds; what takes longer than this is lost. */
const CALL_TIMEOUT_MS = 5_000;
const MAX_CONNECTIONS = 64;
/** Errors that mean "not now": nothing was done, or its answer may be asked for again. */
const TRANSIENT = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'RequestThrottled',
  'TransactionInProgressException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
]);
const UNREACHABLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);

/** The services whose JSON protocol is spoken here, each with the variable that names its loopback endpoint. */
const SERVICES = {
  dynamodb: { target: 'DynamoDB_20120810', endpointVariable: 'DYNAMODB_ENDPOINT' },
  sqs: { target: 'AmazonSQS', endpointVariable: 'SQS_ENDPOINT' },
} as const satisfies Partial<Record<Service, object>>;
type JsonService = keyof typeof SERVICES;

/** A service refused a call. `name` is its error code, such as `ConditionalCheckFailedException`. */
export class AwsError extends Error {
  /** The whole of the refusal, as JSON gave it. */
  readonly details: object;
  constructor(status: number, details: { __type?: string; message?: string; Message?: string }) {
    super(details.message ?? details.Message ?? `the service answered ${status}`);
    this.name = details.__type?.replace(/^.*#/, '') ?? (status < 500 ? 'AwsError' : 'InternalServerError');
    this.details = details;
  }
}

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
type Target = ReturnType<typeof openTarget>;

const targets = new Map<JsonService, Target>();
const targetOf = (service: JsonService): Target => {
  const { endpoint } = localEndpoint(SERVICES[service].endpointVariable);
  const address = endpoint ?? `https://${service}.${requireEnv('AWS_REGION')}.amazonaws.com`;
  const held = targets.get(service);
  if (held?.address === address) return held;
  const target = openTarget(address);
  targets.set(service, target);
  return target;
};

export interface CallOptions {
  /** How long an answer may take; 5 s unless told. */
  timeoutMs?: number;
  signal?: AbortSignal;
}

interface Call {
  service: JsonService;
  operation: string;
  body: Buffer;
  bodyHash: string;
}

const attempt = async (call: Call, { timeoutMs = CALL_TIMEOUT_MS, signal }: CallOptions) => {
  const { url, send, agent } = targetOf(call.service);
  const signed = signRequest({
    service: call.service,
    method: 'POST',
    host: url.host,
    path: '/',
    target: `${SERVICES[call.service].target}.${call.operation}`,
    bodyHash: call.bodyHash,
    nowMs: systemClock.now(),
    credentials: await currentCredentials(),
  });
  return new Promise<ReturnType<typeof JSON.parse>>((resolve, reject) => {
    const request = send(
      {
        method: 'POST',
        hostname: url.hostname,
        port: url.port === '' ? undefined : url.port,
        path: '/',
        agent,
        timeout: timeoutMs,
        signal,
        headers: {
          host: url.host,
          'content-type': 'application/x-amz-json-1.0',
          'content-length': call.body.byteLength,
          ...signed,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          try {
            const answer = JSON.parse(Buffer.concat(chunks).toString('utf8'));
            if (status === 200) resolve(answer);
            else reject(new AwsError(status, answer));
          } catch {
            reject(new AwsError(status, {}));
          }
        });
      },
    );
    request.on('timeout', () => {
      const error = new Error('the service did not answer in time');
      error.name = 'TimeoutError';
      request.destroy(error);
    });
    request.on('error', reject);
    request.end(call.body);
  });
};

const isTransient = (error: unknown): boolean =>
  error instanceof Error &&
  (TRANSIENT.has(error.name) ||
    ('code' in error && typeof error.code === 'string' && UNREACHABLE.has(error.code)));

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * One call of a service's JSON protocol over a kept connection; what is transient is tried four times. The SDK's
 * clients take 1.1 to 1.6 ms of CPU around a call and as much again for a page of rows, which is most of what a request
 * may cost; this takes 0.2 ms.
 * @returns the answer's JSON, in the shape the service documents
 * @throws AwsError what the service refused; a network error where it could not be reached
 */
export const callAws = async (
  service: JsonService,
  operation: string,
  input: object,
  options: CallOptions = {},
): Promise<ReturnType<typeof JSON.parse>> => {
  const body = Buffer.from(JSON.stringify(input));
  const call: Call = { service, operation, body, bodyHash: sha256Hex(body) };
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(call, options);
    } catch (error) {
      if (tries >= MAX_ATTEMPTS || !isTransient(error)) throw error;
      await wait(Math.random() * RETRY_BASE_MS * 2 ** tries);
    }
  }
};
