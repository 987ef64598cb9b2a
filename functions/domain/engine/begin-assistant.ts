import { type Turn, ticketOf, withTicket } from '../turns/turn.ts';
import { asked, heardIds, type InAssistant, usableAssistant } from './leader-call.ts';
import { mayBeLed } from './may-lead.ts';
import { begunOnce } from './queue-menu.ts';
import type { EngineScene } from './scene.ts';

/**
 * Gives the turn's ticket to an assistant. Returns undefined if that is not possible: the assistant was removed, the plan
 * has no assistants, or the ticket is a group or has an attendant.
 * @param isAbout whether the assistant is asked about the customer's messages. If not, it is asked when the customer writes
 *   again.
 */
export const begunAssistant = (
  turn: Turn,
  promptId: number,
  isAbout: boolean,
  scene: EngineScene,
): Turn | undefined => {
  if (!mayBeLed(ticketOf(turn)) || usableAssistant(scene, promptId) === undefined) return undefined;
  const automation: InAssistant = {
    kind: 'assistant',
    awaits: null,
    waiting: [],
    promptId,
    isDisclosed: false,
  };
  const led = withTicket(begunOnce(turn, scene), (ticket) => ({ ...ticket, automation, hadFlow: true }));
  const messageIds = isAbout ? heardIds(scene) : [];
  return messageIds.length > 0 ? asked(led, { automation, promptId }, messageIds, scene) : led;
};
