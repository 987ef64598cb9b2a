import { FLOW_NODES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { describe, expect, it } from 'vitest';
import { copyParts, partsText, pasteParts, readParts } from './clipboard.ts';
import { EXAMPLE } from './example-flow.ts';
import { COPY_OFFSET_PX } from './graph-edits.ts';
import { emptyNode } from './new-nodes.ts';

const counter = () => {
  let count = 0;
  return () => `new${++count}`;
};

describe('copied parts', () => {
  it('are the chosen nodes without the start, and the connections between them', () => {
    const parts = copyParts(EXAMPLE, new Set(['1', 'menu', 'ask']));
    expect(parts.nodes.map(({ id }) => id)).toEqual(['menu', 'ask']);
    expect(parts.connections.map(({ id }) => id)).toEqual(['menu-a1-ask']);
  });

  it('are the same after the clipboard', () => {
    const parts = copyParts(EXAMPLE, new Set(['menu', 'queue']));
    expect(readParts(partsText(parts))).toEqual(parts);
  });

  it.each([
    ['ordinary text', 'Bom dia'],
    ['other JSON', '{"nodes":[],"connections":[]}'],
    ['parts that are cut off', partsText(copyParts(EXAMPLE, new Set(['menu']))).slice(0, -5)],
    ['no parts', partsText({ nodes: [], connections: [] })],
  ])('are not in %s', (_what, text) => {
    expect(readParts(text)).toBeUndefined();
  });
});

describe('pasting', () => {
  it('adds the parts under new ids, beside the originals, connected as before', () => {
    const pasted = pasteParts(EXAMPLE, copyParts(EXAMPLE, new Set(['menu', 'ask'])), counter());
    expect(pasted?.ids).toEqual(['new1', 'new2']);
    expect(pasted?.graph.nodes).toHaveLength(EXAMPLE.nodes.length + 2);
    expect(pasted?.graph.nodes.at(-2)?.position).toEqual({ x: 300 + COPY_OFFSET_PX, y: COPY_OFFSET_PX });
    expect(pasted?.graph.connections.at(-1)).toMatchObject({
      id: 'new1-a1-new2',
      source: 'new1',
      sourceHandle: 'a1',
      target: 'new2',
    });
  });

  it('puts the top left corner of the parts at a given place', () => {
    const pasted = pasteParts(EXAMPLE, copyParts(EXAMPLE, new Set(['ask', 'queue'])), counter(), {
      x: 5,
      y: 7,
    });
    expect(pasted?.graph.nodes.slice(-2).map(({ position }) => position)).toEqual([
      { x: 5, y: 7 },
      { x: 5, y: 307 },
    ]);
  });

  it('refuses parts for which the flow has no room, and parts without nodes', () => {
    const nodes = Array.from({ length: FLOW_NODES_MAX }, (_, index) =>
      emptyNode('message', `n${index}`, { x: 0, y: 0 }),
    );
    const full = { nodes, connections: [] };
    expect(pasteParts(full, copyParts(EXAMPLE, new Set(['ask'])), counter())).toBeUndefined();
    expect(pasteParts(EXAMPLE, copyParts(EXAMPLE, new Set(['1'])), counter())).toBeUndefined();
  });
});
