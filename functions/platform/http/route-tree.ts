import { fullPathOf, type RouteShape } from '@prosa/shared/contracts/route.ts';

interface Node<T> {
  fixed: Map<string, Node<T>>;
  variable?: Node<T>;
  leaf?: { value: T; names: readonly string[] };
}

export interface RouteMatch<T> {
  value: T;
  /** The path's variable segments by name, percent-decoded. */
  pathParameters: Record<string, string>;
}

/** Returns the entry that serves a method and a path, or undefined. */
export type FindRoute<T> = (method: string, path: string) => RouteMatch<T> | undefined;

const newNode = <T>(): Node<T> => ({ fixed: new Map() });

const segmentsOf = (path: string): string[] => path.split('/').slice(1);

const addLeaf = <T>(root: Node<T>, path: string, value: T): void => {
  let node = root;
  for (const segment of segmentsOf(path)) {
    const isVariable = segment.startsWith('{');
    const next = (isVariable ? node.variable : node.fixed.get(segment)) ?? newNode();
    if (isVariable) node.variable = next;
    else node.fixed.set(segment, next);
    node = next;
  }
  if (node.leaf !== undefined) throw new Error(`two routes at ${path}`);
  node.leaf = { value, names: [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '') };
};

/** Searches depth first and tries fixed segments before variable ones: API Gateway's precedence. */
const findLeaf = <T>(
  node: Node<T>,
  segments: readonly string[],
  at: number,
  values: string[],
): Node<T>['leaf'] => {
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
    // The segment is not valid percent-encoding, so the contract's schema judges it undecoded.
    return segment;
  }
};

/**
 * Makes the lookup from a method and a path to the contract's route.
 * @param entries routes of the contract, each with the value that a match returns
 * @throws Error if two routes have the same method and path
 */
export const createRouteTree = <T>(
  entries: Iterable<readonly [Pick<RouteShape, 'api' | 'method' | 'path'>, T]>,
): FindRoute<T> => {
  const roots = new Map<string, Node<T>>();
  for (const [row, value] of entries) {
    const root = roots.get(row.method) ?? newNode<T>();
    roots.set(row.method, root);
    addLeaf(root, fullPathOf(row), value);
  }
  return (method, path) => {
    const root = roots.get(method);
    const values: string[] = [];
    const leaf = root === undefined ? undefined : findLeaf(root, segmentsOf(path), 0, values);
    if (leaf === undefined) return undefined;
    const pathParameters = Object.fromEntries(
      leaf.names.map((name, index) => [name, decode(values[index] ?? '')]),
    );
    return { value: leaf.value, pathParameters };
  };
};
