import type * as core from 'zod/v4/core';
import type { ErrorCode } from '../errors.ts';
import type { Permission, PlanFlag } from '../permissions.ts';

/** Providers that call us, with a signature of the raw request. */
export const WEBHOOK_PROVIDERS = ['meta'] as const;
export type WebhookProvider = (typeof WEBHOOK_PROVIDERS)[number];

/**
 * One row of the route table. Everything about a route is derived from its row: the handler's types, parsing,
 * authorization, the browser's client and query keys, API Gateway, OpenAPI, the local server and the authorization
 * matrix.
 *
 * The schema fields use the core zod type, because a table with a single type parameter is type-checked three times
 * faster than one with a parameter for each schema.
 */
export interface RouteShape {
  /** `<resource>.<verb>`, unique. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** API Gateway syntax, below the prefix of its API. */
  readonly path: `/${string}`;
  /** The API that serves it: the browser's (`/api`) if absent, or the one for other systems (`/external`). */
  readonly api?: 'external';
  readonly params?: core.$ZodType;
  readonly query?: core.$ZodType;
  readonly body?: core.$ZodType;
  /** Headers that the handler reads, by lower-case name. */
  readonly headers?: core.$ZodType;
  /** The body may also be sent as multipart/form-data, with files in this field. */
  readonly multipart?: string;
  readonly response: core.$ZodType;
  /** Success status; 200 if absent. */
  readonly status?: 200 | 201 | 202 | 204;
  readonly errors: readonly ErrorCode[];
  readonly permission: Permission;
  /** The caller of a `webhook` route. */
  readonly provider?: WebhookProvider;
  readonly plan: PlanFlag | null;
  /** `company`: reads only the caller's company. `platform`: reads all companies (super). `none`: no tenant data. */
  readonly tenancy: 'company' | 'platform' | 'none';
  /** Whether an expired company is refused. Only signing in and paying are exempt. */
  readonly expiry: 'enforced' | 'exempt';
  readonly rate: 'public' | 'login' | 'standard' | 'heavy' | 'webhook' | 'external';
  readonly summary: string;
}

/** Declares a row, keeping its literal types. */
export const route = <const R extends RouteShape>(row: R): R => row;

/** Returns the full path of a route: its path below the prefix of its API. */
export const fullPathOf = ({ api, path }: Pick<RouteShape, 'api' | 'path'>): string =>
  `${api === 'external' ? EXTERNAL_PREFIX : API_PREFIX}${path}`;
export const API_PREFIX = '/api';
export const EXTERNAL_PREFIX = '/external';
/** A trailing slash of a request's path. It has no meaning, and is removed before the route is looked up. */
export const TRAILING_SLASH = /\/$/;

/**
 * Header of every cookie-authenticated request. A page of another origin cannot add it without a CORS preflight (S-08).
 */
export const CSRF_HEADER = 'x-prosa-client';

/** The routes of one domain function, by handler name. */
export type RouteGroup = Record<string, RouteShape>;
/** The route groups of the system, by the name of their function. */
export type RouteGroups = Readonly<Record<string, RouteGroup>>;

type Out<S> = S extends core.$ZodType ? core.output<S> : undefined;
type In<S> = S extends core.$ZodType ? core.input<S> : undefined;

export type ParamsOf<R extends RouteShape> = Out<R['params']>;
export type QueryOf<R extends RouteShape> = Out<R['query']>;
export type BodyOf<R extends RouteShape> = Out<R['body']>;
export type HeadersOf<R extends RouteShape> = Out<R['headers']>;
export type ResponseOf<R extends RouteShape> = core.output<R['response']>;
/** The return type of a handler: the response before its schema removes extra fields and adds defaults. */
export type ReplyOf<R extends RouteShape> = core.input<R['response']>;
export type ParamsInput<R extends RouteShape> = In<R['params']>;
export type QueryInput<R extends RouteShape> = In<R['query']>;
export type BodyInput<R extends RouteShape> = In<R['body']>;
