import * as z from 'zod';
import { idSchema, instantSchema } from './common.ts';
import { sparse } from './sparse.ts';

/** Maximum of members of a chat: one transaction writes a row for each of them. */
export const CHAT_MEMBERS_MAX = 90;
/** Maximum of chats that a user is in: a list reads all of them. */
export const CHATS_PER_USER_MAX = 200;
export const CHAT_TITLE_MAX = 100;
/** As a text to a customer. */
export const CHAT_MESSAGE_MAX_CHARS = 4096;

/** A conversation between users of a company: a group with a title, or two users. */
export const internalChatSchema = z.object({
  companyId: idSchema,
  id: idSchema,
  uuid: z.uuid(),
  /** '' for a direct chat, which browsers name after its other member. */
  title: z.string(),
  isGroup: z.boolean(),
  /** The user who may change and remove it. */
  ownerId: idSchema,
  /**
   * Its members, the owner among them. `read` is the number of the last message that the member has read, so that unread
   * messages need no counter of their own.
   */
  members: z.array(z.object({ userId: idSchema, read: z.int().nonnegative() })).max(CHAT_MEMBERS_MAX),
  /** How many messages it has; messages are numbered from 1. */
  messages: z.int().nonnegative(),
  /** Beginning of the last message, or the name of its file; '' without messages. */
  lastMessage: sparse(z.string(), ''),
  /** Time of the last message, or of the creation: the order of the list. */
  activityAt: instantSchema,
});
export type InternalChat = z.infer<typeof internalChatSchema>;

/** Finds the chats of a user. Created and deleted with the membership, never changed in between. */
export const internalChatMemberSchema = z.object({ companyId: idSchema, userId: idSchema, chatId: idSchema });

export const internalChatMessageSchema = z.object({
  companyId: idSchema,
  chatId: idSchema,
  /** Its number in the chat, from 1. */
  id: idSchema,
  senderId: idSchema,
  /** '' for a file without text. */
  message: z.string(),
  /** Members whom the text mentions. */
  mentions: sparse(z.array(idSchema), []),
  media: z
    .object({ key: z.string(), fileName: z.string(), mimeType: z.string(), size: z.int() })
    .nullable()
    .default(null),
});
export type InternalChatMessage = z.infer<typeof internalChatMessageSchema>;
