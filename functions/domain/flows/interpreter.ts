import type { FlowGraph, FlowNode, FlowNodeType } from '@prosa/shared/entities/flow.ts';
import { FLOW_INTERVAL_S } from '@prosa/shared/rules/flow-limits.ts';
import { graphIndex, wayOut } from './graph-index.ts';
import {
  DEFAULT,
  type FlowAct,
  type FlowAnswer,
  type FlowEnd,
  type FlowWorld,
  type NodeContext,
  type NodeOf,
  type NodeResult,
} from './node-runtime.ts';
import { NODE_RUNTIMES } from './node-runtimes.ts';

/** The most nodes that a conversation comes through without an answer of the customer, in all steps together. */
export const FLOW_PASSES_MAX = 200;
/** The most nodes of one step. A longer one continues in a next step, so that a transaction has room for each. */
const STEP_NODES_MAX = 60;
/** The most messages of one step, counted as the channel with the shortest texts would split them. */
const STEP_PARTS_MAX = 15;
const PART_CHARS = 1000;
/** The pause of a step that has no room for its next node. */
const ROOM_PAUSE_S = 1;

/** Where a conversation is in a flow, between two steps. */
export interface FlowState {
  /** The node at which it waits. */
  nodeId: string;
  /** Elements of the node that were run before. */
  element: number;
  variables: Readonly<Record<string, string>>;
  waitsFor: 'answer' | 'time';
  /** How often the node asked. 0 if the question did not arrive, so that it is asked again. */
  prompts: number;
  /** Nodes that it came through since the customer last answered. */
  passed: number;
}

export type FlowInput = { kind: 'answer'; answer: FlowAnswer } | { kind: 'time' };

/** What a step came through: for the figures of the flow. */
export interface FlowPassage {
  /** The node at which the step began. */
  from: string;
  nodes: readonly string[];
  connections: readonly string[];
}

/** What one step of a flow does. */
export interface FlowStep {
  acts: readonly FlowAct[];
  /** Where the conversation waits; undefined if the flow is over. */
  state: FlowState | undefined;
  /** Seconds until it continues by itself; undefined if it waits for an answer, or is over. */
  pauseS: number | undefined;
  end: FlowEnd | undefined;
  passage: FlowPassage;
}

const enter = <T extends FlowNodeType>(node: NodeOf<T>, context: NodeContext): NodeResult =>
  NODE_RUNTIMES[node.type].enter(node, context);

const takeAnswer = <T extends FlowNodeType>(
  node: NodeOf<T>,
  answer: FlowAnswer,
  context: NodeContext,
): NodeResult | undefined => NODE_RUNTIMES[node.type].answer?.(node, answer, context);

const partsOf = (act: FlowAct): number =>
  act.does === 'send' ? 1 : Math.max(1, Math.ceil(act.text.length / PART_CHARS));

/** A pause within the limits of the specification, in whole seconds. */
const pauseOf = (seconds: number): number =>
  Math.min(FLOW_INTERVAL_S.max, Math.max(FLOW_INTERVAL_S.min, Math.round(seconds)));

/** A step while it runs: the state, and what the step did so far. */
interface Journey extends Omit<FlowState, 'nodeId' | 'waitsFor'> {
  from: string;
  node: FlowNode;
  acts: readonly FlowAct[];
  nodes: readonly string[];
  connections: readonly string[];
}

const journeyFrom = (node: FlowNode, { element, variables, prompts, passed }: FlowState): Journey => ({
  from: node.id,
  node,
  element,
  variables,
  prompts,
  passed,
  acts: [],
  nodes: [],
  connections: [],
});

const contextOf = ({ variables, element, prompts }: Journey, world: FlowWorld): NodeContext => ({
  variables,
  element,
  prompts,
  world,
});

const cameTo = (journey: Journey, node: FlowNode): Journey => ({
  ...journey,
  node,
  element: 0,
  prompts: 0,
  passed: journey.passed + 1,
  nodes: [...journey.nodes, node.id],
});

/** Goes to the node behind a handle. Returns the end of the flow if there is none, or if it may not go there. */
const followed = (graph: FlowGraph, journey: Journey, handle: string): Journey | FlowEnd => {
  const index = graphIndex(graph);
  const way = wayOut(index, journey.node, handle);
  const next = way === undefined ? undefined : index.nodes.get(way.target);
  if (way === undefined || next === undefined) return { why: handle === DEFAULT ? 'no-answer' : 'finished' };
  if (journey.nodes.includes(next.id)) return { why: 'cycle' };
  if (journey.passed >= FLOW_PASSES_MAX) return { why: 'budget' };
  return cameTo({ ...journey, connections: [...journey.connections, way.id] }, next);
};

