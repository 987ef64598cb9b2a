import { describe, expect, it } from 'vitest';
import { toCanvasEdges, toCanvasNodes } from './canvas-nodes.ts';
import { EXAMPLE, way } from './example-flow.ts';
import { moveNodes } from './graph-edits.ts';

const nameOf = ({ id }: { id: string }) => id;

describe('nodes of the canvas', () => {
  it('stay the same objects while they do not change', () => {
    const before = toCanvasNodes([], EXAMPLE, null, nameOf);
    const after = toCanvasNodes(before, moveNodes(EXAMPLE, new Map([['ask', { x: 1, y: 1 }]])), null, nameOf);
    expect(after.filter((node, index) => node !== before[index]).map(({ id }) => id)).toEqual(['ask']);
  });

  it('keep the selection and their measured size, unless others are selected', () => {
    const [first, ...rest] = toCanvasNodes([], EXAMPLE, new Set(['1']), nameOf);
    if (first === undefined) throw new Error('no nodes');
    const measured = [{ ...first, measured: { width: 240, height: 80 } }, ...rest];
    expect(toCanvasNodes(measured, EXAMPLE, null, nameOf)[0]).toBe(measured[0]);
    const other = toCanvasNodes(measured, EXAMPLE, new Set(['ask']), nameOf);
    expect(other.filter(({ selected }) => selected === true).map(({ id }) => id)).toEqual(['ask']);
    expect(other[0]?.measured).toEqual({ width: 240, height: 80 });
  });
});

describe('edges of the canvas', () => {
  it('are those of exits and nodes that exist', () => {
    const graph = {
      ...EXAMPLE,
      connections: [...EXAMPLE.connections, way('queue', 'ask'), way('menu', 'gone', 'a1')],
    };
    expect(toCanvasEdges([], graph, nameOf).map(({ id }) => id)).toEqual(
      EXAMPLE.connections.map(({ id }) => id),
    );
  });

  it('have the names of both nodes', () => {
    expect(toCanvasEdges([], EXAMPLE, nameOf)[0]?.ariaLabel).toBe('1 → menu');
  });
});
