import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { EXTERNAL_PREFIX } from '@prosa/shared/contracts/route.ts';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod';
import { FunctionError, type Functions } from './functions.ts';
import { createRouteTree, type RouteMatch } from './route-tree.ts';

/** API Gateway takes 10 MB; Lambda carries 6 MB each way, the event's own fields included. */
export const GATEWAY_MAX_BYTES = 10 * 1024 * 1024;
const LAMBDA_MAX_BYTES = 6 * 1024 * 1024;
const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript|graphql|[\w.-]+\+(json|xml))\b)/i;

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

/** The body, or undefined once it is longer than API Gateway takes. */
const readBody = async (request: IncomingMessage): Promise<Buffer | undefined> => {
  if (Number(request.headers['content-length'] ?? 0) > GATEWAY_MAX_BYTES) return undefined;
  const chunks: Buffer[] = [];
  let size = 0;
  // Left open where it is too long, so that its sender reads why.
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

const queryParameters = (query: string): Record<string, string> | undefined => {
  if (query === '') return undefined;
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    joined[name] = name in joined ? `${joined[name]},${value}` : value;
  }
  return joined;
};

const isText = (request: IncomingMessage): boolean => TEXT_TYPES.test(request.headers['content-type'] ?? '');

/** An event of API Gateway's payload format 2.0. */
export const toHttpEvent = (
  request: IncomingMessage,
  match: RouteMatch,
  rawPath: string,
  rawQueryString: string,
  body: Buffer,
): APIGatewayProxyEventV2 => {
  const nowMs = Date.now();
  const method = request.method ?? 'GET';
  const domainName = request.headers.host ?? 'localhost';
  const cookies = request.headers.cookie?.split(';').map((cookie) => cookie.trim());
  const parameters = queryParameters(rawQueryString);
  const hasParameters = Object.keys(match.pathParameters).length > 0;
  const encoding = isText(request) ? 'utf8' : 'base64';
  return {
    version: '2.0',
    routeKey: match.routeKey,
    rawPath,
    rawQueryString,
    headers: joinedHeaders(request),
    ...(cookies === undefined ? {} : { cookies }),
    ...(parameters === undefined ? {} : { queryStringParameters: parameters }),
    ...(hasParameters ? { pathParameters: match.pathParameters } : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: {
        method,
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? '',
      },
      requestId: randomUUID(),
      routeKey: match.routeKey,
      stage: '$default',
      time: new Date(nowMs).toISOString(),
      timeEpoch: nowMs,
    },
    ...(body.length === 0 ? {} : { body: body.toString(encoding) }),
    isBase64Encoded: body.length > 0 && encoding === 'base64',
  };
};

/** An event of payload format 1.0, as REST APIs hand it over: headers as the caller wrote them, the resource without the API's prefix. */
const toRestEvent = (
  request: IncomingMessage,
  match: RouteMatch,
  rawPath: string,
  rawQueryString: string,
  body: Buffer,
): APIGatewayProxyEvent => {
  const nowMs = Date.now();
  const httpMethod = request.method ?? 'GET';
  const resource = match.routeKey.slice(`${httpMethod} ${EXTERNAL_PREFIX}`.length);
  const names = request.rawHeaders.filter((_text, at) => at % 2 === 0);
  const headers = Object.fromEntries(
    names.map((name) => [name, String(request.headers[name.toLowerCase()] ?? '')]),
  );
  const query = queryParameters(rawQueryString) ?? null;
  const isBase64Encoded = body.length > 0 && !isText(request);
  return {
    resource,
    path: rawPath,
    httpMethod,
    headers,
    multiValueHeaders: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    queryStringParameters: query,
    multiValueQueryStringParameters:
      query === null
        ? null
        : Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
    pathParameters: Object.keys(match.pathParameters).length > 0 ? match.pathParameters : null,
    stageVariables: null,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      httpMethod,
      identity: {
        ...NO_IDENTITY,
        sourceIp: request.socket.remoteAddress ?? '',
        userAgent: request.headers['user-agent'] ?? null,
      },
      path: rawPath,
      protocol: `HTTP/${request.httpVersion}`,
      requestId: randomUUID(),
      requestTimeEpoch: nowMs,
      resourceId: 'local',
      resourcePath: resource,
      stage: 'external',
    },
    body: body.length === 0 ? null : body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded,
  };
};

/** What a REST API tells of callers that it does not know: nothing. */
const NO_IDENTITY = {
  accessKey: null,
  accountId: null,
  apiKey: null,
  apiKeyId: null,
  caller: null,
  clientCert: null,
  cognitoAuthenticationProvider: null,
  cognitoAuthenticationType: null,
  cognitoIdentityId: null,
  cognitoIdentityPoolId: null,
  principalOrgId: null,
  user: null,
  userArn: null,
};

const send = (response: ServerResponse, output: unknown): void => {
  // As API Gateway: what is not a response object is its body.
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
  // Text leaves in one write with its headers; bytes take a second one.
  const payload = isBase64Encoded ? Buffer.from(body, 'base64') : body;
  response.setHeader('content-length', Buffer.byteLength(payload));
  response.writeHead(statusCode).end(payload);
};

/** Both APIs: matches a route, runs its function with an event of API Gateway's shape, answers what it returned. */
export const createHttpApi = (functions: Functions): HttpApi => {
  const match = createRouteTree();
  return {
    handle: async (request, response, path, query) => {
      const route = match(request.method ?? 'GET', path);
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
      const toEvent = route.api === 'external' ? toRestEvent : toHttpEvent;
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
