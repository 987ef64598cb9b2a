import * as z from 'zod';
import { idSchema, instantSchema, nameSchema, textSchema } from '../entities/common.ts';
import {
  CHAT_MEMBERS_MAX,
  CHAT_MESSAGE_MAX_CHARS,
  CHAT_TITLE_MAX,
  CHATS_PER_USER_MAX,
} from '../entities/internal-chat.ts';
import { userRefSchema } from '../entities/user.ts';
import {
  booleanInput,
  idInput,
  idParams,
  listInput,
  messageResponse,
  orDefault,
  pageQuery,
  searchInput,
  textOrEmpty,
} from './fields.ts';
import { route } from './route.ts';

/** Chats of a page of the list. */
export const CHATS_PER_PAGE = 20;
/** Messages of a page. */
export const CHAT_MESSAGES_PER_PAGE = 20;

export const internalChatViewSchema = z.object({
  id: idSchema,
  uuid: z.uuid(),
  /** '' for a direct chat. */
  title: z.string(),
  isGroup: z.boolean(),
  ownerId: idSchema,
  lastMessage: z.string(),
  /** Members in the order of their names; deleted users are left out. */
  users: z.array(
    z.object({
      userId: idSchema,
      unreads: z.int().nonnegative(),
      user: userRefSchema,
    }),
  ),
  companyId: idSchema,
  createdAt: instantSchema,
  /** Time of the last message, or of the creation. */
  updatedAt: instantSchema,
  /** How many messages it has. */
  messages: z.int().nonnegative(),
  version: z.int(),
});
export type InternalChatView = z.infer<typeof internalChatViewSchema>;

export const internalChatMessageViewSchema = z.object({
  /** Its number in the chat, from 1. */
  id: idSchema,
  chatId: idSchema,
  senderId: idSchema,
  /** Without a name if the user was deleted. */
  sender: userRefSchema,
  message: z.string(),
  mentions: z.array(idSchema),
  /** Link to the file, valid for a few minutes; null without a file. */
  mediaPath: z.string().nullable(),
  mediaName: z.string().nullable(),
  /** MIME type; null without a file. */
  mediaType: z.string().nullable(),
  createdAt: instantSchema,
});
export type InternalChatMessageView = z.infer<typeof internalChatMessageViewSchema>;

/** Members as ids, or as older clients send them: rows with an `id` or a `userId`. */
const memberInput = z.union([
  idInput,
  z.object({ id: idInput }).transform(({ id }) => id),
  z.object({ userId: idInput }).transform(({ userId }) => userId),
]);
const usersInput = z.array(memberInput).min(1).max(CHAT_MEMBERS_MAX);

const company = {
  permission: 'authenticated',
  plan: 'useInternalChat',
  tenancy: 'company',
  expiry: 'enforced',
  rate: 'standard',
} as const;

/** Only members see a chat: for everybody else it does not exist. */
const OF_CHAT = ['ERR_PLAN_FEATURE', 'ERR_NO_CHAT_FOUND', 'ERR_VALIDATION'] as const;
const CHANGED = [...OF_CHAT, 'ERR_NO_PERMISSION', 'ERR_CONFLICT'] as const;

