import { createStore } from 'zustand/vanilla';

/** The internal chat beside another screen: whether it is open, and the chat that it shows; null shows the list. */
export const sideChat = createStore<{ open: boolean; uuid: string | null }>(() => ({
  open: false,
  uuid: null,
}));

/** Opens a chat beside the current screen; null opens the list of chats. */
export const openSideChat = (uuid: string | null): void => sideChat.setState({ open: true, uuid });

export const closeSideChat = (): void => sideChat.setState({ open: false, uuid: null });
