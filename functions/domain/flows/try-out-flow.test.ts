import { flowTryOutStepSchema } from '@prosa/shared/entities/flow-try-out.ts';
import { asks, chainOf, flowOf, handsTo, offers, pauses, says } from '@prosa/tests/support/flows.ts';
import { expect, it } from 'vitest';
import { type TryOutContext, tryOutFlow } from './try-out-flow.ts';

const context: TryOutContext = {
  template: {
    contactName: 'Ana Souza',
    ticketId: null,
    userName: '',
    queueName: '',
    connectionName: 'Loja',
    companyName: 'Loja',
    nowMs: Date.parse('2026-11-20T13:00:00.000Z'),
    timeZone: 'America/Sao_Paulo',
    language: 'pt',
  },
  maxPrompts: 2,
  chance: 0.5,
};

it('a try-out plays a draft step by step, and shows its messages, its variables and its way', () => {
  const graph = flowOf(
    {
      1: ['start'],
      oi: says('{{ms}}, {{firstName}}'),
      p: pauses(3),
      q: asks('Seu nome?', 'nome'),
      m: offers('{{nome}}, qual?', 'Vendas'),
      v: handsTo(4),
    },
    ['1>oi', 'oi>p', 'p>q', 'q>m', 'm:a1>v'],
  );
  const play = (state: Parameters<typeof tryOutFlow>[1], input: Parameters<typeof tryOutFlow>[2]) => {
    const step = tryOutFlow(graph, state, input, context);
    return flowTryOutStepSchema.parse(step);
  };
  const first = play(null, { kind: 'start' });
  expect(first).toMatchObject({
    messages: [{ kind: 'text', text: 'Bom dia, Ana' }],
    pauseS: 3,
    nodes: ['1', 'oi', 'p'],
    connections: ['1>oi', 'oi>p'],
  });
  expect(tryOutFlow(graph, first.state, { kind: 'says', text: 'cedo' }, context)).toBe(undefined);
  const second = play(first.state, { kind: 'time' });
  expect(second).toMatchObject({ messages: [{ text: 'Seu nome?' }], pauseS: null, state: { nodeId: 'q' } });
  const third = play(second.state, { kind: 'says', text: 'Bia' });
  expect(third).toMatchObject({
    messages: [{ text: 'Bia, qual?\n\n[ 1 ] Vendas' }],
    state: { variables: { nome: 'Bia' } },
  });
  const wrong = play(third.state, { kind: 'says', text: 'hm' });
  expect(wrong.messages[0]?.text).toMatch(/^Opção inválida/);
  expect(play(wrong.state, { kind: 'says', text: 'hm' }).end).toEqual({ why: 'no-answer', queueId: null });
  expect(play(wrong.state, { kind: 'says', text: 'vendas' })).toMatchObject({
    messages: [],
    state: null,
    end: { why: 'queue', queueId: 4 },
  });
});

it('a try-out of a graph without a start, or with a state of another graph, plays nothing', () => {
  const graph = chainOf([says('oi')]);
  const state = {
    nodeId: 'x',
    element: 0,
    variables: {},
    waitsFor: 'answer',
    prompts: 1,
    passed: 1,
  } as const;
  expect(tryOutFlow(graph, state, { kind: 'says', text: 'oi' }, context)).toBe(undefined);
  expect(tryOutFlow(graph, null, { kind: 'time' }, context)).toBe(undefined);
  expect(tryOutFlow(flowOf({ a: says('a') }, []), null, { kind: 'start' }, context)).toBe(undefined);
});
