import type { Message } from '@prosa/shared/entities/message.ts';
import { isBesideChoice } from '../messages/chosen.ts';
import { type Turn, ticketOf } from '../turns/turn.ts';
import { consentChoice } from './consent.ts';
import { isFlowChoice } from './flow.ts';
import { optionChoice } from './option-tree.ts';
import { isTry } from './prompts.ts';
import { menuChoice } from './queue-menu.ts';
import { rateOf } from './rating.ts';
import { type EngineScene, onlyHearing } from './scene.ts';

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
 * Whether a customer's message is answered without waiting for more: it is a choice, or the prompt that it answers had
 * reached the customer although a choice was written within the second before. A choice for a prompt that is still on its
 * way waits for the rest of the burst, so that fast typing gets one answer.
 * @throws Wanted if data is needed that was not read
 */
export const isAnsweredAtOnce = (turn: Turn, message: Message, scene: EngineScene): boolean => {
  const { unanswered, chosen, automation } = ticketOf(turn);
  if (unanswered !== null || !isChoice(turn, scene)) return false;
  return !isBesideChoice(chosen, message) || !('prompts' in automation) || isTry(automation, scene);
};

/** Returns the newest text of a burst that is a choice by itself, as {@link isChoice} says; undefined without one. */
export const choiceIn = (turn: Turn, scene: EngineScene): Message | undefined =>
  scene.heard?.texts.findLast((text) => isChoice(turn, onlyHearing(scene, text)));
