import type { MessageView } from '@prosa/shared/contracts/messages.ts';
import type { ChannelAbilities } from '@prosa/shared/messaging/channel-abilities.ts';

/** Actions on a message of the open conversation. */
export interface MessageActions {
  /** What the channel can do; undefined while unknown: then nothing is offered that only some channels can. */
  can: ChannelAbilities | undefined;
  /** Replies to a message with one of its choices; null if the user cannot write. */
  answer: ((message: MessageView, text: string) => void) | null;
  /** Null if the reply window is closed, or the channel does not show quotes. */
  quote: ((message: MessageView) => void) | null;
  edit: (message: MessageView) => void;
  forward: (message: MessageView) => void;
  remove: (message: MessageView) => void;
  resend: (message: MessageView) => void;
  /** Corrects an answer of an assistant; null if the user may not change assistants. */
  correct: ((message: MessageView) => void) | null;
  openQuoted: (id: string) => void;
}
