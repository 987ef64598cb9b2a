import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { httpEvent, restEvent } from '@prosa/infra/local/api-events.ts';
import { API_PREFIX, EXTERNAL_PREFIX, fullPathOf } from '@prosa/shared/contracts/route.ts';
import { asServerOf } from '../../support/handlers.ts';

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

const asCarelesslyWritten = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

/** Calls a bound domain with the event API Gateway would make, and reads its answer. */
export const call = async (
  handler: BoundRoutes,
  { to, token, body: given, form, headers = {}, cookies }: Call,
): Promise<Answer> => {
  const sent = form === undefined ? undefined : new Response(form);
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  const body = sent === undefined ? Buffer.from(text ?? '') : Buffer.from(await sent.arrayBuffer());
  const all: Record<string, string> = {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body.length === 0 ? {} : { 'content-type': sent?.headers.get('content-type') ?? 'application/json' }),
    ...headers,
  };
  const [method = '', target = ''] = to.split(' ');
  const { pathname, search } = new URL(`http://localhost${target}`);
  const match = Object.values(handler.rows)
    .filter((row) => row.method === method)
    // A literal path wins over one with a parameter, as at API Gateway.
    .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
    .map((row) => ({ row, params: matchPath(row.path, pathname) }))
    .find(({ params }) => params !== undefined);
  if (match?.params === undefined) throw new Error(`no route for ${to}`);
  const gatewayCall = {
    method,
    routeKey: `${method} ${fullPathOf(match.row)}`,
    path: [match.row.api === 'external' ? EXTERNAL_PREFIX : API_PREFIX, pathname].join(''),
    query: search.slice(1),
    pathParameters: match.params,
    headers: all,
    cookies,
    contentType: all['content-type'],
    body,
    sourceIp: '127.0.0.1',
    userAgent: 'test',
  };
  const event =
    match.row.api === 'external'
      ? restEvent({ ...gatewayCall, headers: asCarelesslyWritten(all) })
      : httpEvent(gatewayCall);
  const result = await asServerOf(handler.rows, () => handler(event));
  return {
    status: result.statusCode ?? 200,
    body: String(result.headers?.['content-type']).startsWith('text/plain')
      ? result.body
      : JSON.parse(result.body ?? 'null'),
    headers: { ...result.headers },
    cookies: result.cookies ?? [],
  };
};
