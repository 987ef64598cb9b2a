import type { FlowConnection, FlowGraph, FlowNode } from '@prosa/shared/entities/flow.ts';
import { ONLY } from './node-runtime.ts';

interface GraphIndex {
  nodes: ReadonlyMap<string, FlowNode>;
  start: FlowNode | undefined;
  /** The first connection of each handle of each node. */
  ways: ReadonlyMap<string, ReadonlyMap<string, FlowConnection>>;
}

type Graph = Pick<FlowGraph, 'nodes' | 'connections'>;

const indexed = new WeakMap<Graph, GraphIndex>();

const indexOf = ({ nodes, connections }: Graph): GraphIndex => {
  const ways = new Map<string, Map<string, FlowConnection>>();
  for (const connection of connections) {
    const { source } = connection;
    const handle = connection.sourceHandle ?? ONLY;
    const own = ways.get(source) ?? new Map<string, FlowConnection>();
    ways.set(source, own);
    if (!own.has(handle)) own.set(handle, connection);
  }
  return {
    nodes: new Map(nodes.map((node) => [node.id, node])),
    start: nodes.find(({ type }) => type === 'start'),
    ways,
  };
};

/** Returns a graph's nodes and connections by their ids. Computed once for each graph object. */
export const graphIndex = (graph: Graph): GraphIndex => {
  const known = indexed.get(graph) ?? indexOf(graph);
  indexed.set(graph, known);
  return known;
};

/** Types of nodes whose handles differ in meaning: a way that is not connected leads nowhere. */
const BRANCHING: ReadonlySet<FlowNode['type']> = new Set(['menu', 'randomizer', 'condition', 'question']);

/**
 * Returns the connection that leaves a node by a handle. A node with one way out is left by its first connection, under
 * whatever handle older editors stored it.
 */
export const wayOut = (
  { ways }: GraphIndex,
  { id, type }: FlowNode,
  handle: string,
): FlowConnection | undefined => {
  const own = ways.get(id);
  const named = own?.get(handle);
  return named !== undefined || BRANCHING.has(type) ? named : own?.values().next().value;
};
