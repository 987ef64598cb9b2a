import type { FlowNodeType, FlowVersion } from '@prosa/shared/entities/flow.ts';
import {
  asks,
  asksIntegration,
  chainOf,
  compares,
  flowOf,
  handsTo,
  type NodeDraft,
  offers,
  pauses,
  says,
} from '@prosa/tests/support/flows.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginFlow, FLOW_PASSES_MAX, type FlowState, type FlowStep, stepFlow } from './interpreter.ts';
import type { FlowAnswer, FlowWorld } from './node-runtime.ts';
import { randomFrom } from './random.ts';

const world: FlowWorld = {
  fill: (text) => text.replaceAll('{{name}}', 'Ana'),
  random: () => 0,
  maxPrompts: 3,
  invalid: 'Inválida.',
};

const answerOf = (texts: string | readonly string[], fields: Partial<FlowAnswer> = {}): FlowAnswer => {
  const all = typeof texts === 'string' ? [texts] : texts;
  return { choices: all, texts: all, other: '', isTry: () => true, ...fields };
};
const begin = (flow: FlowVersion, given: Partial<FlowWorld> = {}): FlowStep => {
  const step = beginFlow(flow, { ...world, ...given });
  if (step === undefined) throw new Error('no start');
  return step;
};
const after = (
  flow: FlowVersion,
  { state }: Pick<FlowStep, 'state'>,
  answer: string | readonly string[] | FlowAnswer | undefined,
  given: Partial<FlowWorld> = {},
): FlowStep => {
  if (state === undefined) throw new Error('the flow is over');
  const isAnswer = typeof answer === 'object' && 'isTry' in answer;
  const input =
    answer === undefined
      ? ({ kind: 'time' } as const)
      : ({ kind: 'answer', answer: isAnswer ? answer : answerOf(answer) } as const);
  const step = stepFlow(flow, state, input, { ...world, ...given });
  if (step === undefined) throw new Error('no such node');
  return step;
};
const textsOf = ({ acts }: FlowStep): string[] => acts.map((act) => ('text' in act ? act.text : act.name));

