import { ROUTE_GROUPS } from '@prosa/shared/contracts/all-routes.ts';
import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';
import { FUNCTIONS } from '../programs.ts';

export interface RouteMatch {
  /** Function that serves it. */
  functionName: string;
  /** As in API Gateway: `GET /api/tickets/{id}`. */
  routeKey: string;
  /** Which API it belongs to: the one for other systems hands over events of another shape. */
  api: 'browser' | 'external';
  pathParameters: Record<string, string>;
}

interface Leaf extends Pick<RouteMatch, 'functionName' | 'routeKey' | 'api'> {
  names: readonly string[];
}
interface Node {
  fixed: Map<string, Node>;
  variable?: Node;
  leaf?: Leaf;
}

const newNode = (): Node => ({ fixed: new Map() });

const addRoute = (root: Node, path: string, leaf: Leaf): void => {
  let node = root;
  for (const segment of path.split('/').slice(1)) {
    const isVariable = segment.startsWith('{');
    const next = (isVariable ? node.variable : node.fixed.get(segment)) ?? newNode();
    if (isVariable) node.variable = next;
    else node.fixed.set(segment, next);
    node = next;
  }
  if (node.leaf !== undefined) throw new Error(`two routes at ${leaf.routeKey}`);
  node.leaf = leaf;
};

/** Depth first, fixed segments before variable ones: API Gateway's precedence. */
const findLeaf = (
  node: Node,
  segments: readonly string[],
  at: number,
  values: string[],
): Leaf | undefined => {
  const segment = segments[at];
  if (segment === undefined) return node.leaf;
  const fixed = node.fixed.get(segment);
  const found = fixed === undefined ? undefined : findLeaf(fixed, segments, at + 1, values);
  if (found !== undefined || node.variable === undefined || segment === '') return found;
  values.push(segment);
  const deeper = findLeaf(node.variable, segments, at + 1, values);
  if (deeper === undefined) values.pop();
  return deeper;
};

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not percent-encoding: the contract sees it as it came.
    return segment;
  }
};

/** The contract's routes as API Gateway would match them. */
export const createRouteTree = (): ((method: string, path: string) => RouteMatch | undefined) => {
  const roots = new Map<string, Node>();
  const groups = new Map(Object.entries(ROUTE_GROUPS));
  for (const [functionName, resource] of Object.entries(FUNCTIONS)) {
    if (resource.kind !== 'http' && resource.kind !== 'rest') continue;
    const group = groups.get(resource.routes);
    if (group === undefined)
      throw new Error(`function ${functionName} serves an unknown group ${resource.routes}`);
    for (const row of Object.values<RouteShape>(group)) {
      const { method } = row;
      const root = roots.get(method) ?? newNode();
      roots.set(method, root);
      const fullPath = fullPathOf(row);
      const names = [...fullPath.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      addRoute(root, fullPath, {
        functionName,
        routeKey: `${method} ${fullPath}`,
        api: row.api ?? 'browser',
        names,
      });
    }
  }
  return (method, path) => {
    const root = roots.get(method);
    const values: string[] = [];
    const leaf = root === undefined ? undefined : findLeaf(root, path.split('/').slice(1), 0, values);
    if (leaf === undefined) return undefined;
    const pathParameters = Object.fromEntries(
      leaf.names.map((name, index) => [name, decode(values[index] ?? '')]),
    );
    const { functionName, routeKey, api } = leaf;
    return { functionName, routeKey, api, pathParameters };
  };
};
