import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda';
import type { Principal } from '../auth/principal.ts';
import { type QueryValues, readQuery } from './read-query.ts';
import type { FindRoute, RouteMatch } from './route-tree.ts';

/** A file of a multipart body. */
export interface UploadedFile {
  fileName: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** The raw request, with the data that no contract declares. */
export interface RawRequest {
  /** Body exactly as received, before decoding. */
  rawBody: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
  cookies: Readonly<Record<string, string>>;
  /** Client address as CloudFront saw it. */
  ip: string;
  requestId: string;
}

/** Input as parsed by the route's schemas. */
export interface HttpInput {
  params: unknown;
  query: unknown;
  body: unknown;
  headers: unknown;
  files: readonly UploadedFile[];
}

export interface BoundRoute {
  row: RouteShape;
  handler: (context: never) => Promise<unknown>;
}

/** A request on its way to its handler, in the same form for all kinds of API. */
export interface HttpCall {
  /** Undefined if no route matches the request. */
  route: BoundRoute | undefined;
  request: RawRequest;
  pathParameters: Readonly<Record<string, string | undefined>>;
  queryParameters: QueryValues;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Set by authorization, if the route requires it. */
  principal?: Principal;
  /** Set by parsing. */
  input?: HttpInput;
}

export type HttpResult = APIGatewayProxyStructuredResultV2;

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Returns the client's address as CloudFront saw it. Behind CloudFront only CloudFront reaches the API, and it writes
 * the header (S-13).
 */
const clientIp = (headers: Headers, sourceIp: string): string => {
  const header = process.env.VIEWER_ADDRESS_HEADER;
  return (header === undefined ? undefined : headers[header]) ?? sourceIp;
};

const rawBodyOf = (body: string | null | undefined, isBase64Encoded: boolean): Uint8Array =>
  body == null ? new Uint8Array() : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const parseCookies = (cookies: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    cookies.flatMap((cookie) => {
      const at = cookie.indexOf('=');
      return at < 0 ? [] : [[cookie.slice(0, at).trim(), cookie.slice(at + 1).trim()]];
    }),
  );

/**
 * Returns the matched route. API Gateway's own match is too coarse, because one of its routes may serve all rows of a
 * function.
 */
const routed = (match: RouteMatch<BoundRoute> | undefined): Pick<HttpCall, 'route' | 'pathParameters'> => ({
  route: match?.value,
  pathParameters: match?.pathParameters ?? {},
});

/** Reads the event of an HTTP API (payload format 2.0). */
const fromHttpApi = (
  event: APIGatewayProxyEventV2,
  find: FindRoute<BoundRoute>,
  nowMs: number,
): HttpCall => ({
  ...routed(find(event.requestContext.http.method, event.rawPath)),
  request: {
    rawBody: rawBodyOf(event.body, event.isBase64Encoded),
    headers: event.headers,
    cookies: parseCookies(event.cookies),
    ip: clientIp(event.headers, event.requestContext.http.sourceIp),
    requestId: event.requestContext.requestId,
  },
  queryParameters: readQuery(new URLSearchParams(event.rawQueryString)),
  nowMs,
});

/** Returns the query of a REST API event as name-value pairs. The event groups the values by name. */
const pairsOf = ({ multiValueQueryStringParameters: lists }: APIGatewayProxyEvent): [string, string][] =>
  Object.entries(lists ?? {}).flatMap(([name, texts = []]) =>
    texts.map((text): [string, string] => [name, text]),
  );

/**
 * Reads the event of a REST API (payload format 1.0). Its path begins with the prefix that the domain maps to the
 * API, and header names are as the caller wrote them. The external API has no cookies.
 */
const fromRestApi = (event: APIGatewayProxyEvent, find: FindRoute<BoundRoute>, nowMs: number): HttpCall => {
  const headers: Headers = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    ...routed(find(event.httpMethod, event.path)),
    request: {
      rawBody: rawBodyOf(event.body, event.isBase64Encoded),
      headers,
      cookies: {},
      ip: clientIp(headers, event.requestContext.identity.sourceIp),
      requestId: event.requestContext.requestId,
    },
    queryParameters: readQuery(pairsOf(event)),
    nowMs,
  };
};

/** An event of API Gateway, from an HTTP API or a REST API. */
export type ApiEvent = APIGatewayProxyEventV2 | APIGatewayProxyEvent;

/** Converts an event of either kind of API to a request. */
export const fromApi = (event: ApiEvent, find: FindRoute<BoundRoute>, nowMs: number): HttpCall =>
  'routeKey' in event ? fromHttpApi(event, find, nowMs) : fromRestApi(event, find, nowMs);
