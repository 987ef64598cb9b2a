import type { InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';

type Chat = Pick<InternalChatView, 'isGroup' | 'title' | 'users'>;

/**
 * Returns the name of a chat as a member sees it: a group's title, or the name of the other member of a direct chat;
 * '' if the other member was deleted.
 */
export const chatName = ({ isGroup, title, users }: Chat, userId: number): string =>
  isGroup ? title : (users.find((member) => member.userId !== userId)?.user.name ?? '');
