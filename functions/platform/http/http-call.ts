import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
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

/** The address as the edge saw it. Behind CloudFront only the edge reaches the API, and it writes the header (S-13). */
const clientIp = (event: APIGatewayProxyEventV2): string => {
  const header = process.env.VIEWER_ADDRESS_HEADER;
  return (header === undefined ? undefined : event.headers[header]) ?? event.requestContext.http.sourceIp;
};

const parseCookies = (cookies: readonly string[] = []): Record<string, string> =>
  Object.fromEntries(
    cookies.flatMap((cookie) => {
      const at = cookie.indexOf('=');
      return at < 0 ? [] : [[cookie.slice(0, at).trim(), cookie.slice(at + 1).trim()]];
    }),
  );

/** What an HTTP API hands over (payload format 2.0). */
export const fromHttpApi = (
  event: APIGatewayProxyEventV2,
  routes: ReadonlyMap<string, BoundRoute>,
  nowMs: number,
): HttpCall => ({
  route: routes.get(event.routeKey),
  request: {
    rawBody:
      event.body === undefined
        ? new Uint8Array()
        : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'),
    headers: event.headers,
    cookies: parseCookies(event.cookies),
    ip: clientIp(event),
    requestId: event.requestContext.requestId,
  },
  pathParameters: event.pathParameters ?? {},
  queryParameters: event.queryStringParameters ?? {},
  nowMs,
});
