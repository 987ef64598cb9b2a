import { describe, expect, it } from 'vitest';
import {
  type FlowConnection,
  type FlowNode,
  flowConnectionSchema,
  flowNodeSchema,
} from '../entities/flow.ts';
import { FLOW_NODES_MAX } from '../rules/flow-limits.ts';
import { contentBlocks, filesOfFlow } from './flow-files.ts';
import { validateFlow } from './validate-flow.ts';

const node = (id: string, type: FlowNode['type'], data: object = {}): FlowNode =>
  flowNodeSchema.parse({ id, type, position: { x: 0, y: 0 }, data });
const start = node('1', 'start');
const text = (id: string, label = 'Oi') => node(id, 'message', { label });
const link = (source: string, target: string, sourceHandle = 'a'): FlowConnection =>
  flowConnectionSchema.parse({ id: `${source}-${sourceHandle}-${target}`, source, sourceHandle, target });
const menu = (id: string, options = ['Vendas', 'Suporte']) =>
  node(id, 'menu', {
    message: 'Escolha',
    arrayOption: options.map((value, index) => ({ number: index + 1, value })),
  });
const content = (id: string, blocks: { type: string; value: string | number }[]) =>
  node(id, 'singleBlock', {
    seq: blocks.map(({ type }, index) => `${type}${index}`),
    elements: blocks.map((block, index) => ({ ...block, number: `${block.type}${index}` })),
  });

/** Returns the problems as `<code> <node or connection>`. */
const problems = (
  nodes: FlowNode[],
  connections: FlowConnection[],
  surroundings?: Parameters<typeof validateFlow>[1],
): string[] =>
  validateFlow({ nodes, connections }, surroundings).map(
    ({ code, nodeId, connectionId }) => `${code} ${nodeId ?? connectionId ?? '-'}`,
  );
/** Returns the problems of a flow of a start and one node. */
const problemsOf = (one: FlowNode, surroundings?: Parameters<typeof validateFlow>[1]): string[] =>
  problems([start, one], [link('1', one.id)], surroundings).filter((problem) => problem.endsWith(one.id));

describe('a flow that can be published', () => {
  it('has no problems: a menu, a question, a condition, a split, a pause, a file and a queue', () => {
    const nodes = [
      start,
      menu('m'),
      node('q', 'question', { typebotIntegration: { message: 'Seu nome?', answerKey: 'nome' } }),
      node('c', 'condition', { key: 'nome', operator: 'equals', value: 'Ana' }),
      node('r', 'randomizer', { percent: 30 }),
      node('p', 'interval', { sec: 5 }),
      node('f', 'img', { url: 'a.png' }),
      node('t', 'ticket', { queue: { id: 3, name: 'Vendas' } }),
      content('b', [
        { type: 'message', value: 'Veja' },
        { type: 'interval', value: 2 },
        { type: 'video', value: 'b.mp4' },
      ]),
    ];
    const connections = [
      link('1', 'm'),
      link('m', 'q', 'a1'),
      link('m', 'r', 'a2'),
      link('m', 't', 'default'),
      link('q', 'c'),
      link('c', 'p'),
      link('c', 'f', 'b'),
      link('r', 'b'),
      link('r', 't', 'b'),
      link('p', 'm'),
    ];
    const surroundings = { queueIds: new Set([3]), files: new Set(['a.png', 'b.mp4']) };
    expect(problems(nodes, connections, surroundings)).toEqual([]);
  });

  it('may end anywhere but at the start and at a choice', () => {
    expect(problems([start, text('x')], [link('1', 'x')])).toEqual([]);
  });
});

