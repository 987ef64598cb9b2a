import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocalAnswer } from '@prosa/functions/platform/aws/local-role.ts';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { NOT_STORED } from '../security-headers.ts';
import type { Functions } from './functions.ts';
import type { ConnectionsApi } from './services.ts';

/** API Gateway's limits. A browser sends a message as one frame, so the frame limit applies to it. */
const FRAME_MAX_BYTES = 32 * 1024;
const MESSAGE_MAX_BYTES = 128 * 1024;
const IDLE_MS = 10 * 60 * 1000;
const LIFE_MS = 2 * 60 * 60 * 1000;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_ABNORMAL = 1006;
const CLOSE_TOO_BIG = 1009;
const CLOSE_POLICY = 1008;
/** Time for a client that violates a limit to receive the close frame. */
const CLOSE_PATIENCE_MS = 1_000;
/** API Gateway closes a client that sends too many frames (1008) at an undocumented number. */
const FRAMES_WAITING_MAX = 100;
/** It also closes a client that does not read its frames. */
const UNREAD_MAX_BYTES = 4 * 1024 * 1024;

const answerSchema = z.object({ statusCode: z.int() });

interface Connection {
  id: string;
  socket: WebSocket;
  connectedAtMs: number;
  lastActiveAtMs: number;
  context: { domainName: string; identity: { sourceIp: string; userAgent: string } };
  idle: NodeJS.Timeout;
  life: NodeJS.Timeout;
  /** Frames waiting to be processed; each connection processes one frame at a time. */
  waiting: string[];
  isWorking: boolean;
}

type Draft = Pick<Connection, 'id' | 'connectedAtMs' | 'lastActiveAtMs' | 'context'>;

export interface WebSocketApi extends ConnectionsApi {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, query: string): Promise<void>;
  /** Returns the number of connected browsers. */
  size(): number;
  /** Drops every connection without calling the function, as a network failure does. */
  dropAll(): void;
  /** Closes every connection, and awaits the calls about those that closed before. */
  stop(): Promise<void>;
}

export interface WebSocketApiOptions {
  functions: Functions;
  /** The function that serves `$connect`, `$disconnect` and `$default`. */
  functionName: string;
  idleMs?: number;
  lifeMs?: number;
}

const multiHeaders = (request: IncomingMessage) => {
  const headers: Record<string, string> = {};
  const multiValueHeaders: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined) continue;
    const values = Array.isArray(value) ? value : [value];
    headers[name] = values.at(-1) ?? '';
    multiValueHeaders[name] = values;
  }
  return { headers, multiValueHeaders };
};

