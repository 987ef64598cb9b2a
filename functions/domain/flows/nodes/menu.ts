import { matchOption, menuText } from '../match-option.ts';
import type { NodeContext, NodeOf, NodeResult, NodeRuntime } from '../node-runtime.ts';
import { notUnderstood } from '../not-understood.ts';
import { fillVariables } from '../variables.ts';

const asks = (
  { data: { message, arrayOption } }: NodeOf<'menu'>,
  { variables, world }: NodeContext,
  above = '',
): NodeResult => {
  const text = menuText(fillVariables(message, variables, world.fill), arrayOption);
  return {
    acts: [{ does: 'ask', text: [above, text].filter((part) => part !== '').join('\n\n') }],
    goes: 'answer',
  };
};

/**
 * Sends a text with numbered options, and waits for the customer's choice. The newest text that chooses an option
 * counts.
 */
export const menu: NodeRuntime<'menu'> = {
  enter: (node, context) => asks(node, context),
  answer: (node, answer, context) => {
    for (const text of answer.choices.toReversed()) {
      const option = matchOption(node.data.arrayOption, text);
      if (option !== undefined) return { acts: [], goes: 'follow', handle: `a${option.number}` };
    }
    return notUnderstood(answer, context, () => asks(node, context, context.world.invalid));
  },
};
