import { type FlowGraph, type FlowNode, flowGraphSchema } from '@prosa/shared/entities/flow.ts';
import { COPY_OFFSET_PX, hasRoomFor, type Point } from './graph-edits.ts';

/** Tells copied parts of a flow from other text in the clipboard. */
const MARK = 'prosa-flow-parts';

/** Returns the chosen nodes and the connections between them; the start is not copied. */
export const copyParts = (graph: FlowGraph, ids: ReadonlySet<string>): FlowGraph => {
  const nodes = graph.nodes.filter(({ id, type }) => ids.has(id) && type !== 'start');
  const copied = new Set(nodes.map(({ id }) => id));
  return {
    nodes,
    connections: graph.connections.filter(({ source, target }) => copied.has(source) && copied.has(target)),
  };
};

/** Returns parts of a flow as text for the clipboard. */
export const partsText = (parts: FlowGraph): string => JSON.stringify({ is: MARK, ...parts });

/** Reads parts of a flow from the clipboard's text; undefined if it holds none. */
export const readParts = (text: string): FlowGraph | undefined => {
  if (!text.includes(MARK)) return undefined;
  try {
    const parts = flowGraphSchema.safeParse(JSON.parse(text)).data;
    return parts === undefined || parts.nodes.length === 0 ? undefined : parts;
  } catch {
    return undefined;
  }
};

/** Returns how far parts are moved so that their top left corner is at a place. */
const shiftTo = (nodes: readonly FlowNode[], place: Point): Point => ({
  x: place.x - Math.min(...nodes.map(({ position }) => position.x)),
  y: place.y - Math.min(...nodes.map(({ position }) => position.y)),
});

/**
 * Adds parts to a graph under new ids.
 * @param at the place of the parts' top left corner; beside the originals when absent
 * @returns the graph and the ids of the new nodes; undefined if the graph has no room
 */
export const pasteParts = (
  graph: FlowGraph,
  parts: FlowGraph,
  makeId: () => string,
  at?: Point,
): { graph: FlowGraph; ids: string[] } | undefined => {
  const nodes = parts.nodes.filter(({ type }) => type !== 'start');
  if (nodes.length === 0 || !hasRoomFor(graph, nodes.length)) return undefined;
  const shift = at === undefined ? { x: COPY_OFFSET_PX, y: COPY_OFFSET_PX } : shiftTo(nodes, at);
  const ids = new Map(nodes.map(({ id }) => [id, makeId()]));
  const added = nodes.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    position: { x: Math.round(node.position.x + shift.x), y: Math.round(node.position.y + shift.y) },
  }));
  const connections = parts.connections.flatMap((connection) => {
    const source = ids.get(connection.source);
    const target = ids.get(connection.target);
    return source === undefined || target === undefined
      ? []
      : [{ ...connection, id: `${source}-${connection.sourceHandle ?? 'a'}-${target}`, source, target }];
  });
  return {
    graph: { nodes: [...graph.nodes, ...added], connections: [...graph.connections, ...connections] },
    ids: added.map(({ id }) => id),
  };
};
