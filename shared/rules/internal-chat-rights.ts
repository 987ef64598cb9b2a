import { isAdmin } from '../permissions.ts';

interface Chat {
  ownerId: number;
  /** Its members; deleted users are left out. */
  users: readonly { userId: number }[];
}

/** Whether a user is a member of a chat. Only members see that it exists. */
export const isChatMember = ({ users }: Pick<Chat, 'users'>, { id }: { id: number }): boolean =>
  users.some(({ userId }) => userId === id);

/**
 * Whether a user may change and remove a chat: its owner. If the owner was deleted, the administrators among its members
 * may.
 */
export const mayManageChat = (
  chat: Chat,
  user: { id: number; profile: 'admin' | 'user'; super: boolean },
): boolean =>
  isChatMember(chat, user) &&
  (chat.ownerId === user.id || (isAdmin(user) && !isChatMember(chat, { id: chat.ownerId })));
