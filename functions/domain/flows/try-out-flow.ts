import type { FlowGraph } from '@prosa/shared/entities/flow.ts';
import type { FlowTryOutInput, FlowTryOutStep } from '@prosa/shared/entities/flow-try-out.ts';
import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { renderTemplate, type TemplateContext } from '../texts/render-template.ts';
import { beginFlow, type FlowInput, type FlowState, type FlowStep, stepFlow } from './interpreter.ts';
import type { FlowAct, FlowAnswer, FlowWorld } from './node-runtime.ts';
import { randomFrom } from './random.ts';

/** The conversation that a flow is tried out in. */
export interface TryOutContext {
  /** What the texts may contain, and the language of the system's own words. */
  template: TemplateContext;
  /** The most times that a question is asked; 0 is unlimited. */
  maxPrompts: number;
  /** Random number from 0 up to, not including, 1. */
  chance: number;
}

const messageOf = (act: FlowAct): FlowTryOutStep['messages'][number] =>
  act.does === 'send'
    ? { kind: act.file, text: '', file: act.name, isVoice: act.isVoice }
    : { kind: 'text', text: act.text, file: '', isVoice: false };

const shown = ({ acts, state, pauseS, end, passage }: FlowStep): FlowTryOutStep => ({
  messages: acts.filter((act) => act.does === 'send' || act.text.trim() !== '').map(messageOf),
  state: state === undefined ? null : { ...state, variables: { ...state.variables } },
  pauseS: pauseS ?? null,
  end: end === undefined ? null : { why: end.why, queueId: end.why === 'queue' ? end.queueId : null },
  nodes: [...passage.nodes],
  connections: [...passage.connections],
});

const answerOf = (text: string): FlowAnswer => ({
  choices: [text],
  texts: [text],
  other: '',
  isTry: () => true,
});

const inputOf = (input: Exclude<FlowTryOutInput, { kind: 'start' }>): FlowInput =>
  input.kind === 'time' ? { kind: 'time' } : { kind: 'answer', answer: answerOf(input.text) };

/**
 * Plays one step of a graph, also of one that cannot be published, with the interpreter of real conversations. Nothing is
 * sent or stored. What a customer writes during a pause does nothing.
 * @param state where the step before stopped; not needed for the start
 * @returns undefined for a graph without a start, and for a state that does not fit the graph
 */
export const tryOutFlow = (
  graph: FlowGraph,
  state: FlowState | null,
  input: FlowTryOutInput,
  { template, maxPrompts, chance }: TryOutContext,
): FlowTryOutStep | undefined => {
  const world: FlowWorld = {
    fill: (text) => renderTemplate(text, template),
    random: randomFrom(chance),
    maxPrompts,
    invalid: CUSTOMER_TEXTS[template.language].menu.invalid,
  };
  const step =
    input.kind === 'start'
      ? beginFlow(graph, world)
      : state === null
        ? undefined
        : stepFlow(graph, state, inputOf(input), world);
  return step === undefined ? undefined : shown(step);
};
