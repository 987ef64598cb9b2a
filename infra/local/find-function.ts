import { createRouteTree } from '@prosa/functions/platform/http/route-tree.ts';
import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { type GatewayRoute, gatewayRoutes, PROXY, prefixOf, routeKeyOf } from '../gateway-routes.ts';
import { FUNCTIONS } from '../programs.ts';

/** The function and route that API Gateway selects for a request. */
export interface FoundFunction {
  functionName: string;
  /** As in API Gateway: `ANY /api/tickets/{proxy+}`. */
  routeKey: string;
  /** The API that the route belongs to; the external API uses another event format. */
  api: 'browser' | 'external';
  pathParameters: Record<string, string>;
}

const externalRows = (): [RouteShape, Pick<FoundFunction, 'functionName' | 'routeKey' | 'api'>][] =>
  Object.entries(FUNCTIONS).flatMap(([functionName, resource]) =>
    resource.kind !== 'rest'
      ? []
      : Object.values(resource.routes).map((row) => [
          row,
          { functionName, routeKey: `${row.method} ${fullPathOf(row)}`, api: 'external' },
        ]),
  );

/**
 * Creates a lookup from method and path to the function that either API calls, or undefined. As in API Gateway, a
 * route for the exact path takes precedence over a route for everything below a prefix.
 */
export const createFunctionLookup = (): ((method: string, path: string) => FoundFunction | undefined) => {
  const routes = gatewayRoutes(FUNCTIONS);
  const findLiteral = createRouteTree([
    ...routes.flatMap((route): [RouteShape, Pick<FoundFunction, 'functionName' | 'routeKey' | 'api'>][] =>
      route.row === undefined
        ? []
        : [[route.row, { functionName: route.functionName, routeKey: routeKeyOf(route), api: 'browser' }]],
    ),
    ...externalRows(),
  ]);
  const byPath = new Map<string, GatewayRoute>(
    routes.filter(({ method }) => method === 'ANY').map((route) => [route.path, route]),
  );
  return (method, path) => {
    const literal = findLiteral(method, path);
    if (literal !== undefined) return { ...literal.value, pathParameters: literal.pathParameters };
    const prefix = prefixOf(path);
    const rest = path.slice(prefix.length + 1);
    const route = byPath.get(path) ?? (rest === '' ? undefined : byPath.get(`${prefix}${PROXY}`));
    return route === undefined
      ? undefined
      : {
          functionName: route.functionName,
          routeKey: routeKeyOf(route),
          api: 'browser',
          pathParameters: route.path === path ? {} : { proxy: rest },
        };
  };
};
