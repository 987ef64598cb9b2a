import { Graph, layout } from '@dagrejs/dagre';
import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { exitsOf, handleOf } from './flow-exits.ts';
import { moveNodes, type Point } from './graph-edits.ts';

export interface Size {
  width: number;
  height: number;
}

/** Size of a node that the canvas has not measured yet. */
const UNMEASURED: Size = { width: 260, height: 120 };
/** Space between columns, and between nodes of a column, in px. */
const COLUMN_GAP_PX = 100;
const ROW_GAP_PX = 40;

/**
 * Arranges a flow from left to right: every node stands right of those that lead to it, and the targets of a node in
 * the order of its exits.
 * @param sizes measured sizes of nodes in px, by id
 */
export const arrange = (graph: FlowGraph, sizes: ReadonlyMap<string, Size>): FlowGraph => {
  const plan = new Graph();
  plan.setGraph({ rankdir: 'LR', ranksep: COLUMN_GAP_PX, nodesep: ROW_GAP_PX });
  plan.setDefaultEdgeLabel(() => ({}));
  const sizeOf = (id: string): Size => sizes.get(id) ?? UNMEASURED;
  for (const { id } of graph.nodes) plan.setNode(id, { ...sizeOf(id) });
  for (const node of graph.nodes) {
    for (const { handle } of exitsOf(node)) {
      const way = graph.connections.find((one) => one.source === node.id && handleOf(one) === handle);
      if (way !== undefined && plan.hasNode(way.target)) plan.setEdge(node.id, way.target);
    }
  }
  layout(plan);
  const places = new Map<string, Point>();
  for (const { id } of graph.nodes) {
    const { x = 0, y = 0 } = plan.node(id);
    const { width, height } = sizeOf(id);
    places.set(id, { x: x - width / 2, y: y - height / 2 });
  }
  return moveNodes(graph, places);
};
