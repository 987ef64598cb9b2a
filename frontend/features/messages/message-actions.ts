import type { MessageView } from '@prosa/shared/contracts/messages.ts';

/** Actions on a message of the open conversation. */
export interface MessageActions {
  /** Replies to a message with one of its choices; null if the user cannot write. */
  answer: ((message: MessageView, text: string) => void) | null;
  quote: (message: MessageView) => void;
  edit: (message: MessageView) => void;
  forward: (message: MessageView) => void;
  remove: (message: MessageView) => void;
  resend: (message: MessageView) => void;
  openQuoted: (id: string) => void;
}
