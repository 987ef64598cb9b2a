import type { FlowConnection, FlowGraph, FlowNode } from '@prosa/shared/entities/flow.ts';

const at = (x: number, y = 0) => ({ x, y });

/** A connection for tests. */
export const way = (source: string, target: string, sourceHandle = 'a'): FlowConnection => ({
  id: `${source}-${sourceHandle}-${target}`,
  source,
  sourceHandle,
  target,
  targetHandle: null,
});

const NODES: FlowNode[] = [
  { id: '1', type: 'start', position: at(0), data: { label: 'Inicio de flujo' } },
  {
    id: 'menu',
    type: 'menu',
    position: at(300),
    data: {
      message: 'Como posso ajudar?',
      arrayOption: [
        { number: 1, value: 'Comprar' },
        { number: 2, value: 'Falar' },
      ],
    },
  },
  {
    id: 'ask',
    type: 'question',
    position: at(600),
    data: { typebotIntegration: { message: 'Qual é o seu CEP?', answerKey: 'cep' } },
  },
  {
    id: 'queue',
    type: 'ticket',
    position: at(600, 300),
    data: { name: 'Vendas', queue: { id: 1, name: 'Vendas' } },
  },
];

/** A small flow for tests: a start, a menu with two options, a question and a queue. */
export const EXAMPLE: FlowGraph = {
  nodes: NODES,
  connections: [way('1', 'menu'), way('menu', 'ask', 'a1'), way('menu', 'queue', 'a2'), way('ask', 'queue')],
};
