/** Ids of the chats that are open in this tab. A chat may be open twice for a moment, when the screen changes. */
const watched: number[] = [];

/** Notes that a chat is open, so that its messages are not announced. Returns a function that ends it. */
export const watchChat = (chatId: number): (() => void) => {
  watched.push(chatId);
  return () => {
    watched.splice(watched.indexOf(chatId), 1);
  };
};

export const isWatched = (chatId: number): boolean => watched.includes(chatId);
