import * as z from 'zod';
import { lenient, messageId, someText } from './lenient-fields.ts';
import { chatOf, type Occasion, type Reading } from './messaging-occasion.ts';

const editSchema = z.object({ mid: messageId, text: someText });
const reactionSchema = z.object({
  mid: messageId,
  action: z.enum(['react', 'unreact']),
  emoji: lenient(z.string().min(1).max(32)),
  reaction: lenient(z.string().max(32)),
});

/** The reactions that Meta names, for updates without their emoji. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['love', '❤️'],
  ['like', '👍'],
  ['dislike', '👎'],
  ['smile', '😆'],
  ['laugh', '😆'],
  ['wow', '😮'],
  ['sad', '😢'],
  ['angry', '😠'],
]);
const UNNAMED = '❤️';
/** Characters of a message's id in the id of a reaction to it, which also has the reaction's time. */
const TARGET_CHARS = 180;

/** Reads the new text of a message. */
export const readEdit = (raw: unknown, occasion: Occasion): Reading => {
  const parsed = editSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { mid, text } = parsed.data;
  const { fromMe, sentAt } = occasion;
  // An edit without its text would empty the message.
  if (text === undefined) return { ignored: 'message_edit without text' };
  return [{ type: 'edit', targetProviderMessageId: mid, text, fromMe, chat: chatOf(occasion), sentAt }];
};

/** Reads a reaction, or that one was taken back. */
export const readReaction = (raw: unknown, occasion: Occasion): Reading => {
  const parsed = reactionSchema.safeParse(raw);
  if (!parsed.success) return undefined;
  const { mid, action, emoji, reaction } = parsed.data;
  const { fromMe, sentAt } = occasion;
  return [
    {
      type: 'reaction',
      providerMessageId: `${mid.slice(0, TARGET_CHARS)}:${sentAt}`,
      targetProviderMessageId: mid,
      emoji: action === 'unreact' ? '' : (emoji ?? NAMED.get(reaction ?? '') ?? UNNAMED),
      fromMe,
      chat: chatOf(occasion),
      sentAt,
    },
  ];
};