/** Refuses a handshake with a status code. */
export const rejectUpgrade = (socket: Duplex, status: number): void => {
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nCache-Control: ${NOT_STORED}\r\nContent-Length: 0\r\n\r\n`,
  );
};

const toText = (data: RawData): string =>
  (Array.isArray(data) ? Buffer.concat(data) : Buffer.isBuffer(data) ? data : Buffer.from(data)).toString(
    'utf8',
  );

const answerTo = (statusCode: number, error?: string): LocalAnswer => ({
  statusCode,
  headers: error === undefined ? {} : { 'x-amzn-errortype': error },
  body: new Uint8Array(),
});

/** The WebSocket API with its `@connections` side: same events, limits and answers as API Gateway. */
export const createWebSocketApi = (options: WebSocketApiOptions): WebSocketApi => {
  const { functions, functionName, idleMs = IDLE_MS, lifeMs = LIFE_MS } = options;
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  });
  const connections = new Map<string, Connection>();
  /** Running calls of `$disconnect`. */
  const disconnects = new Set<Promise<void>>();

  const requestContext = (connection: Draft, routeKey: string, eventType: string) => ({
    routeKey,
    eventType,
    connectionId: connection.id,
    connectedAt: connection.connectedAtMs,
    requestId: randomUUID(),
    extendedRequestId: randomUUID(),
    messageDirection: 'IN',
    requestTime: new Date().toISOString(),
    requestTimeEpoch: Date.now(),
    stage: 'live',
    apiId: 'local',
    ...connection.context,
  });

  const tellDisconnect = (draft: Draft, code: number, reason: string): void => {
    const context = requestContext(draft, '$disconnect', 'DISCONNECT');
    const event = {
      headers: {},
      multiValueHeaders: {},
      requestContext: { ...context, disconnectStatusCode: code, disconnectReason: reason },
      isBase64Encoded: false,
    };
    // Best effort on AWS too; the invoker reports a failure.
    const call = functions
      .invoke(functionName, event)
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => disconnects.delete(call));
    disconnects.add(call);
  };

  const touch = (connection: Connection): void => {
    connection.lastActiveAtMs = Date.now();
    connection.idle.refresh();
  };

  /** Processes a connection's frames one after the other, so that many frames do not delay other connections. */
  const workOff = async (connection: Connection): Promise<void> => {
    connection.isWorking = true;
    for (let body = connection.waiting.shift(); body !== undefined; body = connection.waiting.shift()) {
      const event = {
        requestContext: { ...requestContext(connection, '$default', 'MESSAGE'), messageId: randomUUID() },
        body,
        isBase64Encoded: false,
      };
      try {
        await functions.invoke(functionName, event);
      } catch {
        // The invoker reports the error. API Gateway's own text for the client:
        if (connections.has(connection.id)) {
          const text = JSON.stringify({ message: 'Internal server error', connectionId: connection.id });
          connection.socket.send(text);
        }
      }
    }
    connection.isWorking = false;
  };

  const admit = (draft: Draft, socket: WebSocket): void => {
    const end = (reason: string) => socket.close(CLOSE_GOING_AWAY, reason);
    const connection: Connection = {
      ...draft,
      socket,
      waiting: [],
      isWorking: false,
      idle: setTimeout(() => end('Idle timeout'), idleMs).unref(),
      life: setTimeout(() => end('Connection duration limit'), lifeMs).unref(),
    };
    connections.set(connection.id, connection);
    socket.on('message', (data) => {
      touch(connection);
      if (connection.waiting.length >= FRAMES_WAITING_MAX) {
        connection.waiting = [];
        socket.close(CLOSE_POLICY, 'Too many requests');
        // The client may continue sending until it receives the close frame.
        socket.pause();
        setTimeout(() => socket.terminate(), CLOSE_PATIENCE_MS).unref();
        return;
      }
      connection.waiting.push(toText(data));
      if (!connection.isWorking) void workOff(connection);
    });
    socket.on('ping', () => touch(connection));
    // On a protocol error or an oversized frame, `ws` closes with the right code, and `close` follows.
    socket.on('error', () => undefined);
    socket.on('close', (code, reason) => {
      if (!connections.delete(connection.id)) return;
      clearTimeout(connection.idle);
      clearTimeout(connection.life);
      tellDisconnect(connection, code, reason.toString());
    });
  };

  const post = (connectionId: string, frame: Uint8Array): LocalAnswer => {
    const connection = connections.get(connectionId);
    if (connection === undefined) return answerTo(410, 'GoneException');
    if (frame.length > MESSAGE_MAX_BYTES) {
      connection.socket.close(CLOSE_TOO_BIG, 'Message too long');
      return answerTo(413, 'PayloadTooLargeException');
    }
    if (connection.socket.bufferedAmount > UNREAD_MAX_BYTES) {
      connection.socket.terminate();
      return answerTo(410, 'GoneException');
    }
    touch(connection);
    connection.socket.send(frame, { binary: false });
    return answerTo(200);
  };

  const answerPost = async (
    request: IncomingMessage,
    response: ServerResponse,
    connectionId: string,
  ): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { statusCode, headers, body } = post(connectionId, Buffer.concat(chunks));
    response.writeHead(statusCode, { 'content-length': body.length, ...headers }).end(body);
  };

  return {
    size: () => connections.size,
    upgrade: async (request, socket, head, query) => {
      const draft = {
        // 12 bytes in base64, as API Gateway's ids; they need encoding in a path.
        id: randomBytes(12).toString('base64').replace(/.$/, '='),
        connectedAtMs: Date.now(),
        lastActiveAtMs: Date.now(),
        context: {
          domainName: request.headers.host ?? 'localhost',
          identity: {
            sourceIp: request.socket.remoteAddress ?? '',
            userAgent: request.headers['user-agent'] ?? '',
          },
        },
      };
      const parameters = [...new URLSearchParams(query)];
      const event = {
        ...multiHeaders(request),
        queryStringParameters: Object.fromEntries(parameters),
        multiValueQueryStringParameters: Object.fromEntries(
          parameters.map(([name, value]) => [name, [value]]),
        ),
        requestContext: requestContext(draft, '$connect', 'CONNECT'),
        isBase64Encoded: false,
      };
      let status = 500;
      try {
        status = answerSchema.parse(await functions.invoke(functionName, event)).statusCode;
      } catch {
        // The invoker reports the error; the browser sees a refused upgrade and retries.
        status = 500;
      }
      if (status < 200 || status > 299) return rejectUpgrade(socket, status);
      // `ws` calls back before it returns, or not at all if the browser has left or its handshake is malformed.
      let isOpen = false;
      server.handleUpgrade(request, socket, head, (accepted) => {
        isOpen = true;
        admit(draft, accepted);
      });
      if (!isOpen) tellDisconnect(draft, CLOSE_ABNORMAL, '');
    },
    post,
    answer: (request, response, connectionId) => {
      const connection = connections.get(connectionId);
      if (request.method === 'POST') {
        answerPost(request, response, connectionId).catch(() => response.destroy());
      } else if (connection === undefined) {
        response.writeHead(410, { 'x-amzn-errortype': 'GoneException' }).end();
      } else if (request.method === 'DELETE') {
        connection.socket.close(CLOSE_GOING_AWAY);
        response.writeHead(204).end();
      } else {
        const body = JSON.stringify({
          connectedAt: new Date(connection.connectedAtMs).toISOString(),
          lastActiveAt: new Date(connection.lastActiveAtMs).toISOString(),
          identity: connection.context.identity,
        });
        response.writeHead(200, { 'content-type': 'application/json' }).end(body);
      }
    },
    dropAll: () => {
      for (const connection of [...connections.values()]) {
        connections.delete(connection.id);
        clearTimeout(connection.idle);
        clearTimeout(connection.life);
        connection.socket.terminate();
      }
    },
    stop: async () => {
      for (const { socket, idle, life } of [...connections.values()]) {
        clearTimeout(idle);
        clearTimeout(life);
        socket.close(CLOSE_GOING_AWAY, 'Stopping');
        socket.terminate();
      }
      connections.clear();
      server.close();
      await Promise.all(disconnects);
    },
  };
};
