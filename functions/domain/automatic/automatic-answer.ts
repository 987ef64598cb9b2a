import type { Message } from '@prosa/shared/entities/message.ts';
import type { RichContent } from '@prosa/shared/messaging/rich-content.ts';
import type { AutomaticRule } from '@prosa/shared/rules/automatic-rules.ts';

/**
 * A message that the system sends to a customer automatically. Committed in the same transaction as the message that
 * it answers.
 */
export interface AutomaticAnswer {
  /** The rule that caused the message; stored on the message. */
  rule: AutomaticRule;
  /** The message text; the caption if there is a file. */
  text: string;
  /** Sent instead of the plain text if the message offers options. */
  content?: RichContent | undefined;
  file?: Pick<Message, 'mediaType' | 'media'> | undefined;
  /** The assistant that wrote it. */
  assistant?: Message['assistant'];
  /** Shown as a reply to (a quote of) the customer's message. */
  quotes?: boolean;
}
