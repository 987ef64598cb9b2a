import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { LocalAnswer } from '@prosa/functions/platform/aws/local-role.ts';
import { serveInside } from '@prosa/functions/platform/aws/local-services.ts';
import * as z from 'zod';
import { isFromOwnMachine } from './own-machine.ts';
import type { SecretStore } from './secrets.ts';
import { answerSqs, queueUrl, SqsError } from './sqs-protocol.ts';
import type { SqsStore } from './sqs-store.ts';

/** The part of the WebSocket server behind API Gateway's `@connections` API. */
export interface ConnectionsApi {
  answer(request: IncomingMessage, response: ServerResponse, connectionId: string): void;
  /** Does the same as `PostToConnection`, for callers in this process; when absent, they use HTTP too. */
  post?(connectionId: string, frame: Uint8Array): LocalAnswer;
}

/** Services that can be made unavailable, to test the system without them. */
export type ServiceName = 'sqs' | 'secrets' | 'realtime';

export interface ServicesOptions {
  sqs: SqsStore;
  secrets: SecretStore;
  connections: ConnectionsApi;
}

export interface Services {
  endpoint: string;
  /** Returns the functions' environment value: JSON object from bare queue name to URL. */
  queueUrls(): string;
  setAvailable(service: ServiceName, isAvailable: boolean): void;
  stop(): Promise<void>;
}

const CONNECTIONS = /^\/(?:@|%40)connections\/([^/?]+)/i;

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

const json = (statusCode: number, body: object, headers: Record<string, string> = {}): LocalAnswer => ({
  statusCode,
  headers: { 'content-type': 'application/x-amz-json-1.0', ...headers },
  body: Buffer.from(JSON.stringify(body)),
});

const refusal = (prefix: string, code: string, message: string): LocalAnswer =>
  json(400, { __type: `${prefix}#${code}`, message }, { 'x-amzn-query-error': `${code};Sender` });

const UNAVAILABLE = json(503, { __type: 'ServiceUnavailable', message: 'taken away on purpose' });

const write = (response: ServerResponse, { statusCode, headers, body }: LocalAnswer): void => {
  response.writeHead(statusCode, { 'content-length': body.length, ...headers }).end(body);
};

/**
 * Actions of SQS that the functions of this process call. They do not receive messages: the local stack brings them.
 */
const QUEUE_COMMANDS: Readonly<Record<string, string>> = {
  SendMessageBatchCommand: 'SendMessageBatch',
  ChangeMessageVisibilityBatchCommand: 'ChangeMessageVisibilityBatch',
};

const postSchema = z.object({ ConnectionId: z.string(), Data: z.instanceof(Uint8Array) });

/**
 * Starts one loopback server for the small AWS services: SQS, Secrets Manager and `@connections`. This process answers
 * its own messages to queues and frames to browsers without HTTP: a request that only queues a message would otherwise
 * wait twice for whatever else this process does, and five hundred frames took a quarter of a second.
 */
export const startServices = async ({ sqs, secrets, connections }: ServicesOptions): Promise<Services> => {
  const away = new Set<ServiceName>();
  let endpoint = '';

  const answerQueues = async (action: string, input: unknown, gone?: AbortSignal): Promise<LocalAnswer> => {
    if (away.has('sqs')) return UNAVAILABLE;
    try {
      return json(200, await answerSqs(sqs, endpoint, action, input, gone));
    } catch (error) {
      if (!(error instanceof SqsError)) throw error;
      return refusal('com.amazonaws.sqs', error.code, error.message);
    }
  };

  const answerSecrets = ({ SecretId }: { SecretId?: unknown }): LocalAnswer => {
    if (away.has('secrets')) return UNAVAILABLE;
    const value = typeof SecretId === 'string' ? secrets.get(SecretId) : undefined;
    if (value === undefined)
      return refusal(
        'com.amazonaws.secretsmanager',
        'ResourceNotFoundException',
        "Secrets Manager can't find the specified secret.",
      );
    return json(200, {
      ARN: `arn:aws:secretsmanager:local:000000000000:secret:${SecretId}`,
      Name: SecretId,
      SecretString: value,
      VersionStages: ['AWSCURRENT'],
    });
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = request.headers['x-amz-target'];
    if (typeof target === 'string' && target.startsWith('AmazonSQS.')) {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const input: unknown = JSON.parse(await readBody(request));
      write(response, await answerQueues(target.slice('AmazonSQS.'.length), input, gone.signal));
      return;
    }
    if (target === 'secretsmanager.GetSecretValue') {
      write(response, answerSecrets(JSON.parse(await readBody(request))));
      return;
    }
    const connectionId = CONNECTIONS.exec(request.url ?? '')?.[1];
    if (connectionId !== undefined) {
      if (away.has('realtime')) write(response, UNAVAILABLE);
      else connections.answer(request, response, decodeURIComponent(connectionId));
      return;
    }
    write(
      response,
      refusal('com.amazon.coral.service', 'UnknownOperationException', 'nothing here serves this call'),
    );
  };

  const server: Server = createServer((request, response) => {
    if (!isFromOwnMachine(request)) return void response.writeHead(403).end();
    serve(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else write(response, json(500, { __type: 'InternalFailure', message: String(error) }));
    });
  });
  // SDK clients keep their connections; the default of 5 s would close a connection just before its next use.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the services have no port');
  endpoint = `http://127.0.0.1:${address.port}`;
  const stopServing = serveInside(endpoint, ({ command, input }) => {
    const action = QUEUE_COMMANDS[command];
    if (action !== undefined) return answerQueues(action, input);
    if (command !== 'PostToConnectionCommand' || connections.post === undefined) return undefined;
    const { ConnectionId, Data } = postSchema.parse(input);
    return away.has('realtime') ? UNAVAILABLE : connections.post(ConnectionId, Data);
  });
  return {
    endpoint,
    queueUrls: () =>
      JSON.stringify(
        Object.fromEntries(sqs.queues().map((queue) => [queue.name, queueUrl(endpoint, queue)])),
      ),
    setAvailable: (service, isAvailable) => {
      if (isAvailable) away.delete(service);
      else away.add(service);
    },
    stop: () =>
      new Promise((resolve) => {
        stopServing();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
