import type { Message } from '@prosa/shared/entities/message.ts';
import { isWithChoice, repeatsChoice } from '../messages/chosen.ts';
import { type Turn, ticketOf } from '../turns/turn.ts';
import { consentChoice } from './consent.ts';
import { isFlowChoice } from './flow.ts';
import { optionChoice } from './option-tree.ts';
import { isTry } from './prompts.ts';
import { menuChoice } from './queue-menu.ts';
import { rateOf } from './rating.ts';
import type { EngineScene } from './scene.ts';

/**
 * Whether the customer's text by itself is a complete answer to the newest prompt: a choice of a menu, of options, of the
 * consent question or of a flow, or a rating.
 * @throws Wanted if a queue or a flow was not read
 */
export const isChoice = (turn: Turn, scene: EngineScene): boolean => {
  const { automation, queueId } = ticketOf(turn);
  switch (automation.kind) {
    case 'menu':
      return menuChoice(automation, scene) !== undefined;
    case 'options':
      return queueId !== null && optionChoice(queueId, automation, scene) !== undefined;
    case 'consent':
      return consentChoice(automation, scene) !== undefined;
    case 'rating':
      return rateOf(automation, scene) !== undefined;
    case 'flow':
      return isFlowChoice(automation, scene);
    case 'none':
    case 'integration':
    case 'assistant':
      return false;
  }
};

/**
 * Whether a message belongs to an earlier choice that was answered at once, so that it does not answer the prompt that
 * followed that choice. The message repeats the choice, or it was written within a second of it, which is too short to
 * read the prompt. A different choice does answer the prompt if the prompt was delivered before the message was written.
 * @throws Wanted if the prompt was not read
 */
export const belongsToChoice = (turn: Turn, message: Message, scene: EngineScene): boolean => {
  const { chosen, automation } = ticketOf(turn);
  if (!isWithChoice(chosen, message)) return false;
  if (repeatsChoice(chosen, message)) return true;
  return 'prompts' in automation && !(isChoice(turn, scene) && isTry(automation, scene));
};
