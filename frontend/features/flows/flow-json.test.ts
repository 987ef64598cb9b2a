import { FLOW_NODES_MAX } from '@prosa/shared/rules/flow-limits.ts';
import { describe, expect, it } from 'vitest';
import { EXAMPLE, way } from './example-flow.ts';
import { flowFromJson, flowToJson, jsonFileName } from './flow-json.ts';

const json = (value: unknown) => JSON.stringify(value);
const [start] = EXAMPLE.nodes;

describe('a JSON file of a flow', () => {
  it('holds the flow again', () => {
    expect(flowFromJson(flowToJson('Vendas', EXAMPLE))).toEqual({ graph: EXAMPLE });
  });

  it('may come from another program: with other fields, and numbers as text', () => {
    const read = flowFromJson(
      json({
        nodes: [
          { ...start, width: 200, selected: true },
          { id: '2', type: 'message', position: { x: 1, y: 2 }, data: { label: 'Oi', extra: 1 } },
        ],
        connections: [{ id: 'e', source: '1', target: '2', sourceHandle: 'a', animated: true }],
      }),
    );
    expect(read).toMatchObject({ graph: { nodes: [{ id: '1' }, { id: '2', data: { label: 'Oi' } }] } });
    expect(JSON.stringify(read)).not.toContain('animated');
  });

  it('loses connections that lead nowhere', () => {
    const read = flowFromJson(json({ nodes: [start], connections: [way('1', 'gone')] }));
    expect(read).toEqual({ graph: { nodes: [start], connections: [] } });
  });

  it.each([
    ['text', 'Bom dia', 'notJson'],
    ['another value', '[1, 2]', 'notAFlow'],
    ['a broken node', json({ nodes: [{ ...start, position: null }], connections: [] }), 'notAFlow'],
    ['a broken connection', json({ nodes: [start], connections: [{ source: '1' }] }), 'notAFlow'],
    [
      'an unknown type',
      json({ nodes: [start, { ...start, id: '2', type: 'telepathy' }], connections: [] }),
      'unknownStep',
    ],
    [
      'a type with the name of a method',
      json({ nodes: [{ ...start, type: 'toString' }], connections: [] }),
      'unknownStep',
    ],
    ['no start', json({ nodes: EXAMPLE.nodes.slice(1), connections: [] }), 'noStart'],
    ['two starts', json({ nodes: [start, { ...start, id: '2' }], connections: [] }), 'noStart'],
    ['an id twice', json({ nodes: [...EXAMPLE.nodes, EXAMPLE.nodes[1]], connections: [] }), 'repeatedStep'],
    [
      'too many nodes',
      json({
        nodes: Array.from({ length: FLOW_NODES_MAX + 1 }, (_, index) => ({ ...start, id: `${index}` })),
        connections: [],
      }),
      'tooLarge',
    ],
    [
      'too much text',
      json({
        nodes: [
          start,
          ...Array.from({ length: 100 }, (_, index) => ({
            id: `m${index}`,
            type: 'message',
            position: { x: 0, y: 0 },
            data: { label: 'a'.repeat(4000) },
          })),
        ],
        connections: [],
      }),
      'tooLarge',
    ],
  ])('with %s is refused', (_what, text, problem) => {
    expect(flowFromJson(text)).toEqual({ problem });
  });

  it.each([
    ['Atendimento de São Paulo', 'atendimento-de-sao-paulo.json'],
    ['../..', 'flow.json'],
  ])('of the flow %s has the name %s', (name, file) => {
    expect(jsonFileName(name)).toBe(file);
  });
});
