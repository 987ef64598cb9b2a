import {
  type FlowNodeType,
  type FlowPhrase,
  type FlowVersion,
  flowPhraseSchema,
  flowVersionSchema,
} from '@prosa/shared/entities/flow.ts';

const COMPANY = 7;

/** A node as tests write it: its type and data. */
export type NodeDraft = readonly [FlowNodeType, object?];

const START: NodeDraft = ['start', {}];

/** `menu:a1>sales`: a connection from a handle (`a` if it names none) to a node. */
const connectionOf = (way: string) => {
  const [from = '', target = ''] = way.split('>');
  const [source = '', sourceHandle = 'a'] = from.split(':');
  return { id: way, source, sourceHandle, target };
};

/** Returns a published flow. Ids of connections are the words that describe them. */
export const flowOf = (
  nodes: Record<string, NodeDraft>,
  ways: readonly string[],
  fields: Partial<FlowVersion> = {},
): FlowVersion =>
  flowVersionSchema.parse({
    companyId: COMPANY,
    flowId: 1,
    number: 1,
    nodes: Object.entries(nodes).map(([id, [type, data = {}]]) => ({
      id,
      type,
      position: { x: 0, y: 0 },
      data,
    })),
    connections: ways.map(connectionOf),
    ...fields,
  });

/** Returns the flow of a chain: a start, and nodes that follow each other under the ids `n1`, `n2` … */
export const chainOf = (nodes: readonly NodeDraft[], fields: Partial<FlowVersion> = {}): FlowVersion => {
  const ids = ['1', ...nodes.map((_node, index) => `n${index + 1}`)];
  return flowOf(
    Object.fromEntries([START, ...nodes].map((node, index) => [ids[index] ?? '', node])),
    ids.slice(1).map((id, index) => `${ids[index]}>${id}`),
    fields,
  );
};

export const says = (label: string): NodeDraft => ['message', { label }];
export const pauses = (sec: number): NodeDraft => ['interval', { sec }];
export const asks = (message: string, answerKey: string): NodeDraft => [
  'question',
  { typebotIntegration: { message, answerKey } },
];
export const offers = (message: string, ...options: string[]): NodeDraft => [
  'menu',
  { message, arrayOption: options.map((value, index) => ({ number: index + 1, value })) },
];
export const handsTo = (id: number): NodeDraft => ['ticket', { name: 'Fila', queue: { id, name: 'Fila' } }];
export const asksIntegration = (id: number): NodeDraft => [
  'typebot',
  { typebotIntegration: { id, name: 'Robô' } },
];
export const asksAssistant = (id: number): NodeDraft => [
  'openai',
  { typebotIntegration: { id, name: 'Ajudante' } },
];
export const compares = (key: string, operator: string, value = ''): NodeDraft => [
  'condition',
  { key, operator, value },
];

/** Returns a phrase that starts flow 1. */
export const phraseOf = (phrase: string, fields: Partial<FlowPhrase> = {}): FlowPhrase =>
  flowPhraseSchema.parse({ companyId: COMPANY, id: 1, name: phrase, flowId: 1, phrase, ...fields });