describe('the nodes of a flow', () => {
  it('send texts with the contact’s and the customer’s words, pictures, sounds and videos in their order', () => {
    const flow = chainOf([
      says('Olá, {{name}}'),
      ['img', { url: 'a.png' }],
      ['audio', { url: 'b.ogg', record: true }],
      ['audio', { url: 'c.mp3' }],
      ['video', { url: 'd.mp4' }],
    ]);
    expect(begin(flow)).toMatchObject({
      acts: [
        { does: 'say', text: 'Olá, Ana' },
        { does: 'send', file: 'image', name: 'a.png', isVoice: false },
        { does: 'send', file: 'audio', name: 'b.ogg', isVoice: true },
        { does: 'send', file: 'audio', name: 'c.mp3', isVoice: false },
        { does: 'send', file: 'video', name: 'd.mp4', isVoice: false },
      ],
      state: undefined,
      end: { why: 'finished' },
      passage: {
        from: '1',
        nodes: ['1', 'n1', 'n2', 'n3', 'n4', 'n5'],
        connections: ['1>n1', 'n1>n2', 'n2>n3', 'n3>n4', 'n4>n5'],
      },
    });
  });

  it('send the blocks of a content node in the order of `seq`, and go on behind a pause within it', () => {
    const element = (type: string, number: string, value: string | number, fields = {}) => ({
      type,
      number,
      value,
      original: '',
      ...fields,
    });
    const flow = chainOf([
      [
        'singleBlock',
        {
          seq: ['message1', 'interval0', 'img0', 'gone', 'interval1', 'audio0', 'message0'],
          elements: [
            element('message', 'message0', 'fim'),
            element('message', 'message1', 'início'),
            element('interval', 'interval0', 7),
            element('interval', 'interval1', 0),
            element('img', 'img0', 'a.png'),
            element('audio', 'audio0', 'b.ogg', { record: true }),
          ],
        },
      ],
      says('depois'),
    ]);
    const first = begin(flow);
    expect(first).toMatchObject({
      acts: [{ text: 'início' }],
      pauseS: 7,
      state: { nodeId: 'n1', element: 2, waitsFor: 'time' },
    });
    const second = after(flow, first, undefined);
    expect(second.acts).toEqual([
      { does: 'send', file: 'image', name: 'a.png', isVoice: false },
      { does: 'send', file: 'audio', name: 'b.ogg', isVoice: true },
      { does: 'say', text: 'fim' },
      { does: 'say', text: 'depois' },
    ]);
    expect(second).toMatchObject({ end: { why: 'finished' }, passage: { from: 'n1', nodes: ['n2'] } });
  });

  it('pause for an interval of 1 to 120 seconds, during which no answer counts', () => {
    const flow = chainOf([pauses(5), says('oi')]);
    const waiting = begin(flow);
    expect(waiting).toMatchObject({ acts: [], pauseS: 5, state: { nodeId: 'n1', waitsFor: 'time' } });
    expect(
      waiting.state && stepFlow(flow, waiting.state, { kind: 'answer', answer: answerOf('oi') }, world),
    ).toBe(undefined);
    expect(after(flow, waiting, undefined)).toMatchObject({
      acts: [{ text: 'oi' }],
      end: { why: 'finished' },
    });
    expect(begin(chainOf([pauses(0)])).pauseS).toBe(1);
    expect(begin(chainOf([pauses(900)])).pauseS).toBe(120);
  });

  it('split at random by percent', () => {
    const flow = flowOf({ 1: ['start'], r: ['randomizer', { percent: 30 }], a: says('a'), b: says('b') }, [
      '1>r',
      'r:a>a',
      'r:b>b',
    ]);
    const random = randomFrom(0.5);
    const drawn = Array.from({ length: 10_000 }, () => textsOf(begin(flow, { random }))[0]);
    const share = drawn.filter((text) => text === 'a').length / drawn.length;
    expect(share).toBeGreaterThan(0.28);
    expect(share).toBeLessThan(0.32);
    const first = randomFrom(0.25);
    const again = randomFrom(0.25);
    expect([first(), first(), first()]).toEqual([again(), again(), again()]);
  });

  it('take the branch of a condition on an answer, or on a word of the conversation', () => {
    const flow = flowOf(
      {
        1: ['start'],
        idade: asks('Idade?', 'idade'),
        adulto: compares('idade', 'greaterOrEqual', '18'),
        ana: compares('name', 'equals', 'ANA'),
        sim: says('sim'),
        nao: says('não'),
      },
      ['1>idade', 'idade>adulto', 'adulto:a>ana', 'adulto:b>nao', 'ana:a>sim', 'ana:b>nao'],
    );
    const asked = begin(flow);
    expect(textsOf(after(flow, asked, '18'))).toEqual(['sim']);
    expect(textsOf(after(flow, asked, '9'))).toEqual(['não']);
    const other = { fill: (text: string) => text.replaceAll('{{name}}', 'Bia') };
    expect(textsOf(after(flow, asked, '20', other))).toEqual(['não']);
  });

  it('hand the conversation to a queue, which ends the flow', () => {
    expect(begin(chainOf([handsTo(4), says('nunca')]))).toMatchObject({
      acts: [],
      state: undefined,
      end: { why: 'queue', queueId: 4 },
    });
    expect(begin(chainOf([['ticket', {}], says('sem fila')])).acts).toHaveLength(1);
  });

  it('hand the conversation to an integration, which ends the flow', () => {
    expect(begin(chainOf([says('Um momento'), asksIntegration(6), says('nunca')]))).toMatchObject({
      acts: [{ does: 'say', text: 'Um momento' }],
      state: undefined,
      end: { why: 'integration', integrationId: 6 },
    });
    expect(begin(chainOf([['typebot', {}], says('sem integração')])).acts).toHaveLength(1);
  });

  it('of the wrong place, or of another version, change nothing', () => {
    const flow = chainOf([says('oi')]);
    const state: FlowState = {
      nodeId: 'x',
      element: 0,
      variables: {},
      waitsFor: 'answer',
      prompts: 1,
      passed: 1,
    };
    expect(stepFlow(flow, state, { kind: 'answer', answer: answerOf('oi') }, world)).toBe(undefined);
    const idle = stepFlow(
      flow,
      { ...state, nodeId: 'n1' },
      { kind: 'answer', answer: answerOf('oi') },
      world,
    );
    expect(idle).toMatchObject({ acts: [], state: { nodeId: 'n1', prompts: 1 } });
    expect(beginFlow(flowOf({ a: says('a') }, []), world)).toBe(undefined);
  });
});

