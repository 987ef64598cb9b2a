import { randomUUID } from 'node:crypto';
import { EXTERNAL_PREFIX } from '@prosa/shared/contracts/route.ts';
import type { APIGatewayProxyEvent, APIGatewayProxyEventV2 } from 'aws-lambda';

/** A request that matched a route, in API Gateway's terms. */
export interface ApiCall {
  method: string;
  /** As in API Gateway: `GET /api/tickets/{id}`. */
  routeKey: string;
  path: string;
  /** Query string without the question mark; empty for none. */
  query: string;
  pathParameters: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
  cookies?: string[] | undefined;
  contentType: string | undefined;
  body: Buffer;
  host?: string | undefined;
  sourceIp?: string | undefined;
  userAgent?: string | undefined;
}

const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript|graphql|[\w.-]+\+(json|xml))\b)/i;

/** Returns text unchanged and any other content in base64. */
const bodyOf = ({ body, contentType = '' }: ApiCall) => {
  const isText = TEXT_TYPES.test(contentType);
  return {
    text: body.length === 0 ? undefined : body.toString(isText ? 'utf8' : 'base64'),
    isBase64Encoded: body.length > 0 && !isText,
  };
};

const queryParametersOf = ({ query }: ApiCall): Record<string, string> | undefined => {
  if (query === '') return undefined;
  const joined: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(query)) {
    joined[name] = name in joined ? `${joined[name]},${value}` : value;
  }
  return joined;
};

const pathParametersOf = ({ pathParameters }: ApiCall): Record<string, string> | undefined =>
  Object.keys(pathParameters).length > 0 ? { ...pathParameters } : undefined;

/** Returns an event in payload format 2.0, as API Gateway's HTTP APIs send it. */
export const httpEvent = (call: ApiCall): APIGatewayProxyEventV2 => {
  const { method, routeKey, path, query, cookies, host: domainName = 'localhost' } = call;
  const nowMs = Date.now();
  const body = bodyOf(call);
  const parameters = queryParametersOf(call);
  const pathParameters = pathParametersOf(call);
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { ...call.headers },
    ...(cookies === undefined ? {} : { cookies }),
    ...(parameters === undefined ? {} : { queryStringParameters: parameters }),
    ...(pathParameters === undefined ? {} : { pathParameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName,
      domainPrefix: domainName.split('.')[0] ?? domainName,
      http: {
        method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: call.sourceIp ?? '',
        userAgent: call.userAgent ?? '',
      },
      requestId: randomUUID(),
      routeKey,
      stage: '$default',
      time: new Date(nowMs).toISOString(),
      timeEpoch: nowMs,
    },
    ...(body.text === undefined ? {} : { body: body.text }),
    isBase64Encoded: body.isBase64Encoded,
  };
};

const eachAlone = (values: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

/** Identity in REST API events of unauthenticated callers: every field is null. */
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

/**
 * Returns an event in payload format 1.0, as REST APIs send it: headers in the caller's spelling, the resource
 * without the API's prefix.
 */
export const restEvent = (call: ApiCall): APIGatewayProxyEvent => {
  const { method, routeKey, path } = call;
  const resource = routeKey.slice(`${method} ${EXTERNAL_PREFIX}`.length);
  const headers = { ...call.headers };
  const query = queryParametersOf(call) ?? null;
  const body = bodyOf(call);
  return {
    resource,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: eachAlone(headers),
    queryStringParameters: query,
    multiValueQueryStringParameters: query === null ? null : eachAlone(query),
    pathParameters: pathParametersOf(call) ?? null,
    stageVariables: null,
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      authorizer: null,
      httpMethod: method,
      identity: { ...NO_IDENTITY, sourceIp: call.sourceIp ?? '', userAgent: call.userAgent ?? null },
      path,
      protocol: 'HTTP/1.1',
      requestId: randomUUID(),
      requestTimeEpoch: Date.now(),
      resourceId: 'local',
      resourcePath: resource,
      stage: 'external',
    },
    body: body.text ?? null,
    isBase64Encoded: body.isBase64Encoded,
  };
};
