import { describe, expect, it } from 'vitest';
import { EXAMPLE, way } from './example-flow.ts';
import { nodeOf } from './graph-edits.ts';
import { arrange, type Size } from './layout.ts';
import { emptyNode } from './new-nodes.ts';

const sizes = new Map<string, Size>(EXAMPLE.nodes.map(({ id }) => [id, { width: 240, height: 160 }]));
const place = (graph: typeof EXAMPLE, id: string) => nodeOf(graph, id)?.position ?? { x: 0, y: 0 };

describe('auto layout', () => {
  it('puts each node right of those that lead to it', () => {
    const graph = arrange(EXAMPLE, sizes);
    for (const { source, target } of graph.connections)
      expect(place(graph, target).x).toBeGreaterThan(place(graph, source).x);
  });

  it('lets no nodes overlap, also if they are not connected', () => {
    const loose = { ...EXAMPLE, nodes: [...EXAMPLE.nodes, emptyNode('message', 'loose', { x: 0, y: 0 })] };
    const { nodes } = arrange(loose, sizes);
    for (const a of nodes)
      for (const b of nodes)
        if (a !== b)
          expect(
            Math.abs(a.position.x - b.position.x) >= 240 || Math.abs(a.position.y - b.position.y) >= 120,
          ).toBe(true);
  });

  it('changes places only', () => {
    const graph = arrange(EXAMPLE, sizes);
    expect(graph.connections).toBe(EXAMPLE.connections);
    expect(graph.nodes.map((node) => ({ ...node, position: null }))).toEqual(
      EXAMPLE.nodes.map((node) => ({ ...node, position: null })),
    );
  });

  it('arranges circles and 500 nodes', () => {
    const nodes = Array.from({ length: 500 }, (_, index) =>
      emptyNode(index === 0 ? 'start' : 'message', `n${index}`, { x: 0, y: 0 }),
    );
    const connections = nodes.slice(1).map(({ id }, index) => way(`n${index}`, id));
    const circle = { nodes, connections: [...connections, way('n499', 'n1')] };
    expect(new Set(arrange(circle, new Map()).nodes.map(({ position }) => position.x)).size).toBeGreaterThan(
      400,
    );
  });
});
