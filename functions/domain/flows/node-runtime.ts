import type { FLOW_NODE_DATA, FlowNodeType } from '@prosa/shared/entities/flow.ts';
import type * as z from 'zod';

/** A node of one type, or of any. */
export type NodeOf<T extends FlowNodeType = FlowNodeType> = {
  [K in T]: { id: string; type: K; data: z.infer<(typeof FLOW_NODE_DATA)[K]> };
}[T];

/** What a flow asks of the conversation, in the order of its nodes. */
export type FlowAct =
  | { does: 'say'; text: string }
  /** A text that the flow waits for the answer of. */
  | { does: 'ask'; text: string }
  | { does: 'send'; file: FlowFileKind; name: string; isVoice: boolean };
export type FlowFileKind = 'image' | 'audio' | 'video';

/** Why a flow no longer leads the customer. */
export type FlowEnd =
  /** The last node has no connection to another. */
  | { why: 'finished' }
  | { why: 'queue'; queueId: number }
  | { why: 'integration'; integrationId: number }
  | { why: 'assistant'; promptId: number }
  /** The customer gave no valid answer as often as the connection allows. */
  | { why: 'no-answer' }
  /** A circle of nodes without a wait. */
  | { why: 'cycle' }
  /** More nodes than {@link FLOW_PASSES_MAX} since the customer last answered. */
  | { why: 'budget' };

/** The data and settings that nodes decide by. */
export interface FlowWorld {
  /** Fills the general placeholders of a text: of the contact, the ticket, the company and the time. */
  fill: (text: string) => string;
  /** Returns the next random number from 0 up to, not including, 1. */
  random: () => number;
  /** The most times that a question is asked; 0 is unlimited. */
  maxPrompts: number;
  /** The text above a menu that is sent again after an invalid answer. */
  invalid: string;
}

/** What the customer wrote after the flow asked. */
export interface FlowAnswer {
  /** All texts since the question was made, in the order of writing: a choice counts however early it comes. */
  choices: readonly string[];
  /** The texts since the question reached the customer. */
  texts: readonly string[];
  /** The name or caption of a file, or what else the newest message without text shows; '' without one. */
  other: string;
  /**
   * Whether the messages count as an invalid answer if they are no valid one: the customer has seen the question.
   */
  isTry: () => boolean;
}

export interface NodeContext {
  variables: Readonly<Record<string, string>>;
  /** Elements of the node that were run before. */
  element: number;
  /** How often the node has asked without a valid answer. */
  prompts: number;
  world: FlowWorld;
}

/** What a node does when a conversation comes to it, or when what it waits for has come. */
export type NodeResult = { acts: readonly FlowAct[]; variables?: Readonly<Record<string, string>> } & (
  | { goes: 'follow'; handle: string }
  /** The next element of the same node. */
  | { goes: 'element' }
  | { goes: 'answer' }
  /** Continues with the next element of the node after a pause. */
  | { goes: 'pause'; seconds: number }
  /** Nothing happens: the messages are no answer. */
  | { goes: 'ignore' }
  | { goes: 'end'; end: FlowEnd }
);

/** The runtime of a type of node. */
export interface NodeRuntime<T extends FlowNodeType> {
  enter: (node: NodeOf<T>, context: NodeContext) => NodeResult;
  /** Takes the customer's answer. Only for types that wait for one. */
  answer?: (node: NodeOf<T>, answer: FlowAnswer, context: NodeContext) => NodeResult;
}

/** The handle of a node with one way out. */
export const ONLY = 'a';
/** Where a menu or question continues without a valid answer. */
export const DEFAULT = 'default';

/** The node does something and the conversation goes on. */
export const follow = (...acts: readonly FlowAct[]): NodeResult => ({ acts, goes: 'follow', handle: ONLY });