export const internalChatRoutes = {
  list: route({
    id: 'internalChats.list',
    method: 'GET',
    path: '/chats',
    query: z.strictObject({ ...pageQuery, searchParam: searchInput }),
    response: z.object({
      records: z.array(internalChatViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
      /** Unread messages of the caller in all chats. */
      unreads: z.int().nonnegative(),
    }),
    errors: ['ERR_PLAN_FEATURE', 'ERR_VALIDATION', 'ERR_CURSOR_INVALID'],
    ...company,
    summary: `The caller's chats, the last message first, ${CHATS_PER_PAGE} per page; the search looks at titles and members`,
  }),
  get: route({
    id: 'internalChats.get',
    method: 'GET',
    path: '/chats/{id}',
    params: idParams,
    response: internalChatViewSchema,
    errors: OF_CHAT,
    ...company,
    summary: 'A chat of the caller',
  }),
  create: route({
    id: 'internalChats.create',
    method: 'POST',
    path: '/chats',
    body: z.object({
      users: usersInput.describe('The other members; the caller is always one'),
      title: textOrEmpty(nameSchema(0, CHAT_TITLE_MAX)).default(''),
      isGroup: orDefault(booleanInput, true),
    }),
    response: internalChatViewSchema,
    errors: ['ERR_PLAN_FEATURE', 'ERR_VALIDATION', 'ERR_NO_USER_FOUND', 'ERR_CONFLICT', 'ERR_CHAT_LIMIT'],
    ...company,
    summary: `Begins a group, which needs a title, or with \`isGroup\` false a direct chat with one other user: the one that there is, if there is one. A user is in ${CHATS_PER_USER_MAX} chats at most`,
  }),
  update: route({
    id: 'internalChats.update',
    method: 'PUT',
    path: '/chats/{id}',
    params: idParams,
    body: z.object({ users: usersInput, title: nameSchema(1, CHAT_TITLE_MAX) }),
    response: internalChatViewSchema,
    errors: [...CHANGED, 'ERR_NO_USER_FOUND', 'ERR_CHAT_LIMIT'],
    ...company,
    summary:
      'Changes the title and the members of a group; only its owner may. New members read what was written before',
  }),
  remove: route({
    id: 'internalChats.remove',
    method: 'DELETE',
    path: '/chats/{id}',
    params: idParams,
    response: messageResponse,
    errors: CHANGED,
    ...company,
    summary: 'Removes a chat with its messages and files; only its owner may',
  }),
  read: route({
    id: 'internalChats.read',
    method: 'POST',
    path: '/chats/{id}/read',
    params: idParams,
    body: z.object({
      /** The caller; older clients name it. */
      userId: idInput.optional(),
    }),
    response: internalChatViewSchema,
    errors: [...OF_CHAT, 'ERR_NO_PERMISSION', 'ERR_CONFLICT'],
    ...company,
    summary: 'Marks all messages of a chat as read by the caller',
  }),
  messages: route({
    id: 'internalChats.messages',
    method: 'GET',
    path: '/chats/{id}/messages',
    params: idParams,
    query: z.strictObject(pageQuery),
    response: z.object({
      /** Oldest first. */
      records: z.array(internalChatMessageViewSchema),
      /** Count of this page. */
      count: z.int(),
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
    errors: [...OF_CHAT, 'ERR_CURSOR_INVALID'],
    ...company,
    summary: `The messages of a chat, the newest page first, ${CHAT_MESSAGES_PER_PAGE} per page`,
  }),
  send: route({
    id: 'internalChats.send',
    method: 'POST',
    path: '/chats/{id}/messages',
    params: idParams,
    body: z.object({
      message: textOrEmpty(textSchema().max(CHAT_MESSAGE_MAX_CHARS)).default(''),
      mentions: listInput(idInput)
        .default([])
        .describe('Users whom the text mentions; those who are no members are dropped'),
      /** A key from `POST /media/uploads`, instead of a file in the form: for large files. */
      mediaKey: z.string().max(300).optional(),
      clientId: z
        .uuid()
        .optional()
        .describe('A repeated request with the same one stores nothing and answers the same message'),
    }),
    multipart: 'file',
    response: internalChatMessageViewSchema,
    errors: [
      ...OF_CHAT,
      'ERR_CONFLICT',
      'ERR_IDEMPOTENCY_MISMATCH',
      'ERR_MEDIA_EMPTY',
      'ERR_MEDIA_MISSING',
      'ERR_MEDIA_TYPE',
      'ERR_FILESIZE_OVER_LIMIT',
      'ERR_PAYLOAD_TOO_LARGE',
    ],
    ...company,
    summary:
      'Writes a message into a chat: a text that is not blank, a file, or both. For its author it is read',
  }),
} as const;
