import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';

/**
 * Returns the chats with messages of colleagues that were missed since a server time: unread ones, which no event
 * brought.
 * @param known the number of the newest message that an event brought, by chat
 */
export const missedChats = (
  chats: readonly InternalChatView[],
  known: ReadonlyMap<number, number>,
  sinceMs: number,
  userId: number,
): InternalChatView[] =>
  chats.filter(({ id, updatedAt, messages, users }) => {
    const unreads = users.find((one) => one.userId === userId)?.unreads ?? 0;
    return unreads > 0 && Date.parse(updatedAt) > sinceMs && messages > (known.get(id) ?? 0);
  });
