import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import { FLOW_NODES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, way } from './example-flow.ts';
import { exitsOf, handleOf } from './flow-exits.ts';
import {
  addNode,
  answerKeys,
  canConnect,
  connect,
  disconnect,
  freePlace,
  hasRoomFor,
  makeNodeId,
  moveNodes,
  nodeOf,
  removeParts,
  replaceNode,
} from './graph-edits.ts';
import { emptyNode } from './new-nodes.ts';

const NONE: ReadonlySet<string> = new Set();
const ids = ({ connections }: FlowGraph) => connections.map(({ id }) => id).sort();
const place = { x: 10, y: 10 };

describe('ids of nodes', () => {
  it('are 30 letters and digits, and differ', () => {
    expect(makeNodeId()).toMatch(/^[A-Za-z0-9]{30}$/);
    expect(makeNodeId()).not.toBe(makeNodeId());
  });
});

describe('connecting', () => {
  it('leads an exit to another node in place of the node before', () => {
    const next = connect(EXAMPLE, { source: 'menu', sourceHandle: 'a2', target: 'ask' });
    expect(ids(next)).toEqual(['1-a-menu', 'ask-a-queue', 'menu-a1-ask', 'menu-a2-ask']);
  });

  it('returns the same graph for a connection that exists', () => {
    expect(connect(EXAMPLE, { source: '1', sourceHandle: 'a', target: 'menu' })).toBe(EXAMPLE);
  });

  it.each([
    ['the start', { source: 'menu', sourceHandle: 'default', target: '1' }],
    ['a node that does not exist', { source: 'menu', sourceHandle: 'default', target: 'x' }],
    ['an exit that does not exist', { source: 'menu', sourceHandle: 'a3', target: 'ask' }],
    ['an exit of a queue', { source: 'queue', sourceHandle: 'a', target: 'ask' }],
  ])('refuses %s', (_what, link) => {
    expect(canConnect(EXAMPLE, link)).toBe(false);
    expect(connect(EXAMPLE, link)).toBe(EXAMPLE);
  });

  it('can be undone for one exit', () => {
    expect(ids(disconnect(EXAMPLE, 'menu', 'a1'))).toEqual(['1-a-menu', 'ask-a-queue', 'menu-a2-queue']);
    expect(disconnect(EXAMPLE, 'menu', 'default')).toBe(EXAMPLE);
  });
});

describe('removing', () => {
  it('removes a node with its connections', () => {
    const next = removeParts(EXAMPLE, new Set(['ask']), NONE);
    expect(nodeOf(next, 'ask')).toBeUndefined();
    expect(ids(next)).toEqual(['1-a-menu', 'menu-a2-queue']);
  });

  it('removes a single connection', () => {
    expect(ids(removeParts(EXAMPLE, NONE, new Set(['1-a-menu'])))).not.toContain('1-a-menu');
  });

  it('keeps the start', () => {
    expect(removeParts(EXAMPLE, new Set(['1']), NONE)).toBe(EXAMPLE);
  });
});

describe('changing a node', () => {
  it('removes the connections of options that it no longer has', () => {
    const menu = nodeOf(EXAMPLE, 'menu');
    if (menu?.type !== 'menu') throw new Error('no menu');
    const next = replaceNode(EXAMPLE, {
      ...menu,
      data: { ...menu.data, arrayOption: [{ number: 2, value: 'Falar' }] },
    });
    expect(ids(next)).toEqual(['1-a-menu', 'ask-a-queue', 'menu-a2-queue']);
  });

  it('moves nodes to whole pixels, and returns the same graph if none moves', () => {
    const next = moveNodes(EXAMPLE, new Map([['menu', { x: 12.4, y: -3.6 }]]));
    expect(nodeOf(next, 'menu')?.position).toEqual({ x: 12, y: -4 });
    expect(nodeOf(next, 'ask')).toBe(nodeOf(EXAMPLE, 'ask'));
    expect(moveNodes(next, new Map([['menu', { x: 12, y: -4 }]]))).toBe(next);
  });

  it('finds a place at which no node stands', () => {
    expect(freePlace(EXAMPLE, { x: 301, y: 2 })).toEqual({ x: 301, y: 162 });
    expect(freePlace(EXAMPLE, { x: 1000, y: 0 })).toEqual({ x: 1000, y: 0 });
  });
});

describe('what a flow holds', () => {
  it('has each variable of its questions once', () => {
    const again = addNode(EXAMPLE, {
      ...emptyNode('question', 'again', place),
      type: 'question',
      data: { typebotIntegration: { message: 'De novo?', answerKey: 'cep' } },
    });
    expect(answerKeys(again)).toEqual(['cep']);
  });

  it('has room for a limited number of nodes', () => {
    expect(hasRoomFor(EXAMPLE, FLOW_NODES_MAX - EXAMPLE.nodes.length)).toBe(true);
    expect(hasRoomFor(EXAMPLE, FLOW_NODES_MAX - EXAMPLE.nodes.length + 1)).toBe(false);
  });

  it('never has two connections of one exit, nor connections of parts that do not exist, after any edits', () => {
    const name = fc.constantFrom('1', 'menu', 'ask', 'queue', 'x');
    const handle = fc.constantFrom('a', 'b', 'a1', 'a2', 'default');
    const edit = fc.oneof(
      fc
        .record({ source: name, sourceHandle: handle, target: name })
        .map((link) => (graph: FlowGraph) => connect(graph, link)),
      name.map((id) => (graph: FlowGraph) => removeParts(graph, new Set([id]), NONE)),
      fc.tuple(name, handle).map(
        ([id, from]) =>
          (graph: FlowGraph) =>
            disconnect(graph, id, from),
      ),
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const graph = edits.reduce((before, change) => change(before), EXAMPLE);
        const exits = graph.connections.map((one) => `${one.source} ${handleOf(one)}`);
        expect(new Set(exits).size).toBe(exits.length);
        for (const one of graph.connections) {
          const source = nodeOf(graph, one.source);
          expect(
            source !== undefined && exitsOf(source).some(({ handle: own }) => own === handleOf(one)),
          ).toBe(true);
          expect(nodeOf(graph, one.target)).toBeDefined();
        }
      }),
    );
  });

  it('has ids of connections that name both ends', () => {
    expect(way('a', 'b', 'a1').id).toBe('a-a1-b');
  });
});
