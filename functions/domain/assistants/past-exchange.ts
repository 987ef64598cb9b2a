import type { Message } from '@prosa/shared/entities/message.ts';
import type { Ticket } from '@prosa/shared/entities/ticket.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import type { Line } from './question.ts';

/** A question of a customer in a past conversation, and what people answered. */
export interface PastExchange {
  /** The customer's last message before the answer. */
  messageId: string;
  at: string;
  /** The conversation up to the question, the oldest first. */
  lines: readonly Line[];
  answer: string;
  /** The attendant who answered. */
  userId: number;
}

type Past = Pick<
  Message,
  'id' | 'fromMe' | 'userId' | 'body' | 'mediaType' | 'isDeleted' | 'isPrivate' | 'saidBy' | 'sentAt'
>;

/** An attendant's name above the text, which the assistant does not write. */
const SIGNATURE = /^\*[^*\n]{1,100}:\*\s*/;

const isText = ({ mediaType, body, isDeleted, isPrivate }: Past): boolean =>
  mediaType === 'extendedTextMessage' && body.trim() !== '' && !isDeleted && !isPrivate;

/** Returns texts of a conversation as lines, without the numbers of anybody. */
export const hiddenLines = (messages: readonly Past[], contact: Ticket['contact']): Line[] => {
  // The mask of names, because it hides any whole number; that of texts hides only the contact's.
  const { name: hide } = hideNumbersOf(contact);
  return messages.filter(isText).map(({ fromMe, body }) => ({
    by: fromMe ? 'company' : 'customer',
    text: hide(fromMe ? body.replace(SIGNATURE, '') : body),
  }));
};

/**
 * Returns the exchange of a ticket that shows most about an assistant: the customer's longest text that an attendant answered
 * with the next text.
 * @param messages of one ticket, the oldest first
 * @returns undefined if no attendant answered a text
 */
export const pastExchange = (
  messages: readonly Past[],
  contact: Ticket['contact'],
): PastExchange | undefined => {
  const texts = messages.filter(isText);
  const answers = texts.flatMap((answer, at) => {
    const asked = texts[at - 1];
    const { fromMe, userId, saidBy } = answer;
    if (asked === undefined || asked.fromMe || !fromMe || userId === null || saidBy !== '') return [];
    return [{ at, asked, answer, userId }];
  });
  const [best] = answers.toSorted((a, b) => b.asked.body.length - a.asked.body.length);
  if (best === undefined) return undefined;
  const { at, asked, answer, userId } = best;
  return {
    messageId: asked.id,
    at: asked.sentAt,
    lines: hiddenLines(texts.slice(0, at), contact),
    answer: hiddenLines([answer], contact)[0]?.text ?? '',
    userId,
  };
};