describe('the shape of a flow', () => {
  it('needs a start', () => {
    expect(problems([text('x')], [])).toEqual(['no-start -']);
    expect(problems([], [])).toEqual(['no-start -']);
  });
  it('names a start that leads nowhere', () => {
    expect(problems([start], [])).toEqual(['no-connection 1']);
  });
  it('names nodes that no conversation reaches, a second start too', () => {
    const nodes = [start, text('x'), text('y'), node('2', 'start')];
    expect(problems(nodes, [link('1', 'x'), link('2', 'y')])).toEqual(['unreachable y', 'unreachable 2']);
  });
  it.each([
    ['a split', node('r', 'randomizer', { percent: 50 })],
    ['a condition', node('r', 'condition', { key: 'nome' })],
  ])('names %s without its second branch', (_what, choice) => {
    expect(problems([start, choice, text('x')], [link('1', 'r'), link('r', 'x')])).toEqual([
      'no-connection r',
    ]);
  });
  it('names a menu with an option that leads nowhere', () => {
    const nodes = [start, menu('m'), text('x')];
    expect(problems(nodes, [link('1', 'm'), link('m', 'x', 'a1')])).toEqual(['no-connection m']);
  });
  it.each([
    ['to no node', link('x', 'gone')],
    ['from no node', link('gone', 'x')],
    ['from a handle that the node has not', link('x', 'x', 'b')],
    ['from an option that was removed', link('m', 'x', 'a3')],
    ['from a queue, where people go on', link('t', 'x')],
  ])('names a connection %s', (_what, connection) => {
    const nodes = [start, text('x'), menu('m'), node('t', 'ticket', { queue: { id: 3 } })];
    const whole = [link('1', 'm'), link('m', 'x', 'a1'), link('m', 't', 'a2')];
    expect(problems(nodes, [...whole, connection])).toEqual([`dangling ${connection.id}`]);
  });
  it('takes a connection without a handle as one of the first', () => {
    const connection = { ...link('1', 'x'), sourceHandle: null };
    expect(problems([start, text('x')], [connection])).toEqual([]);
  });
});

describe('the data of a node', () => {
  it.each<[string, FlowNode, string[]]>([
    ['a message', text('x', ' '), ['empty-text x']],
    ['content without blocks', content('x', []), ['empty-text x']],
    ['content with an empty text', content('x', [{ type: 'message', value: '' }]), ['empty-text x']],
    ['content without a file', content('x', [{ type: 'img', value: '' }]), ['no-file x']],
    ['content with a pause of none', content('x', [{ type: 'interval', value: 0 }]), ['bad-interval x']],
    ['content with a pause of words', content('x', [{ type: 'interval', value: 'já' }]), ['bad-interval x']],
    ['no pause', node('x', 'interval', { sec: 0 }), ['bad-interval x']],
    ['a pause of 121 seconds', node('x', 'interval', { sec: 121 }), ['bad-interval x']],
    ['a pause of 120 seconds', node('x', 'interval', { sec: 120 }), []],
    ['a picture without a file', node('x', 'img'), ['no-file x']],
    ['a sound without a file', node('x', 'audio'), ['no-file x']],
    ['a video without a file', node('x', 'video'), ['no-file x']],
    ['a split of 0 percent', node('x', 'randomizer', { percent: 0 }), ['bad-percent x', 'no-connection x']],
    [
      'a split of 100 percent',
      node('x', 'randomizer', { percent: 100 }),
      ['bad-percent x', 'no-connection x'],
    ],
    ['a condition without a variable', node('x', 'condition'), ['no-key x', 'no-connection x']],
    ['a question without text and key', node('x', 'question'), ['empty-text x', 'no-key x']],
    ['a ticket without a queue', node('x', 'ticket'), ['no-queue x']],
    ['an integration that is not chosen', node('x', 'typebot'), ['no-integration x']],
    ['an assistant that is not chosen', node('x', 'openai'), ['no-assistant x']],
    ['a menu without text and options', node('x', 'menu'), ['empty-text x', 'no-options x']],
  ])('%s', (_what, one, expected) => {
    expect(problemsOf(one)).toEqual(expected);
  });

  it('needs options with texts and numbers of their own', () => {
    expect(problemsOf(menu('x', ['', 'b']))).toContain('no-options x');
    const twice = node('x', 'menu', {
      message: 'Oi',
      arrayOption: [
        { number: 1, value: 'a' },
        { number: 1, value: 'b' },
      ],
    });
    expect(problemsOf(twice)).toContain('no-options x');
  });

  it('compares queues, integrations, assistants and files only with those that are known', () => {
    const queue = node('x', 'ticket', { queue: { id: 3 } });
    const picture = node('x', 'img', { url: 'a.png' });
    const bot = node('x', 'typebot', { typebotIntegration: { id: 3 } });
    const helper = node('x', 'openai', { typebotIntegration: { id: 3 } });
    expect([queue, picture, bot, helper].flatMap((one) => problemsOf(one))).toEqual([]);
    const known = {
      queueIds: new Set([4]),
      integrationIds: new Set([4]),
      assistantIds: new Set([4]),
      files: new Set(['b.png']),
    };
    expect(problemsOf(bot, known)).toEqual(['no-integration x']);
    expect(problemsOf(helper, known)).toEqual(['no-assistant x']);
    expect(problemsOf(queue, known)).toEqual(['no-queue x']);
    expect(problemsOf(picture, known)).toEqual(['no-file x']);
  });
});