type Rest = Partial<Pick<FlowStep, 'state' | 'pauseS' | 'end'>>;

const stepOf = ({ acts, from, nodes, connections }: Journey, rest: Rest): FlowStep => ({
  acts,
  state: undefined,
  pauseS: undefined,
  end: undefined,
  ...rest,
  passage: { from, nodes, connections },
});

const waitsAt = (journey: Journey, waitsFor: FlowState['waitsFor'], prompts: number): FlowState => {
  const { node, element, variables, passed } = journey;
  return { nodeId: node.id, element, variables, waitsFor, prompts, passed };
};

const pausedAt = (journey: Journey, seconds: number): FlowStep =>
  stepOf(journey, { state: waitsAt(journey, 'time', 0), pauseS: pauseOf(seconds) });

const hasNoRoom = ({ acts, nodes }: Journey): boolean =>
  nodes.length >= STEP_NODES_MAX || acts.reduce((sum, act) => sum + partsOf(act), 0) >= STEP_PARTS_MAX;

/** Runs from what a node does until the flow waits or ends. */
const runFrom = (graph: FlowGraph, begun: Journey, first: NodeResult, world: FlowWorld): FlowStep => {
  let journey = begun;
  let result = first;
  for (;;) {
    const { acts, variables = journey.variables } = result;
    journey = { ...journey, acts: [...journey.acts, ...acts], variables };
    switch (result.goes) {
      case 'ignore':
        return stepOf(journey, { state: waitsAt(journey, 'answer', journey.prompts) });
      case 'answer':
        return stepOf(journey, { state: waitsAt(journey, 'answer', journey.prompts + 1) });
      case 'end':
        return stepOf(journey, { end: result.end });
      case 'pause':
        return pausedAt({ ...journey, element: journey.element + 1 }, result.seconds);
      case 'element':
        journey = { ...journey, element: journey.element + 1 };
        break;
      case 'follow': {
        const next = followed(graph, journey, result.handle);
        if ('why' in next) return stepOf(journey, { end: next });
        journey = next;
      }
    }
    if (hasNoRoom(journey)) return pausedAt(journey, ROOM_PAUSE_S);
    result = enter(journey.node, contextOf(journey, world));
  }
};

/** Continues at the node of a journey, as if it had just come there. */
const goesOn = (graph: FlowGraph, journey: Journey, world: FlowWorld): FlowStep =>
  runFrom(graph, journey, enter(journey.node, contextOf(journey, world)), world);

const NO_ANSWER: NodeResult = { acts: [], goes: 'ignore' };

const FRESH = { element: 0, variables: {}, waitsFor: 'answer', prompts: 0, passed: 0 } as const;

/** Begins a flow at its start; undefined for a graph without one. */
export const beginFlow = (graph: FlowGraph, world: FlowWorld): FlowStep | undefined => {
  const { start } = graphIndex(graph);
  if (start === undefined) return undefined;
  return goesOn(graph, cameTo(journeyFrom(start, { ...FRESH, nodeId: start.id }), start), world);
};

/**
 * Continues a flow: runs from the node at which it waits until it waits again or ends. Pure: the same input gives the
 * same step, except for the random numbers of its world. undefined if the graph does not contain the node, or if the
 * flow waits for something else.
 */
export const stepFlow = (
  graph: FlowGraph,
  state: FlowState,
  input: FlowInput,
  world: FlowWorld,
): FlowStep | undefined => {
  const node = graphIndex(graph).nodes.get(state.nodeId);
  if (node === undefined || (input.kind === 'time') !== (state.waitsFor === 'time')) return undefined;
  const journey = journeyFrom(node, state);
  // A question that did not arrive is asked again.
  if (input.kind === 'time' || state.prompts === 0) return goesOn(graph, journey, world);
  const result = takeAnswer(node, input.answer, contextOf(journey, world)) ?? NO_ANSWER;
  // A valid answer shows that a person is there.
  const isValid = result.goes === 'follow' && result.handle !== DEFAULT;
  return runFrom(graph, isValid ? { ...journey, passed: 0 } : journey, result, world);
};
