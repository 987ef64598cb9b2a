import type { InternalChat, InternalChatMessage } from '@prosa/shared/entities/internal-chat.ts';
import { PREVIEW_CHARS, shorten } from '../messages/message-preview.ts';

/** Returns the ids of a chat's members. */
export const memberIds = ({ members }: Pick<InternalChat, 'members'>): number[] =>
  members.map(({ userId }) => userId);

/** Returns the number of messages that a member has not read; 0 for a user who is no member. */
export const unreadOf = ({ members, messages }: InternalChat, userId: number): number => {
  const member = members.find((candidate) => candidate.userId === userId);
  return member === undefined ? 0 : messages - member.read;
};

/** Returns the users who are members of only one of two states of a chat; undefined is a chat that does not exist. */
export const membershipChanges = (
  before: Pick<InternalChat, 'members'> | undefined,
  after: Pick<InternalChat, 'members'> | undefined,
): { joined: number[]; left: number[] } => {
  const [old, next] = [before, after].map((chat) => (chat === undefined ? [] : memberIds(chat)));
  return {
    joined: (next ?? []).filter((id) => !(old ?? []).includes(id)),
    left: (old ?? []).filter((id) => !(next ?? []).includes(id)),
  };
};

/** Returns a chat with these members. New members have read all messages; the others keep what they have read. */
export const withMembers = (chat: InternalChat, userIds: readonly number[]): InternalChat => ({
  ...chat,
  members: [...new Set(userIds)].map(
    (userId) => chat.members.find((member) => member.userId === userId) ?? { userId, read: chat.messages },
  ),
});

/** Returns a chat of which a member has read all messages; the same object if the member had already. */
export const withAllRead = (chat: InternalChat, userId: number): InternalChat =>
  unreadOf(chat, userId) === 0
    ? chat
    : {
        ...chat,
        members: chat.members.map((member) =>
          member.userId === userId ? { ...member, read: chat.messages } : member,
        ),
      };

/** What a member writes. `message` or `media` may be missing, not both. */
export interface ChatDraft {
  senderId: number;
  message: string;
  /** Mentioned users; those who are no members are dropped. */
  mentions: readonly number[];
  media: InternalChatMessage['media'];
}

/**
 * Returns a chat with one more message, and the message. The sender has then read all messages, because a message is
 * written below those before it.
 * @param at time of the message (ISO)
 */
export const withMessage = (
  chat: InternalChat,
  { senderId, message, mentions, media }: ChatDraft,
  at: string,
): { chat: InternalChat; message: InternalChatMessage } => {
  const id = chat.messages + 1;
  const text = message.trim() === '' ? '' : message;
  const members = new Set(memberIds(chat));
  const lastMessage = shorten(text === '' ? (media?.fileName ?? '') : text, PREVIEW_CHARS);
  return {
    chat: withAllRead({ ...chat, messages: id, lastMessage, activityAt: at }, senderId),
    message: {
      companyId: chat.companyId,
      chatId: chat.id,
      id,
      senderId,
      message: text,
      mentions: [...new Set(mentions)].filter((userId) => members.has(userId)),
      media,
    },
  };
};
