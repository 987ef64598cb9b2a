import type { FlowGraph, FlowNode } from '@prosa/shared/entities/flow.ts';
import { applyEdgeChanges, applyNodeChanges, type EdgeChange, type NodeChange } from '@xyflow/react';
import { useMemo, useRef, useState } from 'react';
import { useHistory } from '../../../lib/history/use-history.ts';
import {
  type CanvasEdge,
  type CanvasNode,
  type NameOf,
  toCanvasEdges,
  toCanvasNodes,
} from '../canvas-nodes.ts';
import { copyParts, pasteParts } from '../clipboard.ts';
import {
  addNode,
  answerKeys,
  connect,
  disconnect,
  type Link,
  makeNodeId,
  moveNodes,
  type Point,
  removeParts,
  replaceNode,
} from '../graph-edits.ts';
import { arrange, type Size } from '../layout.ts';

const NOTHING: ReadonlySet<string> = new Set();

/**
 * Holds the edited graph with its undo history, and what the canvas adds to it: selection, measured sizes, and places
 * of nodes while they are dragged.
 */
export const useFlowGraph = (initial: FlowGraph, nameOf: NameOf) => {
  const history = useHistory<FlowGraph>(
    () => initial,
    () => undefined,
  );
  const { present: graph, change } = history;
  const [nodes, setNodes] = useState<CanvasNode[]>(() => toCanvasNodes([], graph, null, nameOf));
  const [edges, setEdges] = useState<CanvasEdge[]>(() => toCanvasEdges([], graph, nameOf));
  const [shown, setShown] = useState(graph);
  /** Nodes to select once the canvas shows the changed graph. */
  const [wanted, setWanted] = useState<ReadonlySet<string> | null>(null);
  const isDragging = useRef(false);

  if (shown !== graph) {
    setShown(graph);
    setWanted(null);
    setNodes((before) => toCanvasNodes(before, graph, wanted, nameOf));
    setEdges((before) => toCanvasEdges(before, graph, nameOf));
  }

  const selectedNodes = useMemo(
    () => new Set(nodes.filter(({ selected }) => selected === true).map(({ id }) => id)),
    [nodes],
  );
  const selectedEdges = useMemo(
    () => new Set(edges.filter(({ selected }) => selected === true).map(({ id }) => id)),
    [edges],
  );

  const select = (ids: ReadonlySet<string>): void => {
    setNodes((before) => toCanvasNodes(before, graph, ids, nameOf));
    setEdges((before) =>
      before.map((edge) => (edge.selected === true ? { ...edge, selected: false } : edge)),
    );
  };
  /** Changes the graph and selects nodes of it. */
  const changeTo = (next: FlowGraph, ids: ReadonlySet<string>): void => {
    setWanted(ids);
    change(next);
  };
  /** Returns the ids of the pasted nodes; undefined if the flow has no room. */
  const paste = (parts: FlowGraph, at?: Point): string[] | undefined => {
    const pasted = pasteParts(graph, parts, makeNodeId, at);
    if (pasted === undefined) return undefined;
    changeTo(pasted.graph, new Set(pasted.ids));
    return pasted.ids;
  };

  return {
    graph,
    nodes,
    edges,
    selectedNodes,
    selectedEdges,
    keys: useMemo(() => answerKeys(graph), [graph]),
    select,
    selectAll: () => select(new Set(graph.nodes.map(({ id }) => id))),
    onNodesChange: (changes: NodeChange<CanvasNode>[]) => {
      const kept = changes.filter(({ type }) => type !== 'remove');
      setNodes((before) => applyNodeChanges(kept, before));
      const places = new Map<string, Point>();
      for (const one of kept)
        if (one.type === 'position' && one.dragging !== true && one.position !== undefined)
          places.set(one.id, one.position);
      if (places.size === 0) return;
      // Steps by the arrow keys are undone together.
      change(moveNodes(graph, places), isDragging.current ? null : `move ${[...places.keys()].join()}`);
    },
    onEdgesChange: (changes: EdgeChange<CanvasEdge>[]) =>
      setEdges((before) =>
        applyEdgeChanges(
          changes.filter(({ type }) => type !== 'remove'),
          before,
        ),
      ),
    setDragging: (isOn: boolean) => {
      isDragging.current = isOn;
    },
    add: (node: FlowNode) => changeTo(addNode(graph, node), new Set([node.id])),
    replace: (node: FlowNode) => change(replaceNode(graph, node)),
    remove: (nodeIds: ReadonlySet<string>, edgeIds: ReadonlySet<string> = NOTHING) =>
      change(removeParts(graph, nodeIds, edgeIds)),
    connect: (link: Link) => change(connect(graph, link)),
    disconnect: (source: string, handle: string) => change(disconnect(graph, source, handle)),
    paste,
    duplicate: (ids: ReadonlySet<string>) => paste(copyParts(graph, ids)),
    arrange: () => {
      const sizes = new Map<string, Size>();
      for (const { id, measured } of nodes)
        if (measured?.width !== undefined && measured.height !== undefined)
          sizes.set(id, { width: measured.width, height: measured.height });
      change(arrange(graph, sizes));
    },
    /** Replaces the whole graph, as an undoable change. */
    load: (next: FlowGraph) => changeTo(next, NOTHING),
    canUndo: history.canUndo,
    canRedo: history.canRedo,
    undo: history.undo,
    redo: history.redo,
  };
};

export type FlowGraphEditor = ReturnType<typeof useFlowGraph>;
