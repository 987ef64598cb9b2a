import { createRouteTree } from '@prosa/functions/platform/http/route-tree.ts';
import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import { fullPathOf, type RouteGroups, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { type GatewayRoute, gatewayRoutes, PROXY, prefixOf, routeKeyOf } from '../gateway-routes.ts';
import { FUNCTIONS } from '../programs.ts';

/** A request's route, as API Gateway selects it. */
export interface FoundFunction {
  functionName: string;
  /** As in API Gateway: `ANY /api/tickets/{proxy+}`. */
  routeKey: string;
  /** Which API it belongs to: the API for other systems hands over events of another shape. */
  api: 'browser' | 'external';
  pathParameters: Record<string, string>;
}

const externalRows = (
  groups: RouteGroups,
): [RouteShape, Pick<FoundFunction, 'functionName' | 'routeKey' | 'api'>][] =>
  Object.entries(FUNCTIONS).flatMap(([functionName, resource]) =>
    resource.kind !== 'rest'
      ? []
      : Object.values(groups[resource.routes] ?? {}).map((row) => [
          row,
          { functionName, routeKey: `${row.method} ${fullPathOf(row)}`, api: 'external' },
        ]),
  );

/**
 * Makes the lookup from a method and a path to the function that both APIs call for them, or undefined. As in API Gateway,
 * a route that names the whole path comes before one for everything below a prefix.
 */
export const createFunctionLookup = (): ((method: string, path: string) => FoundFunction | undefined) => {
  const groups: RouteGroups = ROUTE_GROUPS;
  const routes = gatewayRoutes(FUNCTIONS, groups);
  const findLiteral = createRouteTree([
    ...routes.flatMap((route): [RouteShape, Pick<FoundFunction, 'functionName' | 'routeKey' | 'api'>][] =>
      route.row === undefined
        ? []
        : [[route.row, { functionName: route.functionName, routeKey: routeKeyOf(route), api: 'browser' }]],
    ),
    ...externalRows(groups),
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
