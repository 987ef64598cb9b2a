import { DEFAULT, type FlowAnswer, type NodeContext, type NodeResult } from './node-runtime.ts';

/**
 * What a waiting node does with messages that are no valid answer: it asks again, as often as the connection allows,
 * and then takes the way without an answer. Messages that crossed with the question do nothing.
 */
export const notUnderstood = (
  { isTry }: FlowAnswer,
  { prompts, world: { maxPrompts } }: NodeContext,
  again: () => NodeResult,
): NodeResult => {
  if (!isTry()) return { acts: [], goes: 'ignore' };
  return maxPrompts === 0 || prompts < maxPrompts ? again() : { acts: [], goes: 'follow', handle: DEFAULT };
};
