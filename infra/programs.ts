import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type {
  FunctionDeclaration,
  FunctionNeeds,
  Grants,
} from '@prosa/functions/platform/lambda/declare-function.ts';
import type { RouteGroup, RouteGroups } from '@prosa/shared/contracts/route.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export type FunctionResource = FunctionDeclaration & {
  /** The declared grants, and for a queue's function that of its queue: to receive, delete and give back messages. */
  grants: Grants;
  /** Module with the exported `handler`, relative to the repository's root. */
  entry: string;
};

const loadFunction = async (path: string): Promise<[string, FunctionResource]> => {
  const module: object = await import(pathToFileURL(join(ROOT, path)).href);
  // Cast: a `function.ts` exports its declaration as default; `invariants/resources` checks it.
  const declaration = (module as { default: FunctionDeclaration }).default;
  const folder = dirname(path);
  const name = declaration.name ?? folder.slice(folder.lastIndexOf('/') + 1);
  const grants =
    declaration.kind === 'queue'
      ? { ...declaration.grants, receive: [declaration.queue] }
      : declaration.grants;
  return [name, { ...declaration, grants, entry: `${folder}/handler.ts` }];
};

/** All functions by name. Each is a folder with a `function.ts`, which declares the function, and a `handler.ts`. */
export const FUNCTIONS: Readonly<Record<string, FunctionResource>> = Object.fromEntries(
  await Promise.all(
    globSync('functions/{http,ws,workers,streams}/{,*/}function.ts', { cwd: ROOT }).sort().map(loadFunction),
  ),
);

/** All routes, grouped by the function that serves them. */
export const ROUTE_GROUPS: RouteGroups = Object.fromEntries(
  Object.entries(FUNCTIONS).flatMap(([name, fn]): [string, RouteGroup][] =>
    fn.kind === 'http' || fn.kind === 'rest' ? [[name, fn.routes]] : [],
  ),
);

/** The authorizer in front of the APIs in AWS; the local stack has no edge to authenticate. */
export const ORIGIN_GUARD = {
  name: 'origin-guard',
  entry: 'functions/origin-guard/handler.ts',
  memoryMb: 256,
  timeoutS: 5,
  // Every call passes it: if a burst of other functions could take its executions, every call would be refused.
  reserves: { perThousand: 50 },
  bundleKb: 480,
  grants: { secrets: ['origin'] },
  errorImpact: 'Every call is refused: nobody can work.',
} as const satisfies FunctionNeeds & { name: string; entry: string };

/**
 * Daily limit of calls to the external API from all external systems together, and the alarm threshold for its
 * errors.
 */
export const EXTERNAL_API = {
  callsPerDay: 1_000_000,
  /** Errors in five minutes. */
  errorThreshold: 5,
  errorImpact: 'Other systems see errors instead of having their messages sent.',
} as const;

/** Alarm threshold: five errors of the HTTP API in five minutes, over all callers. */
export const HTTP_API_ERRORS = {
  threshold: 5,
  errorImpact: 'People see errors instead of their work.',
} as const;

/**
 * Alarm on the first refused delivery of a provider: the provider retries, and unsubscribes a page after an hour
 * (R10).
 */
export const REFUSED_DELIVERIES = {
  errorImpact: 'Messages of customers are refused; Meta retries and, after an hour, unsubscribes the pages.',
} as const;

/** Environment of every function; the names are the same locally and in AWS. */
export const FUNCTION_ENV = [
  /** Prefix of the names of its secrets. */
  'INSTALLATION',
  'TABLE_NAME',
  'BUCKET_NAME',
  /** JSON object from queue name to queue URL. */
  'QUEUE_URLS',
  /** HTTPS endpoint of the WebSocket API's management side. */
  'REALTIME_ENDPOINT',
  /** Public origin of the app, e.g. https://app.example.com: allowed Origin, cookie domain, media links. */
  'APP_ORIGIN',
  /** Header with the caller's address, set by the edge; set in AWS only. */
  'VIEWER_ADDRESS_HEADER',
  /** Set locally only. */
  'DYNAMODB_ENDPOINT',
  'S3_ENDPOINT',
  'SQS_ENDPOINT',
  'SECRETS_ENDPOINT',
  /** Origin of the fake Graph API. */
  'GRAPH_ENDPOINT',
  /** Set if integrations may be on the machine itself, without TLS. */
  'INTEGRATIONS_ON_LOOPBACK',
  /** Origin of the fake services that take the place of Google and Azure. */
  'INTEGRATIONS_ENDPOINT',
] as const;
