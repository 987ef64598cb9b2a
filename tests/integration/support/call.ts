import { randomUUID } from 'node:crypto';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

export interface Call {
  /** `METHOD /path` with its values filled in, below the prefix of its API; a query string may follow. */
  to: string;
  token?: string | undefined;
  body?: unknown;
  /** Instead of a body: a form with files. */
  form?: FormData;
  headers?: Record<string, string>;
  cookies?: string[];
}

export interface Answer {
  status: number;
  body: unknown;
  headers: Record<string, unknown>;
  cookies: string[];
}

const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');

const matchPath = (pattern: string, path: string): Record<string, string> | undefined => {
  const [wanted, given] = [segments(pattern), segments(path)];
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? '';
    if (part.startsWith('{')) params[part.slice(1, -1)] = decodeURIComponent(value);
    else if (part !== value) return undefined;
  }
  return params;
};

/** An event of a REST API, with header names as careless callers write them. */
const restEvent = (
  resource: string,
  { httpEvent, method }: { httpEvent: APIGatewayProxyEventV2; method: string },
): APIGatewayProxyEvent => {
  const { headers, requestContext } = httpEvent;
  return {
    resource,
    path: `/external${resource}`,
    httpMethod: method,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    multiValueHeaders: {},
    queryStringParameters: httpEvent.queryStringParameters ?? null,
    multiValueQueryStringParameters: null,
    pathParameters: httpEvent.pathParameters ?? null,
    stageVariables: null,
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      authorizer: null,
      httpMethod: method,
      identity: {
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
        sourceIp: '127.0.0.1',
        user: null,
        userAgent: 'test',
        userArn: null,
      },
      path: `/external${resource}`,
      protocol: 'HTTP/1.1',
      requestId: requestContext.requestId,
      requestTimeEpoch: requestContext.timeEpoch,
      resourceId: 'local',
      resourcePath: resource,
      stage: 'external',
    },
    body: httpEvent.body ?? null,
    isBase64Encoded: httpEvent.isBase64Encoded,
  };
};

/** Calls a bound domain with the event API Gateway would make, and reads its answer. */
export const call = async (
  handler: BoundRoutes,
  { to, token, body: given, form, headers = {}, cookies }: Call,
): Promise<Answer> => {
  const sent = form === undefined ? undefined : new Response(form);
  const body = sent === undefined ? given : Buffer.from(await sent.arrayBuffer()).toString('base64');
  const contentType = sent?.headers.get('content-type') ?? 'application/json';
  const [method = '', target = ''] = to.split(' ');
  const url = new URL(`http://localhost/api${target}`);
  const path = url.pathname.slice('/api'.length);
  const match = Object.values(handler.rows)
    .filter((row) => row.method === method)
    // A literal path wins over one with a parameter, as at API Gateway.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
    .map((row) => ({ row, params: matchPath(row.path, path) }))
    .find(({ params }) => params !== undefined);
  if (match?.params === undefined) throw new Error(`no route for ${to}`);
  const routeKey = `${method} /api${match.row.path}`;
  const httpEvent: APIGatewayProxyEventV2 = {
    version: '2.0',
    routeKey,
    rawPath: url.pathname,
    rawQueryString: url.search.slice(1),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
      ...headers,
    },
    ...(cookies === undefined ? {} : { cookies }),
    pathParameters: match.params,
    queryStringParameters: Object.fromEntries(url.searchParams),
    requestContext: {
      accountId: 'local',
      apiId: 'local',
      domainName: 'localhost',
      domainPrefix: 'localhost',
      http: { method, path: url.pathname, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date().toISOString(),
      timeEpoch: Date.now(),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: sent !== undefined,
  };
  const event = match.row.api === 'external' ? restEvent(match.row.path, { httpEvent, method }) : httpEvent;
  const result = await handler(event);
  return {
    status: result.statusCode ?? 200,
    body: String(result.headers?.['content-type']).startsWith('text/plain')
      ? result.body
      : JSON.parse(result.body ?? 'null'),
    headers: { ...result.headers },
    cookies: result.cookies ?? [],
  };
};
