import type {
  BodyOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RouteGroup,
  RouteShape,
} from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as core from 'zod/v4/core';
import type { Principal } from '../auth/principal.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Ids, systemIds } from '../ids.ts';
import { withLogFields } from '../log.ts';
import { METERING, withMeter } from '../meter.ts';
import { authenticate, authorize, refuseForeignCompany } from './authorize.ts';
import { readJsonBody, readMultipartBody } from './read-body.ts';
import { requireOwnOrigin } from './require-own-origin.ts';
import { toErrorReply } from './to-error-reply.ts';

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

type PrincipalOf<R extends RouteShape> = R['permission'] extends 'public' | 'cookie' | 'webhook'
  ? undefined
  : Principal;

/** Everything a handler gets: parsed input, the caller, and the ports. */
export interface HandlerContext<R extends RouteShape> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  files: readonly UploadedFile[];
  principal: PrincipalOf<R>;
  request: RawRequest;
  clock: Clock;
  ids: Ids;
}

/** A reply with cookies, headers or another status; plain values are replies too. */
export class HttpReply<T> {
  readonly body: T;
  readonly options: { cookies?: string[]; headers?: Record<string, string>; status?: number };
  constructor(
    body: T,
    options: { cookies?: string[]; headers?: Record<string, string>; status?: number } = {},
  ) {
    this.body = body;
    this.options = options;
  }
}

export type RouteHandler<R extends RouteShape> = (
  context: HandlerContext<R>,
) => Promise<ReplyOf<R> | HttpReply<ReplyOf<R>>>;

/** One handler per row: a missing or an extra one does not compile. */
export type Handlers<G extends RouteGroup> = { [N in keyof G]: RouteHandler<G[N]> };

export type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** A bound domain: the Lambda handler, and the rows it serves. */
export type BoundRoutes = LambdaHandler & { rows: RouteGroup };

const parsePart = (part: string, schema: core.$ZodType | undefined, value: unknown): unknown => {
  if (schema === undefined) return undefined;
  const result = core.safeParse(schema, value);
  if (result.success) return result.data;
  const details = result.error.issues.slice(0, 20).map((issue) => ({
    path: [part, ...issue.path.map(String)].join('.'),
    message: issue.message,
  }));
  throw new AppError('ERR_VALIDATION', { details, cause: result.error });
};

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

const toRequest = (event: APIGatewayProxyEventV2): RawRequest => ({
  rawBody:
    event.body === undefined
      ? new Uint8Array()
      : Buffer.from(event.body, event.isBase64Encoded ? 'base64' : 'utf8'),
  headers: event.headers,
  cookies: parseCookies(event.cookies),
  ip: clientIp(event),
  requestId: event.requestContext.requestId,
});

const readBody = async (
  row: RouteShape,
  request: RawRequest,
): Promise<{ body: unknown; files: UploadedFile[] }> => {
  if (row.body === undefined) return { body: undefined, files: [] };
  const contentType = request.headers['content-type'] ?? '';
  if (row.multipart !== undefined && contentType.toLowerCase().startsWith('multipart/form-data')) {
    const form = await readMultipartBody(request.rawBody, contentType, row.multipart);
    return { body: parsePart('body', row.body, form.fields), files: form.files };
  }
  return { body: parsePart('body', row.body, readJsonBody(request.rawBody)), files: [] };
};

const ANONYMOUS = new Set(['public', 'cookie', 'webhook']);

const serve = async (
  row: RouteShape,
  handler: (context: never) => Promise<unknown>,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> => {
  const request = toRequest(event);
  if (row.permission === 'cookie') requireOwnOrigin(request.headers);
  const nowMs = systemClock.now();
  const principal = ANONYMOUS.has(row.permission)
    ? undefined
    : await authenticate(request.headers.authorization, nowMs);
  if (principal !== undefined) authorize(row, principal, nowMs);
  const params = parsePart('params', row.params, event.pathParameters ?? {});
  const query = parsePart('query', row.query, event.queryStringParameters ?? {});
  const { body, files } = await readBody(row, request);
  if (principal !== undefined) refuseForeignCompany(principal, params, query, body);

  const run = async () => {
    const context: HandlerContext<RouteShape> | object = {
      params,
      query,
      body,
      files,
      principal,
      request,
      clock: systemClock,
      ids: systemIds,
    };
    return Reflect.apply(handler, undefined, [context]);
  };
  const { result, usage } = METERING ? await withMeter(run) : { result: await run(), usage: undefined };
  const { body: payload, options } = result instanceof HttpReply ? result : { body: result, options: {} };
  const reply = core.parse(row.response, payload);
  const isText = typeof reply === 'string' && row.permission === 'webhook';
  return {
    statusCode: options.status ?? row.status ?? 200,
    headers: {
      'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...options.headers,
      ...(usage === undefined ? {} : { 'x-usage': JSON.stringify(usage) }),
    },
    ...(options.cookies === undefined ? {} : { cookies: options.cookies }),
    body: isText ? reply : JSON.stringify(reply),
  };
};

/**
 * Makes the Lambda handler of a domain from its rows and one handler per row. Authentication, permission, subscription,
 * plan and parsing happen here, in this order, before a handler runs; replies are stripped to the row's response.
 */
export const bindRoutes = <const G extends RouteGroup>(group: G, handlers: Handlers<G>): BoundRoutes => {
  const byKey = new Map<string, { row: RouteShape; handler: (context: never) => Promise<unknown> }>();
  for (const [name, row] of Object.entries(group)) {
    const handler: ((context: never) => Promise<unknown>) | undefined = handlers[name];
    if (handler === undefined) throw new Error(`no handler for ${row.id}`);
    byKey.set(`${row.method} /api${row.path}`, { row, handler });
  }
  const handle: LambdaHandler = async (event) => {
    const requestId = event.requestContext.requestId;
    const bound = byKey.get(event.routeKey);
    if (bound === undefined) return toErrorReply(new AppError('ERR_NOT_FOUND'), requestId);
    return withLogFields({ requestId, route: bound.row.id }, async () => {
      try {
        return await serve(bound.row, bound.handler, event);
      } catch (error) {
        return toErrorReply(error, requestId);
      }
    });
  };
  return Object.assign(handle, { rows: group });
};