describe('a loop', () => {
  const around = (middle: FlowNode) =>
    [
      [start, text('x'), middle, text('y')],
      [link('1', 'x'), link('x', 'w'), link('w', 'y'), link('y', 'x')],
    ] as const;
  it('is named at its first node if nothing in it waits', () => {
    const [nodes, connections] = around(text('w'));
    expect(problems([...nodes], [...connections])).toEqual(['endless-loop x']);
    expect(problems([start, text('x')], [link('1', 'x'), link('x', 'x')])).toEqual(['endless-loop x']);
  });
  it.each([
    ['a question', node('w', 'question', { typebotIntegration: { message: 'Oi?', answerKey: 'k' } })],
    ['a pause', node('w', 'interval', { sec: 1 })],
    ['a pause among content', content('w', [{ type: 'interval', value: 1 }])],
  ])('may go round through %s', (_what, wait) => {
    const [nodes, connections] = around(wait);
    expect(problems([...nodes], [...connections])).toEqual([]);
  });
  it('is found beside one that waits', () => {
    const nodes = [start, text('x'), menu('m', ['a']), text('y'), text('z')];
    const connections = [
      link('1', 'x'),
      link('x', 'm'),
      link('m', 'x', 'a1'),
      link('m', 'y', 'default'),
      link('y', 'z'),
      link('z', 'y'),
    ];
    expect(problems(nodes, connections)).toEqual(['endless-loop y']);
  });
  it('of the largest flow is found at once', () => {
    const nodes = [start, ...Array.from({ length: FLOW_NODES_MAX - 1 }, (_none, index) => text(`n${index}`))];
    const connections = nodes.map(({ id }, index) => link(id, nodes[index + 1]?.id ?? 'n0'));
    expect(problems(nodes, connections)).toEqual(['endless-loop n0']);
  });
});

describe('the files of a flow', () => {
  const block = content('b', [
    { type: 'message', value: 'a.png' },
    { type: 'audio', value: 'b.ogg' },
    { type: 'img', value: '' },
  ]);
  it('are those of its nodes and of blocks in the sequence, each once', () => {
    const nodes = [start, node('i', 'img', { url: 'a.png' }), node('j', 'video', { url: 'a.png' }), block];
    expect(filesOfFlow({ nodes })).toEqual(['a.png', 'b.ogg']);
  });
  it('are in the order of the sequence', () => {
    if (block.type !== 'singleBlock') throw new Error('no content');
    const data = { ...block.data, seq: ['audio1', 'none', 'message0'] };
    expect(contentBlocks({ data }).map(({ number }) => number)).toEqual(['audio1', 'message0']);
  });
});
