import type { FlowConnection, FlowGraph, FlowNode } from '@prosa/shared/entities/flow.ts';
import type { Edge, Node } from '@xyflow/react';
import { exitsOf, handleOf } from './flow-exits.ts';

/** Returns the name of a node for screen readers. */
export type NameOf = (node: FlowNode) => string;

/** Nodes and edges as the canvas holds them: those of the graph, with what the canvas adds, such as the selection. */
export type CanvasNode = Node<{ node: FlowNode }, 'step'>;
export type CanvasEdge = Edge<{ connection: FlowConnection }, 'way'>;

/**
 * Returns the canvas' nodes of a graph. Unchanged nodes stay the same objects, so that they are not drawn again.
 * @param selected ids of the nodes that are selected from now on; null keeps the selection
 */
export const toCanvasNodes = (
  before: readonly CanvasNode[],
  { nodes }: FlowGraph,
  selected: ReadonlySet<string> | null,
  nameOf: NameOf,
): CanvasNode[] => {
  const known = new Map(before.map((one) => [one.id, one]));
  return nodes.map((node) => {
    const old = known.get(node.id);
    const isSelected = selected === null ? old?.selected === true : selected.has(node.id);
    if (
      old !== undefined &&
      old.data.node === node &&
      (old.selected === true) === isSelected &&
      old.position.x === node.position.x &&
      old.position.y === node.position.y
    )
      return old;
    return {
      ...old,
      id: node.id,
      type: 'step',
      position: node.position,
      data: { node },
      selected: isSelected,
      ariaLabel: nameOf(node),
    };
  });
};

/** Returns the canvas' edges of a graph; see {@link toCanvasNodes}. Connections of exits that do not exist are left out. */
export const toCanvasEdges = (
  before: readonly CanvasEdge[],
  { nodes, connections }: FlowGraph,
  nameOf: NameOf,
): CanvasEdge[] => {
  const names = new Map(nodes.map((node) => [node.id, nameOf(node)]));
  const known = new Map(before.map((one) => [one.id, one]));
  const exits = new Map(nodes.map((node) => [node.id, new Set(exitsOf(node).map(({ handle }) => handle))]));
  return connections.flatMap((connection) => {
    const { id, source, target } = connection;
    if (!exits.has(target) || exits.get(source)?.has(handleOf(connection)) !== true) return [];
    const old = known.get(id);
    if (old !== undefined && old.data?.connection === connection) return [old];
    return [
      {
        id,
        source,
        target,
        sourceHandle: handleOf(connection),
        type: 'way' as const,
        data: { connection },
        selected: old?.selected === true,
        ariaLabel: `${names.get(source)} → ${names.get(target)}`,
      },
    ];
  });
};
