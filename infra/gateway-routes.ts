import { API_PREFIX, fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import type { FunctionResource } from './programs.ts';

/** A route of the HTTP API. */
export interface GatewayRoute {
  /** Name of the function that serves it. */
  functionName: string;
  method: RouteShape['method'] | 'ANY';
  /** Path in API Gateway syntax; ends in `/{proxy+}` for everything below a prefix. */
  path: string;
  /** The contract row, if the route serves only one row. */
  row?: RouteShape;
}

/** Suffix of a route that matches everything below its prefix. */
export const PROXY = '/{proxy+}';

/** Returns a route as API Gateway names it: `ANY /api/tickets/{proxy+}`. */
export const routeKeyOf = ({ method, path }: Pick<GatewayRoute, 'method' | 'path'>): string =>
  `${method} ${path}`;

/** Returns the API's prefix with the first segment below it: `/api/tickets` of `/api/tickets/{id}`. */
export const prefixOf = (path: string): string => path.split('/').slice(0, 3).join('/');

interface Served {
  functionName: string;
  row: RouteShape;
}

/** Returns the function with the most rows below a prefix; the first of several with equally many. */
const ownerOf = (served: readonly Served[]): string | undefined => {
  const counts = new Map<string, number>();
  for (const { functionName } of served) counts.set(functionName, (counts.get(functionName) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0];
};

/**
 * Returns the routes of the HTTP API. A function gets `ANY` of each prefix of its rows and of what lies below it, and
 * matches its own rows by itself: an HTTP API has room for 300 routes. A row gets a route of its own where its rate
 * limit is its own, or where another function has the prefix.
 * @param functions all functions; those of kind `http` are served here
 */
export const gatewayRoutes = (functions: Readonly<Record<string, FunctionResource>>): GatewayRoute[] => {
  const byPrefix = new Map<string, Served[]>();
  for (const [functionName, resource] of Object.entries(functions)) {
    if (resource.kind !== 'http') continue;
    for (const row of Object.values(resource.routes)) {
      const path = fullPathOf(row);
      if (!path.startsWith(`${API_PREFIX}/`)) throw new Error(`${row.id} belongs to another API`);
      const prefix = prefixOf(path);
      byPrefix.set(prefix, [...(byPrefix.get(prefix) ?? []), { functionName, row }]);
    }
  }
  return [...byPrefix].flatMap(([prefix, served]) => {
    const hasOwn = ({ row }: Served): boolean => row.rate !== 'standard';
    const owner = ownerOf(served.filter((one) => !hasOwn(one)));
    const literal = served
      .filter((one) => hasOwn(one) || one.functionName !== owner)
      .map(
        ({ functionName, row }): GatewayRoute => ({
          functionName,
          method: row.method,
          path: fullPathOf(row),
          row,
        }),
      );
    const shared = served
      .filter((one) => !hasOwn(one) && one.functionName === owner)
      .map(({ row }) => (fullPathOf(row) === prefix ? prefix : `${prefix}${PROXY}`));
    const proxies = [...new Set(shared)].map(
      (path): GatewayRoute => ({
        functionName: owner ?? '',
        method: 'ANY',
        path,
      }),
    );
    return [...proxies, ...literal];
  });
};
