import type { MessageView } from '@prosa/shared/contracts/messages.ts';

/**
 * Returns what the contact asked before an answer: the texts of the contact's messages in a row that came before it.
 * Our messages between them and the answer belong to the same answer, and are passed over.
 * @param messages of the conversation, the oldest first
 */
export const questionBefore = (messages: readonly MessageView[], answerId: string): string => {
  const before = messages.slice(
    0,
    messages.findIndex(({ id }) => id === answerId),
  );
  const last = before.findLastIndex(({ fromMe }) => !fromMe);
  const first = before.slice(0, last).findLastIndex(({ fromMe }) => fromMe) + 1;
  return before
    .slice(first, last + 1)
    .map(({ body, transcribedText, isDeleted }) => (isDeleted ? '' : body || (transcribedText ?? '')))
    .filter((text) => text.trim() !== '')
    .join('\n');
};
