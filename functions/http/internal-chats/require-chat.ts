import { AppError } from '@prosa/shared/errors.ts';
import { mayManageChat } from '@prosa/shared/rules/internal-chat-rights.ts';
import { memberIds } from '../../domain/internal-chats/change-chat.ts';
import { presentInternalChat } from '../../domain/presenters/present-internal-chat.ts';
import type { UserPrincipal } from '../../platform/auth/principal.ts';
import { openTable } from '../../platform/table/table.ts';
import { type InternalChatRow, loadInternalChat } from '../../repositories/organisation/internal-chats.ts';

/**
 * Returns a chat that the caller is a member of. One consistent read. The chats of others count as not found.
 * @throws AppError ERR_NO_CHAT_FOUND
 */
export const requireChat = async (
  { companyId, userId }: UserPrincipal,
  id: number,
): Promise<InternalChatRow> => {
  const chat = await loadInternalChat(openTable(companyId), id);
  if (chat === undefined || !memberIds(chat).includes(userId)) throw new AppError('ERR_NO_CHAT_FOUND');
  return chat;
};

/**
 * Returns a chat that the caller may change and remove.
 * @throws AppError ERR_NO_CHAT_FOUND, ERR_NO_PERMISSION for a member who may not
 */
export const requireOwnChat = async (principal: UserPrincipal, id: number): Promise<InternalChatRow> => {
  const chat = await requireChat(principal, id);
  if (!mayManageChat(presentInternalChat(chat, principal.directory), principal.user))
    throw new AppError('ERR_NO_PERMISSION');
  return chat;
};
