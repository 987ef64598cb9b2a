import { helpChatRoutes } from '@prosa/shared/contracts/help-chat.ts';
import { useMutation } from '@tanstack/react-query';
import { useStore } from 'zustand';
import { call } from '../../../lib/api/api-client.ts';
import { ownerKey } from '../../../lib/session/owner-key.ts';
import { useUser } from '../../auth/hooks/use-user.ts';
import { askedMessages, withAnswer } from '../asked-messages.ts';
import { type ChatMessage, changeChat, chatStore, choose, NO_CHOICES } from '../chat-store.ts';

const NONE: readonly ChatMessage[] = [];

/** Returns the user's help chat, kept in this browser, and the acts on it. */
export const useHelpChat = () => {
  const owner = ownerKey(useUser());
  const messages = useStore(chatStore, (state) => state.messages[owner] ?? NONE);
  const choices = useStore(chatStore, (state) => state.choices[owner] ?? NO_CHOICES);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (questionId: string) => {
      const chat = chatStore.getState().messages[owner] ?? NONE;
      return call(helpChatRoutes.ask, { body: { messages: askedMessages(chat, questionId) } });
    },
    onSuccess: ({ answer, sources }, questionId) => {
      const told: ChatMessage = { id: crypto.randomUUID(), by: 'assistant', text: answer, sources };
      changeChat(owner, (chat) => withAnswer(chat, questionId, told));
    },
    meta: { silent: true },
  });
  const last = messages.at(-1);
  return {
    messages,
    choices,
    isPending,
    error,
    /** The last question, if it has no answer and none is awaited. */
    unanswered: last?.by === 'user' && !isPending ? last : undefined,
    ask: (text: string): void => {
      const question: ChatMessage = { id: crypto.randomUUID(), by: 'user', text, sources: [] };
      changeChat(owner, (chat) => [...chat, question]);
      mutate(question.id);
    },
    askAgain: (question: ChatMessage): void => mutate(question.id),
    clear: (): void => {
      reset();
      changeChat(owner, () => NONE);
    },
    agree: (): void => choose(owner, { agreed: true, dismissed: true }),
    dismiss: (): void => choose(owner, { dismissed: true }),
  };
};
export type HelpChat = ReturnType<typeof useHelpChat>;
