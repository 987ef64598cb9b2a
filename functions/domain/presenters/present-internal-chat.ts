import type { InternalChatMessageView, InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';
import type { InternalChat, InternalChatMessage } from '@prosa/shared/entities/internal-chat.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import { unreadOf } from '../internal-chats/change-chat.ts';
import { type NameSource, userRef } from './present-ticket.ts';

type Names = NameSource;

/** Presents a chat, for responses and events: the same for all its members. Deleted users are left out. */
export const presentInternalChat = (
  chat: InternalChat & { version: number; rowCreatedAt: string },
  names: Names,
): InternalChatView => {
  const placeOf = ({ name, id }: { name: string; id: number }): string =>
    `${normalizeForSearch(name)}\n${id}`;
  return {
    id: chat.id,
    uuid: chat.uuid,
    title: chat.title,
    isGroup: chat.isGroup,
    ownerId: chat.ownerId,
    lastMessage: chat.lastMessage,
    users: chat.members
      .flatMap(({ userId }) => {
        const user = userRef(names, userId);
        return user === null ? [] : [{ userId, unreads: unreadOf(chat, userId), user }];
      })
      .sort((a, b) => (placeOf(a.user) < placeOf(b.user) ? -1 : 1)),
    companyId: chat.companyId,
    createdAt: chat.rowCreatedAt,
    updatedAt: chat.activityAt,
    messages: chat.messages,
    version: chat.version,
  };
};

/**
 * Presents a message of a chat, for responses and events.
 * @param link makes a short-lived link to a stored file
 */
export const presentInternalChatMessage = (
  message: InternalChatMessage & { rowCreatedAt: string },
  names: Names,
  link: (key: string) => string,
): InternalChatMessageView => {
  const { id, chatId, senderId, media } = message;
  return {
    id,
    chatId,
    senderId,
    sender: userRef(names, senderId) ?? { id: senderId, name: '', color: '' },
    message: message.message,
    mentions: message.mentions,
    mediaPath: media === null ? null : link(media.key),
    mediaName: media === null ? null : media.fileName,
    mediaType: media === null ? null : media.mimeType,
    createdAt: message.rowCreatedAt,
  };
};
