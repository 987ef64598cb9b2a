import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { createRouteTree } from '@prosa/functions/platform/http/route-tree.ts';
import { PROXY, prefixOf } from '@prosa/infra/gateway-routes.ts';
import { httpEvent, restEvent } from '@prosa/infra/local/api-events.ts';
import { API_PREFIX, EXTERNAL_PREFIX, fullPathOf, TRAILING_SLASH } from '@prosa/shared/contracts/route.ts';
import { asServerOf } from '../../support/handlers.ts';

export interface Call {
  /** `METHOD /path` with its values filled in, without the prefix of its API; a query string may follow. */
  to: string;
  token?: string | undefined;
  body?: unknown;
  /** A form with files, sent instead of a body. */
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

const asCarelesslyWritten = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

/** Calls a group of bound routes with the event that API Gateway would send, and parses the response. */
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
  const rows = Object.values(handler.rows);
  const isExternal = rows.some(({ api }) => api === 'external');
  // Removes the trailing slash, as the edge does.
  const path = `${isExternal ? EXTERNAL_PREFIX : API_PREFIX}${pathname}`.replace(TRAILING_SLASH, '');
  const row = createRouteTree(rows.map((served) => [served, served]))(method, path)?.value;
  if (row === undefined) throw new Error(`no route for ${to}`);
  const gatewayCall = {
    method,
    routeKey: isExternal ? `${method} ${fullPathOf(row)}` : `ANY ${prefixOf(path)}${PROXY}`,
    path,
    query: search.slice(1),
    pathParameters: {},
    headers: all,
    cookies,
    contentType: all['content-type'],
    body,
    sourceIp: '127.0.0.1',
    userAgent: 'test',
  };
  const event = isExternal
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
