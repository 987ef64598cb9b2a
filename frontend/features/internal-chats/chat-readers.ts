import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';

export interface ChatReaders {
  /** Names of the members who have read a message, in the order of their names. */
  names: string[];
  /** Number of members who could read it. */
  others: number;
}

/**
 * Returns which other members have read a message. Messages are numbered from 1, so the number of the last message
 * that a member has read is the number of messages without the unread ones.
 */
export const readersOf = (
  { users, messages }: Pick<InternalChatView, 'users' | 'messages'>,
  messageId: number,
  userId: number,
): ChatReaders => {
  const others = users.filter((member) => member.userId !== userId);
  const readers = others.filter(({ unreads }) => messages - unreads >= messageId);
  return { names: readers.map(({ user }) => user.name), others: others.length };
};
