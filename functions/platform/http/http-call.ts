import { EXTERNAL_PREFIX, type RouteShape } from '@prosa/shared/contracts/route.ts';
import type {
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyStructuredResultV2,
} from 'aws-lambda';
import type { Principal } from '../auth/principal.ts';

/** A file of a multipart body. */
export interface UploadedFile {
  fileName: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** The request beyond its contract. */
export interface RawRequest {
  /** Body exactly as received. */
  rawBody: Uint8Array;
  headers: Readonly<Record<string, string | undefined>>;
  cookies: Readonly<Record<string, string>>;
  /** Client address as the edge saw it. */
  ip: string;
  requestId: string;
}

/** Parsed by the row's schemas. */
export interface HttpInput {
  params: unknown;
  query: unknown;
  body: unknown;
  files: readonly UploadedFile[];
}

export interface BoundRoute {
  row: RouteShape;
  handler: (context: never) => Promise<unknown>;
}

/** A request on its way to its handler, whichever kind of API it came through. */
export interface HttpCall {
  /** Undefined where no row is bound to what was called. */
  route: BoundRoute | undefined;
  request: RawRequest;
  pathParameters: Readonly<Record<string, string | undefined>>;
  queryParameters: Readonly<Record<string, string | undefined>>;
  /** Epoch milliseconds. */
  nowMs: number;
  /** Set by authorization, where the row wants one. */
  principal?: Principal;
  /** Set by parsing. */
  input?: HttpInput;
}

export type HttpResult = APIGatewayProxyStructuredResultV2;

type Headers = Readonly<Record<string, string | undefined>>;

/** The address as the edge saw it. Behind CloudFront only the edge reaches the API, and it writes the header (S-13). */
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

/** What an HTTP API hands over (payload format 2.0). */
const fromHttpApi = (
  event: APIGatewayProxyEventV2,
  routes: ReadonlyMap<string, BoundRoute>,
  nowMs: number,
): HttpCall => ({
  route: routes.get(event.routeKey),
  request: {
    rawBody: rawBodyOf(event.body, event.isBase64Encoded),
    headers: event.headers,
    cookies: parseCookies(event.cookies),
    ip: clientIp(event.headers, event.requestContext.http.sourceIp),
    requestId: event.requestContext.requestId,
  },
  pathParameters: event.pathParameters ?? {},
  queryParameters: event.queryStringParameters ?? {},
  nowMs,
});

/**
 * What a REST API hands over (payload format 1.0): its resources lie below the prefix that its domain maps to it, and
 * headers come as the caller wrote them. The external API has no cookies.
 */
const fromRestApi = (
  event: APIGatewayProxyEvent,
  routes: ReadonlyMap<string, BoundRoute>,
  nowMs: number,
): HttpCall => {
  const headers: Headers = Object.fromEntries(
    Object.entries(event.headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return {
    route: routes.get(`${event.httpMethod} ${EXTERNAL_PREFIX}${event.resource}`),
    request: {
      rawBody: rawBodyOf(event.body, event.isBase64Encoded),
      headers,
      cookies: {},
      ip: clientIp(headers, event.requestContext.identity.sourceIp),
      requestId: event.requestContext.requestId,
    },
    pathParameters: event.pathParameters ?? {},
    queryParameters: event.queryStringParameters ?? {},
    nowMs,
  };
};

/** What API Gateway hands over: of an HTTP API, or of a REST API. */
export type ApiEvent = APIGatewayProxyEventV2 | APIGatewayProxyEvent;

/** A request in one shape, whichever kind of API it came through. */
export const fromApi = (event: ApiEvent, routes: ReadonlyMap<string, BoundRoute>, nowMs: number): HttpCall =>
  'routeKey' in event ? fromHttpApi(event, routes, nowMs) : fromRestApi(event, routes, nowMs);
