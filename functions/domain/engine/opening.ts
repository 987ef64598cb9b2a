import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { nameBesideNumber } from '@prosa/shared/rules/hide-numbers.ts';
import { phrasesInForce } from '../flows/flow-to-begin.ts';
import { isWholeText } from '../messages/whole-text.ts';
import { promptsOf } from '../tickets/automation.ts';
import { type Turn, ticketOf } from '../turns/turn.ts';
import { menuOfFlow } from './flow.ts';
import type { EngineScene } from './scene.ts';

/**
 * Whether a message is the first one of a conversation, before any prompt of the system, and probably says everything.
 * Only texts count, because people send several pictures or voice messages in a row, also with a caption. A contact needs a
 * name, because menus greet by name, and over Messenger and Instagram the name is still being fetched.
 */
export const isWholeOpening = (
  { automation, unanswered, contact }: Pick<Ticket, 'automation' | 'unanswered' | 'contact'>,
  { mediaType, body }: Pick<Message, 'mediaType' | 'body'>,
): boolean =>
  unanswered === null &&
  promptsOf(automation) === 0 &&
  (automation.kind === 'none' || automation.kind === 'menu' || automation.kind === 'options') &&
  mediaType === 'extendedTextMessage' &&
  nameBesideNumber(contact) !== '' &&
  isWholeText(body);

/**
 * Whether an answer to a first message stays right if the customer writes more before reading it. A menu does, because it
 * takes only its options as an answer. Not if the text could be taken as consent or as the answer to a flow's question,
 * would be a second question to an integration or an assistant, would begin another ticket, or could have begun another
 * flow.
 * @param turn the turn with the answer
 */
export const holdsIfMoreFollows = (turn: Turn, scene: EngineScene): boolean => {
  const { status, automation } = ticketOf(turn);
  const hasPhrases = phrasesInForce(scene.flowPhrases, scene.connection.id).length > 0;
  switch (automation.kind) {
    case 'menu':
      return true;
    case 'options':
      return !hasPhrases;
    case 'none':
      return !hasPhrases && status !== 'closed';
    case 'flow':
      return !hasPhrases && menuOfFlow(automation, scene) !== undefined;
    case 'consent':
    case 'rating':
    case 'integration':
    case 'assistant':
      return false;
  }
};
