import type { NodeContext, NodeOf, NodeResult, NodeRuntime } from '../node-runtime.ts';
import { notUnderstood } from '../not-understood.ts';
import { fillVariables, withAnswer } from '../variables.ts';

const asks = (
  { data: { typebotIntegration } }: NodeOf<'question'>,
  { variables, world }: NodeContext,
): NodeResult => ({
  acts: [{ does: 'ask', text: fillVariables(typebotIntegration.message, variables, world.fill) }],
  goes: 'answer',
});

/**
 * Asks, and stores the answer as a variable beside the earlier ones. All texts of a burst are one answer; a message
 * without text answers with what it shows.
 */
export const question: NodeRuntime<'question'> = {
  enter: asks,
  answer: (node, answer, context) => {
    const value = answer.texts.join('\n').trim() || answer.other.trim();
    if (value === '') return notUnderstood(answer, context, () => asks(node, context));
    const { answerKey } = node.data.typebotIntegration;
    const variables = answerKey === '' ? context.variables : withAnswer(context.variables, answerKey, value);
    return { acts: [], goes: 'follow', handle: 'a', variables };
  },
};
