import type { InboundContent } from '@prosa/shared/messaging/inbound-event.ts';
import type { About } from '@prosa/shared/messaging/stored-content.ts';
import * as z from 'zod';
import { clip, lenient, messageId, shownLink, someText } from './lenient-fields.ts';
import { attachmentPart, type Part, unsupported } from './messaging-attachment.ts';
import { chatOf, messageOn, type Occasion, type Reading } from './messaging-occasion.ts';
import { referralSchema, referred } from './messaging-referral.ts';
import { sentAsOf } from './sent-as.ts';

const messageSchema = z.object({
  mid: messageId,
  text: someText,
  is_deleted: lenient(z.boolean()),
  is_unsupported: lenient(z.boolean()),
  attachments: z.unknown().optional(),
  quick_reply: lenient(z.object({ payload: someText })),
  reply_to: lenient(z.object({ mid: lenient(messageId), story: lenient(z.object({ url: shownLink })) })),
  referral: lenient(referralSchema),
  /** Of an echo: the reference that its program sent with the message. */
  metadata: lenient(z.string().max(1000)),
});
type Message = z.output<typeof messageSchema>;

/** Most attachments of a message; Messenger allows 30. */
const MAX_ATTACHMENTS = 99;

const attachmentsOf = ({ attachments }: Message): unknown[] => {
  if (attachments === undefined || attachments === null) return [];
  return Array.isArray(attachments) ? attachments.slice(0, MAX_ATTACHMENTS) : [attachments];
};

/** Returns a text with the content beside it: as its caption if the content shows one, else before it. */
const withWords = (words: string, content: InboundContent): InboundContent[] => {
  switch (content.kind) {
    case 'image':
    case 'video':
    case 'document':
    case 'unsupported':
      return [{ ...content, caption: words }];
    case 'text': {
      // The attachment is often the preview of a link in the text.
      const last = content.text.split('\n').at(-1) ?? '';
      const isPreview = URL.canParse(last) && words.includes(last);
      return [{ kind: 'text', text: isPreview ? words : clip(`${words}\n${content.text}`) }];
    }
    default:
      return [{ kind: 'text', text: words }, content];
  }
};

/** Returns the contents of a message in order: its text, and each of its attachments. */
const partsOf = (message: Message, raw: unknown): Part[] => {
  const words = message.text ?? message.quick_reply?.payload;
  const [first, ...others] =
    message.is_unsupported === true ? [] : attachmentsOf(message).map(attachmentPart);
  if (first === undefined && words !== undefined && message.is_unsupported !== true) {
    return [{ content: { kind: 'text', text: words } }];
  }
  const { content, ...about } = first ?? { content: unsupported('unsupported', raw) };
  const shown = words === undefined ? [content] : withWords(words, content);
  return [...shown.map((one) => ({ content: one, ...about })), ...others];
};

const repliedStory = ({ reply_to }: Message): { about?: About } =>
  reply_to?.story === undefined
    ? {}
    : { about: { kind: 'story', of: 'reply', link: reply_to.story.url ?? '' } };

/**
 * Reads a message, or that it was unsent. Each attachment becomes a message of its own: the first has the message's
 * id, and the following ones `mid#1`, `mid#2`… Quote and referral are those of the first.
 */
export const readMessage = (raw: unknown, occasion: Occasion): Reading => {
  const parsed = messageSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const message = parsed.data;
  const { mid, reply_to, referral, metadata } = message;
  const { fromMe, sentAt } = occasion;
  if (message.is_deleted === true)
    return [{ type: 'revoke', targetProviderMessageId: mid, fromMe, chat: chatOf(occasion), sentAt }];
  const sentAs = fromMe ? sentAsOf(metadata) : undefined;
  const whole = {
    ...(sentAs === undefined ? {} : { sentAs }),
    ...(reply_to?.mid === undefined ? {} : { quotedProviderMessageId: reply_to.mid }),
    ...referred(referral),
    ...repliedStory(message),
  };
  return partsOf(message, raw).map((part, n) =>
    messageOn(occasion, {
      providerMessageId: n === 0 ? mid : `${mid}#${n}`,
      ...(n === 0 ? whole : {}),
      ...part,
    }),
  );
};
