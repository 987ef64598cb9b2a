import type {
  BodyOf,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ReplyOf,
  RouteGroup,
  RouteShape,
} from '@prosa/shared/contracts/route.ts';
import { AppError } from '@prosa/shared/errors.ts';
import type { CallerOf } from '@prosa/shared/permissions.ts';
import * as core from 'zod/v4/core';
import { actAs, type Principal } from '../auth/principal.ts';
import { type Clock, systemClock } from '../clock.ts';
import { type Ids, systemIds } from '../ids.ts';
import { createHandler, type LambdaHandler, type Middleware } from '../lambda/create-handler.ts';
import { isMetering, withMeter } from '../meter.ts';
import { authorizeCaller } from './authorize.ts';
import { compressReply } from './compress-reply.ts';
import { replyToErrors } from './error-reply.ts';
import {
  type ApiEvent,
  type BoundRoute,
  fromApi,
  type HttpCall,
  type HttpResult,
  type RawRequest,
  type UploadedFile,
} from './http-call.ts';
import { readInput } from './read-input.ts';
import { createRouteTree } from './route-tree.ts';

/** The type of a route's principal, derived from its `permission`. */
type PrincipalOf<R extends RouteShape> =
  CallerOf<R['permission']> extends 'anybody'
    ? undefined
    : Extract<Principal, { kind: CallerOf<R['permission']> }>;

/** Everything a handler gets: parsed input, the caller, and the ports. */
export interface HandlerContext<R extends RouteShape> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  headers: HeadersOf<R>;
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

/** One handler per route: a missing or an extra one does not compile. */
export type Handlers<G extends RouteGroup> = { [N in keyof G]: RouteHandler<G[N]> };

/** The Lambda handler of a domain, and the routes that it serves. */
export type BoundRoutes = LambdaHandler<ApiEvent, HttpResult> & { rows: RouteGroup };

/**
 * Counts an authorized caller's request towards a limit, before any part of the request is parsed.
 * @throws AppError for a request above the limit
 */
export type Admit = (principal: Principal, nowMs: number) => Promise<void>;

const admission = (admit: Admit): Middleware<HttpCall, HttpResult> => ({
  before: async ({ event: { principal, nowMs } }) => {
    if (principal !== undefined) await admit(principal, nowMs);
  },
});

/** Runs the route's handler and removes all fields that the route's response does not declare. */
const serve = async ({ route, request, principal, input }: HttpCall): Promise<HttpResult> => {
  if (route === undefined || input === undefined) throw new AppError('ERR_NOT_FOUND');
  const { row, handler } = route;
  const context = { ...input, principal, request, clock: systemClock, ids: systemIds };
  // Cast: the route's schemas have parsed the input, and the route's permission has chosen the principal.
  const run = () => handler(context as never);
  const { result, usage } = await actAs(principal, async () =>
    isMetering() ? withMeter(run) : { result: await run(), usage: undefined },
  );
  const { body: payload, options } = result instanceof HttpReply ? result : { body: result, options: {} };
  const reply = core.parse(row.response, payload);
  const isText = typeof reply === 'string' && row.permission === 'webhook';
  const response: HttpResult = {
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
  // A REST API sends compressed bytes as their base64 text, unless it lists the caller's `Accept` as a binary type.
  return row.api === 'external' ? response : compressReply(response, request.headers['accept-encoding']);
};

/**
 * Makes the Lambda handler of a domain from its routes and one handler per route. Authentication, permission,
 * subscription, plan and parsing happen before a handler runs, in this order. Replies are reduced to the fields of
 * the route's response.
 * @param admit limits the requests of a caller
 */
export const bindRoutes = <const G extends RouteGroup>(
  group: G,
  handlers: Handlers<G>,
  admit?: Admit,
): BoundRoutes => {
  const bound = Object.entries(group).map(([name, row]): [RouteShape, BoundRoute] => {
    const handler: BoundRoute['handler'] | undefined = handlers[name];
    if (handler === undefined) throw new Error(`no handler for ${row.id}`);
    return [row, { row, handler }];
  });
  const find = createRouteTree(bound);
  const handle = createHandler({
    call: (event: ApiEvent) => fromApi(event, find, systemClock.now()),
    logFields: ({ request, route }) => ({ requestId: request.requestId, route: route?.row.id }),
    use: [
      replyToErrors(),
      authorizeCaller(),
      ...(admit === undefined ? [] : [admission(admit)]),
      readInput(),
    ],
    run: serve,
  });
  return Object.assign(handle, { rows: group });
};
