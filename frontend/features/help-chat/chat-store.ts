import { createStore } from 'zustand/vanilla';
import { sessionStore } from '../../lib/session/session-store.ts';
import { readStored, type StoredValue, watchStored, writeStored } from '../../lib/storage.ts';

export type ChatMessage = StoredValue<'helpChats'>[string][number];
export type ChatChoices = StoredValue<'helpChatChoices'>[string];

/** The newest messages of a user are kept. */
const KEPT_MAX = 100;
export const NO_CHOICES: ChatChoices = { agreed: false, dismissed: false };

interface Chats {
  messages: StoredValue<'helpChats'>;
  choices: StoredValue<'helpChatChoices'>;
}
const read = (): Chats => ({
  messages: readStored('helpChats') ?? {},
  choices: readStored('helpChatChoices') ?? {},
});

/** The help chats in this browser, by the key of their owner. Other tabs show each change at once. */
export const chatStore = createStore(read);
const reload = (): void => chatStore.setState(read(), true);
watchStored('helpChats', reload);
watchStored('helpChatChoices', reload);
// Signing out deletes the stored conversations.
sessionStore.subscribe(({ user }) => {
  if (user === null) reload();
});

/** Changes the conversation of a user. What the browser does not keep lasts until the page is closed. */
export const changeChat = (
  owner: string,
  change: (messages: readonly ChatMessage[]) => readonly ChatMessage[],
): void => {
  const { messages } = chatStore.getState();
  const next = { ...messages, [owner]: change(messages[owner] ?? []).slice(-KEPT_MAX) };
  writeStored('helpChats', next);
  chatStore.setState({ messages: next });
};

/** Stores choices of a user. */
export const choose = (owner: string, made: Partial<ChatChoices>): void => {
  const { choices } = chatStore.getState();
  const next = { ...choices, [owner]: { ...NO_CHOICES, ...choices[owner], ...made } };
  writeStored('helpChatChoices', next);
  chatStore.setState({ choices: next });
};
