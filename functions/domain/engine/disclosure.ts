import { CUSTOMER_TEXTS } from '@prosa/shared/i18n/customer-texts.ts';
import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { type EngineScene, tell } from './scene.ts';
import { assistantOf } from './world.ts';

/**
 * Tells the customer, before the first answer of the assistant that leads the turn's ticket, that a machine answers: with
 * the assistant's own text, or else with the system's where the channel demands one.
 */
export const disclosed = (turn: Turn, scene: EngineScene): Turn => {
  const { automation } = ticketOf(turn);
  if (automation.kind !== 'assistant' || automation.isDisclosed) return turn;
  const own = assistantOf(scene, automation.promptId)?.disclosure.trim() ?? '';
  const demanded = scene.channel.capabilities.disclosesBots
    ? CUSTOMER_TEXTS[scene.settings.language].bot
    : '';
  const text = own === '' ? demanded : own;
  if (text === '') return turn;
  const told = withTicket(turn, (ticket) => ({
    ...ticket,
    automation: { ...automation, isDisclosed: true },
  }));
  return tell(told, 'answer', text, scene);
};
