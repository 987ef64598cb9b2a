import type { FlowConnection, FlowGraph, FlowNode } from '@prosa/shared/entities/flow.ts';
import { FLOW_CONNECTIONS_MAX, FLOW_NODES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { exitsOf, handleOf, isEntered } from './flow-exits.ts';

const ID_LENGTH = 30;
const ID_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Space that a new node takes, in px. */
const NEW_NODE_PX = { width: 260, height: 160 } as const;
/** Distance in px between a node and its copy. */
export const COPY_OFFSET_PX = 40;

export interface Point {
  x: number;
  y: number;
}

/** A connection to make. */
export interface Link {
  source: string;
  sourceHandle: string;
  target: string;
}

/** Returns a random id of a node: 30 letters and digits, by the specification. */
export const makeNodeId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_LENGTH))]
    .map((byte) => ID_CHARACTERS.charAt(byte % ID_CHARACTERS.length))
    .join('');

const connectionId = ({ source, sourceHandle, target }: Link): string =>
  `${source}-${sourceHandle}-${target}`;

export const nodeOf = (graph: FlowGraph, id: string): FlowNode | undefined =>
  graph.nodes.find((node) => node.id === id);

/** Whether a graph has room for more nodes. */
export const hasRoomFor = (graph: FlowGraph, count: number): boolean =>
  graph.nodes.length + count <= FLOW_NODES_MAX;

export const addNode = (graph: FlowGraph, node: FlowNode): FlowGraph => ({
  ...graph,
  nodes: [...graph.nodes, node],
});

/** Replaces a node. Connections of exits that it no longer has are removed. */
export const replaceNode = (graph: FlowGraph, next: FlowNode): FlowGraph => {
  const handles = new Set(exitsOf(next).map(({ handle }) => handle));
  return {
    nodes: graph.nodes.map((node) => (node.id === next.id ? next : node)),
    connections: graph.connections.filter(
      (connection) => connection.source !== next.id || handles.has(handleOf(connection)),
    ),
  };
};

/** Moves nodes to new places; returns the same graph if none moved. */
export const moveNodes = (graph: FlowGraph, places: ReadonlyMap<string, Point>): FlowGraph => {
  const hasMoved = graph.nodes.some(({ id, position }) => {
    const to = places.get(id);
    return to !== undefined && (to.x !== position.x || to.y !== position.y);
  });
  if (!hasMoved) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => {
      const to = places.get(node.id);
      return to === undefined ? node : { ...node, position: { x: Math.round(to.x), y: Math.round(to.y) } };
    }),
  };
};

/** Removes nodes with their connections, and single connections. The start stays. */
export const removeParts = (
  graph: FlowGraph,
  nodeIds: ReadonlySet<string>,
  connectionIds: ReadonlySet<string>,
): FlowGraph => {
  const isGone = ({ id, type }: FlowNode) => nodeIds.has(id) && type !== 'start';
  const gone = new Set(graph.nodes.filter(isGone).map(({ id }) => id));
  const connections = graph.connections.filter(
    ({ id, source, target }) => !connectionIds.has(id) && !gone.has(source) && !gone.has(target),
  );
  if (gone.size === 0 && connections.length === graph.connections.length) return graph;
  return { nodes: graph.nodes.filter(({ id }) => !gone.has(id)), connections };
};

/** Whether a connection can be made: both nodes and the exit exist, and the target can be entered. */
export const canConnect = (graph: FlowGraph, { source, sourceHandle, target }: Link): boolean => {
  const from = nodeOf(graph, source);
  const to = nodeOf(graph, target);
  if (from === undefined || to === undefined || !isEntered(to)) return false;
  return exitsOf(from).some(({ handle }) => handle === sourceHandle);
};

/** Connects an exit with a node, in place of where it led before. Returns the same graph if that is not possible. */
export const connect = (graph: FlowGraph, link: Link): FlowGraph => {
  if (!canConnect(graph, link)) return graph;
  const isSameExit = (connection: FlowConnection) =>
    connection.source === link.source && handleOf(connection) === link.sourceHandle;
  if (graph.connections.some((one) => isSameExit(one) && one.target === link.target)) return graph;
  const others = graph.connections.filter((connection) => !isSameExit(connection));
  if (others.length >= FLOW_CONNECTIONS_MAX) return graph;
  return {
    ...graph,
    connections: [...others, { ...link, id: connectionId(link), targetHandle: null }],
  };
};

/** Removes the connection of an exit. */
export const disconnect = (graph: FlowGraph, source: string, sourceHandle: string): FlowGraph =>
  removeParts(
    graph,
    new Set(),
    new Set(
      graph.connections
        .filter((connection) => connection.source === source && handleOf(connection) === sourceHandle)
        .map(({ id }) => id),
    ),
  );

/** Returns a place for a new node near the wanted one: below nodes that stand there. */
export const freePlace = (graph: FlowGraph, wanted: Point): Point => {
  const isTaken = ({ x, y }: Point) =>
    graph.nodes.some(
      ({ position }) =>
        Math.abs(position.x - x) < NEW_NODE_PX.width && Math.abs(position.y - y) < NEW_NODE_PX.height,
    );
  const place = { x: Math.round(wanted.x), y: Math.round(wanted.y) };
  while (isTaken(place)) place.y += COPY_OFFSET_PX;
  return place;
};

/** Returns the names of the variables that the questions of a flow store, each once. */
export const answerKeys = (graph: FlowGraph): string[] => [
  ...new Set(
    graph.nodes.flatMap((node) =>
      node.type === 'question' && node.data.typebotIntegration.answerKey !== ''
        ? [node.data.typebotIntegration.answerKey]
        : [],
    ),
  ),
];