describe('a menu of a flow', () => {
  const menu = flowOf(
    {
      1: ['start'],
      m: offers('Qual área?', 'Vendas', 'Suporte técnico'),
      v: says('V'),
      s: says('S'),
      d: says('D'),
    },
    ['1>m', 'm:a1>v', 'm:a2>s', 'm:default>d'],
  );
  const asked = begin(menu);

  it('lists its options with their numbers, and is answered by a number or the words of an option', () => {
    expect(textsOf(asked)).toEqual(['Qual área?\n\n[ 1 ] Vendas\n[ 2 ] Suporte técnico']);
    expect(asked.state).toMatchObject({ nodeId: 'm', waitsFor: 'answer', prompts: 1 });
    const chosen = (text: string) => textsOf(after(menu, asked, text));
    expect(chosen('1')).toEqual(['V']);
    expect(chosen(' [2] ')).toEqual(['S']);
    expect(chosen('SUPORTE TECNICO!')).toEqual(['S']);
    expect(chosen('2 - suporte técnico')).toEqual(['S']);
    expect(textsOf(after(menu, asked, ['espera', '2', 'por favor']))).toEqual(['S']);
  });

  it('is sent again after a wrong answer, as often as the connection allows, and then goes on at `default`', () => {
    const second = after(menu, asked, '7');
    expect(textsOf(second)).toEqual(['Inválida.\n\nQual área?\n\n[ 1 ] Vendas\n[ 2 ] Suporte técnico']);
    const third = after(menu, second, 'parar');
    expect(third.state?.prompts).toBe(3);
    expect(textsOf(after(menu, third, 'nada'))).toEqual(['D']);
    const without = {
      ...menu,
      connections: menu.connections.filter(({ sourceHandle }) => sourceHandle !== 'default'),
    };
    expect(after(without, third, 'nada')).toMatchObject({ acts: [], end: { why: 'no-answer' } });
    expect(after(menu, third, 'nada', { maxPrompts: 0 }).state?.prompts).toBe(4);
  });

  it('is not sent again for messages that crossed with it, and is sent as new if it got lost', () => {
    const crossed = after(menu, asked, answerOf('oi', { isTry: () => false }));
    expect(crossed).toMatchObject({ acts: [], state: { nodeId: 'm', prompts: 1 }, end: undefined });
    const lost = { state: asked.state && { ...asked.state, prompts: 0 } };
    expect(textsOf(after(menu, lost, '1'))).toEqual(textsOf(asked));
  });

  it('leads nowhere by an option that is not connected', () => {
    const loose = flowOf({ 1: ['start'], m: offers('?', 'A') }, ['1>m']);
    expect(after(loose, begin(loose), '1')).toMatchObject({ end: { why: 'finished' } });
  });
});

describe('a question of a flow', () => {
  const flow = chainOf([
    asks('Seu nome?', 'nome'),
    asks('Sua cidade, {{nome}}?', 'cidade'),
    says('{{nome}} de {{ cidade }}: {{outra}}{{name}}'),
  ]);

  it('stores the answers side by side, and never expands what a customer wrote', () => {
    const named = after(flow, begin(flow), ['{{name}}', 'e {{cidade}}']);
    expect(textsOf(named)).toEqual(['Sua cidade, {{name}}\ne {{cidade}}?']);
    const done = after(flow, named, 'Recife');
    expect(textsOf(done)).toEqual(['{{name}}\ne {{cidade}} de Recife: {{outra}}Ana']);
  });

  it('takes a file as its answer, and asks again without any', () => {
    const first = begin(flow);
    expect(after(flow, first, answerOf([], { other: '📷 carteira' })).state?.variables).toEqual({
      nome: '📷 carteira',
    });
    expect(textsOf(after(flow, first, answerOf(' ')))).toEqual(['Seu nome?']);
  });

  it('cuts long answers, and all of them together', () => {
    const many = chainOf(Array.from({ length: 30 }, (_none, index) => asks(`${index}?`, `chave${index}`)));
    let step = begin(many);
    for (let index = 0; index < 29; index++) step = after(many, step, 'x'.repeat(3000));
    const { variables = {} } = step.state ?? {};
    expect(variables.chave0).toHaveLength(500);
    expect(Object.entries(variables).flat().join('').length).toBeLessThanOrEqual(6_000);
  });

  it('takes keys that objects have of their own for plain words', () => {
    const odd = chainOf([asks('?', '__proto__'), says('{{__proto__}} {{constructor}} {{toString}}')]);
    expect(textsOf(after(odd, begin(odd), 'sim'))).toEqual(['sim {{constructor}} {{toString}}']);
  });
});

