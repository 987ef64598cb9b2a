import type { FlowNode, FlowNodeOf, FlowNodeType } from '@prosa/shared/entities/flow.ts';

/** The data of a new node of each type. */
const EMPTY: { readonly [T in FlowNodeType]: FlowNodeOf<T>['data'] } = {
  start: { label: 'Inicio de flujo' },
  message: { label: '' },
  singleBlock: { seq: [], elements: [] },
  menu: { message: '', arrayOption: [{ number: 1, value: '' }] },
  interval: { sec: 0 },
  img: { url: '' },
  audio: { url: '', record: false },
  video: { url: '' },
  randomizer: { percent: 0 },
  condition: { key: '', operator: 'equals', value: '' },
  question: { typebotIntegration: { message: '', answerKey: '' } },
  ticket: { name: '', queue: null },
  typebot: { typebotIntegration: null },
  openai: { typebotIntegration: null },
};

/** The types in the order in which they are offered: the specification's first. */
export const OFFERED: readonly FlowNodeType[] = [
  'start',
  'singleBlock',
  'menu',
  'randomizer',
  'interval',
  'ticket',
  'typebot',
  'openai',
  'question',
  'condition',
  'message',
  'img',
  'audio',
  'video',
];

/** Returns a new node of a type. */
export const emptyNode = (type: FlowNodeType, id: string, position: FlowNode['position']): FlowNode => {
  const made = { id, position, type, data: EMPTY[type] };
  // Cast: the compiler does not see that the data is that of the type.
  return made as FlowNode;
};
