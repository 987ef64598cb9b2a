import type { IncomingMessage, ServerResponse } from 'node:http';
import { TRAILING_SLASH } from '@prosa/shared/contracts/route.ts';
import * as z from 'zod';
import { httpEvent, restEvent } from './api-events.ts';
import { createFunctionLookup, type FoundFunction } from './find-function.ts';
import { FunctionError, type Functions } from './functions.ts';

/**
 * Maximum body of a request: API Gateway accepts 10 MB. Lambda carries 6 MB in each direction, including the event's
 * own fields.
 */
export const GATEWAY_MAX_BYTES = 10 * 1024 * 1024;
const LAMBDA_MAX_BYTES = 6 * 1024 * 1024;

const resultSchema = z.object({
  statusCode: z.int().min(100).max(599),
  headers: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  cookies: z.array(z.string()).optional(),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().optional(),
});

export interface HttpApi {
  handle(request: IncomingMessage, response: ServerResponse, path: string, query: string): Promise<void>;
}

const refuse = (response: ServerResponse, status: number, code: string): void => {
  const body = JSON.stringify({ error: code });
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
};

/** Reads the body; returns undefined when it exceeds API Gateway's limit. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > GATEWAY_MAX_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // The request stays open when it is too long, so that its sender can read the response.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > GATEWAY_MAX_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
};

const joinedHeaders = (request: IncomingMessage): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'cookie')
      headers[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return headers;
};

/** Returns headers in the caller's spelling, as a REST API does. */
const writtenHeaders = ({ headers, rawHeaders }: IncomingMessage): Record<string, string> => {
  const names = rawHeaders.filter((_text, at) => at % 2 === 0);
  return Object.fromEntries(names.map((name) => [name, String(headers[name.toLowerCase()] ?? '')]));
};

const toEvent = (
  request: IncomingMessage,
  route: FoundFunction,
  path: string,
  query: string,
  body: Buffer,
): ReturnType<typeof httpEvent> | ReturnType<typeof restEvent> => {
  const call = {
    method: request.method ?? 'GET',
    routeKey: route.routeKey,
    path,
    query,
    pathParameters: route.pathParameters,
    contentType: request.headers['content-type'],
    body,
    host: request.headers.host,
    sourceIp: request.socket.remoteAddress,
    userAgent: request.headers['user-agent'],
  };
  if (route.api === 'external') return restEvent({ ...call, headers: writtenHeaders(request) });
  const cookies = request.headers.cookie?.split(';').map((cookie) => cookie.trim());
  return httpEvent({ ...call, headers: joinedHeaders(request), cookies });
};

const send = (response: ServerResponse, output: unknown): void => {
  // As in API Gateway: a result that is not a response object becomes the response's body.
  const parsed = resultSchema.safeParse(output);
  const result = parsed.success
    ? parsed.data
    : { statusCode: 200, headers: { 'content-type': 'application/json' }, body: JSON.stringify(output) };
  const {
    statusCode,
    headers = {},
    cookies,
    body = '',
    isBase64Encoded,
  } = { cookies: undefined, isBase64Encoded: false, ...result };
  if (Buffer.byteLength(body) > LAMBDA_MAX_BYTES) {
    refuse(response, 502, 'ERR_PAYLOAD_TOO_LARGE');
    return;
  }
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value));
  if (cookies !== undefined) response.setHeader('set-cookie', cookies);
  // Text goes out in one write together with its headers; bytes need a second write.
  const payload = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  response.setHeader('content-length', Buffer.byteLength(payload));
  response.writeHead(statusCode).end(payload);
};

/**
 * Serves both APIs: matches a route, runs its function with an event in API Gateway's format, and sends the
 * function's response.
 */
export const createHttpApi = (functions: Functions): HttpApi => {
  const find = createFunctionLookup();
  return {
    handle: async (request, response, writtenPath, query) => {
      const path = writtenPath.replace(TRAILING_SLASH, '');
      const route = find(request.method ?? 'GET', path);
      if (route === undefined) {
        request.resume();
        refuse(response, 404, 'ERR_NOT_FOUND');
        return;
      }
      const body = await readBody(request);
      if (body === undefined) {
        response.setHeader('connection', 'close');
        refuse(response, 413, 'ERR_PAYLOAD_TOO_LARGE');
        return;
      }
      const event = toEvent(request, route, path, query, body);
      if (body.length > LAMBDA_MAX_BYTES / 2 && JSON.stringify(event).length > LAMBDA_MAX_BYTES) {
        refuse(response, 413, 'ERR_PAYLOAD_TOO_LARGE');
        return;
      }
      try {
        send(response, await functions.invoke(route.functionName, event));
      } catch (error) {
        if (!(error instanceof FunctionError)) throw error;
        if (error.isTimeout) refuse(response, 503, 'ERR_UNAVAILABLE');
        else refuse(response, 500, 'ERR_INTERNAL');
      }
    },
  };
};