describe('the bounds of a flow', () => {
  it('a circle without a wait stops at once, before anything is sent twice', () => {
    const circle = flowOf({ 1: ['start'], a: says('a'), b: says('b') }, ['1>a', 'a>b', 'b>a']);
    expect(begin(circle)).toMatchObject({ acts: [{ text: 'a' }, { text: 'b' }], end: { why: 'cycle' } });
  });

  it('a circle with a pause stops after 200 nodes without an answer, and an answer starts the count again', () => {
    const circle = flowOf({ 1: ['start'], a: says('a'), p: pauses(1) }, ['1>a', 'a>p', 'p>a']);
    let step = begin(circle);
    let nodes = step.passage.nodes.length;
    while (step.state !== undefined) {
      step = after(circle, step, undefined);
      nodes += step.passage.nodes.length;
    }
    expect(step.end).toEqual({ why: 'budget' });
    expect(nodes).toBe(FLOW_PASSES_MAX);
    const talk = flowOf({ 1: ['start'], q: asks('?', 'k'), a: says('a') }, ['1>q', 'q>a', 'a>q']);
    let asked = begin(talk);
    for (let n = 0; n < 500; n++) asked = after(talk, asked, 'sim');
    expect(asked.state?.passed).toBe(2);
  });

  it('a long step continues in a next one, so that it fits one transaction', () => {
    const flow = chainOf(Array.from({ length: 40 }, (_none, index) => says(`texto ${index}`)));
    const first = begin(flow);
    expect(first).toMatchObject({ pauseS: 1, state: { waitsFor: 'time', nodeId: 'n16' } });
    const second = after(flow, first, undefined);
    const third = after(flow, second, undefined);
    expect([first, second, third].flatMap(textsOf)).toEqual(
      Array.from({ length: 40 }, (_none, index) => `texto ${index}`),
    );
    expect(third.end).toEqual({ why: 'finished' });
    const long = begin(
      chainOf([says('x'.repeat(4_096)), says('y'.repeat(4_096)), says('z'.repeat(4_096)), says('w')]),
    );
    expect(long.acts).toHaveLength(3);
  });

  const TYPES: readonly FlowNodeType[] = [
    'message',
    'menu',
    'interval',
    'randomizer',
    'condition',
    'question',
    'singleBlock',
  ];
  const HANDLES = ['a', 'b', 'a1', 'a2', 'default'] as const;
  const draft: Record<string, NodeDraft> = {
    message: says('oi {{k}}'),
    menu: offers('?', 'um', 'dois'),
    interval: pauses(1),
    randomizer: ['randomizer', { percent: 50 }],
    condition: compares('k', 'contains', 'x'),
    question: asks('?', 'k'),
    singleBlock: [
      'singleBlock',
      {
        seq: ['m', 'i', 'm'],
        elements: [
          { type: 'message', number: 'm', value: 'bloco' },
          { type: 'interval', number: 'i', value: 1 },
        ],
      },
    ],
  };

  it('any graph ends each step within its bounds, whatever the customer writes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(12), fc.constantFrom(...HANDLES), fc.nat(12)), { maxLength: 40 }),
        fc.array(fc.constantFrom('1', '2', 'x', 'dois', ''), { maxLength: 20 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (types, ways, answers, chance) => {
          const nodes: Record<string, NodeDraft> = { 0: ['start'] };
          for (const [index, type] of types.entries()) nodes[String(index + 1)] = draft[type] ?? says('');
          const flow = flowOf(
            nodes,
            ways.map(([from, handle, to]) => `${from}:${handle}>${to}`),
          );
          const random = randomFrom(chance);
          let step: FlowStep | undefined = beginFlow(flow, { ...world, random });
          let passes = 0;
          for (const text of [...answers, '', '', '']) {
            for (let pauses = 0; step?.state?.waitsFor === 'time'; pauses++) {
              expect(pauses).toBeLessThanOrEqual(FLOW_PASSES_MAX * 2);
              step = stepFlow(flow, step.state, { kind: 'time' }, { ...world, random });
            }
            if (step?.state === undefined) break;
            passes += step.passage.nodes.length;
            expect(step.passage.nodes.length).toBeLessThanOrEqual(60);
            expect(new Set(step.passage.nodes).size).toBe(step.passage.nodes.length);
            expect(step.acts.length).toBeLessThan(20);
            expect(step.state.passed).toBeLessThanOrEqual(FLOW_PASSES_MAX);
            step = stepFlow(
              flow,
              step.state,
              { kind: 'answer', answer: answerOf(text) },
              { ...world, random },
            );
          }
          expect(passes).toBeLessThanOrEqual((answers.length + 3) * FLOW_PASSES_MAX);
        },
      ),
      { numRuns: 500 },
    );
  });
});
