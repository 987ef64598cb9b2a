import {
  HELP_CHAT_MESSAGE_CHARS,
  HELP_CHAT_MESSAGES_MAX,
  type HelpChatMessage,
} from '@prosa/shared/contracts/help-chat.ts';
import type { ChatMessage } from './chat-store.ts';

/** Returns the conversation up to a question as a request carries it: within its limits, without empty answers. */
export const askedMessages = (messages: readonly ChatMessage[], questionId: string): HelpChatMessage[] =>
  messages
    .slice(0, messages.findIndex(({ id }) => id === questionId) + 1)
    .filter(({ text }) => text !== '')
    .slice(-HELP_CHAT_MESSAGES_MAX)
    .map(({ by, text }) => ({ by, text: text.slice(0, HELP_CHAT_MESSAGE_CHARS).toWellFormed() }));

/** Returns the conversation with an answer behind its question; unchanged if the question was deleted meanwhile. */
export const withAnswer = (
  messages: readonly ChatMessage[],
  questionId: string,
  answer: ChatMessage,
): readonly ChatMessage[] => {
  const index = messages.findIndex(({ id }) => id === questionId);
  return index < 0 ? messages : messages.toSpliced(index + 1, 0, answer);
};
