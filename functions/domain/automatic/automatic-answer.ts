import type { Message } from '@prosa/shared/entities/message.ts';
import type { RichContent } from '@prosa/shared/messaging/rich-content.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';

/** What the system says to a customer by itself, committed with what it answers. */
export interface AutomaticAnswer {
  /** Which rule says it; kept on the message. */
  rule: AutomaticRule;
  /** With a file, its caption. */
  text: string;
  /** Said instead of the text alone, where it has something to choose from. */
  content?: RichContent | undefined;
  file?: Pick<Message, 'mediaType' | 'media'> | undefined;
  /** Shown as an answer to the customer's message rather than by itself. */
  quotes?: boolean;
}
