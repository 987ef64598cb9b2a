import * as z from 'zod';
import { internalChatMessageViewSchema, internalChatViewSchema } from '../contracts/internal-chats.ts';
import { idSchema } from '../entities/common.ts';
import { defineEvent, referenceSchema } from './define-event.ts';

const AT = '2026-11-20T12:00:00.000Z';
const CHAT: z.infer<typeof internalChatViewSchema> = {
  id: 3,
  uuid: '00000003-7f6b-4c1d-9e2a-3b4c5d6e7f80',
  title: 'Suporte',
  isGroup: true,
  ownerId: 1,
  lastMessage: 'Bom dia',
  users: [
    { userId: 1, unreads: 0, user: { id: 1, name: 'Ana', color: '' } },
    { userId: 2, unreads: 1, user: { id: 2, name: 'Bruno', color: '' } },
  ],
  companyId: 1,
  createdAt: AT,
  updatedAt: AT,
  messages: 1,
  version: 2,
};

export const internalChatEvents = {
  /** To a user who becomes a member of a chat, or is none any more. */
  chatUser: defineEvent({
    name: 'company-{companyId}-chat-user-{userId}',
    audience: { kind: 'users', of: ({ params }) => [params.userId] },
    schema: z.union([
      z.object({ action: z.literal('create'), record: internalChatViewSchema }),
      z.object({ action: z.literal('delete'), id: idSchema }),
      referenceSchema,
    ]),
    fit: {
      refer: ({ data }) =>
        'record' in data
          ? { action: 'reference', id: data.record.id, version: data.record.version }
          : undefined,
    },
    examples: [
      { action: 'create', record: CHAT },
      { action: 'delete', id: 3 },
      { action: 'reference', id: 3, version: 2 },
    ],
  }),
  /** To the members of a chat: its title, its members, what they have read, its last message. */
  chat: defineEvent({
    name: 'company-{companyId}-chat',
    audience: {
      kind: 'users',
      of: ({ data }) => ('chat' in data ? data.chat.users.map(({ userId }) => userId) : data.userIds),
    },
    schema: z.union([
      z.object({ action: z.literal('update'), chat: internalChatViewSchema }),
      referenceSchema.extend({ userIds: z.array(idSchema) }),
    ]),
    fit: {
      refer: ({ data }) =>
        'chat' in data
          ? {
              action: 'reference',
              id: data.chat.id,
              version: data.chat.version,
              userIds: data.chat.users.map(({ userId }) => userId),
            }
          : undefined,
    },
    examples: [
      { action: 'update', chat: CHAT },
      { action: 'reference', id: 3, version: 2, userIds: [1, 2] },
    ],
  }),
  /** To the members of a chat: a new message. */
  chatMessage: defineEvent({
    name: 'company-{companyId}-chat-{chatId}',
    audience: {
      kind: 'users',
      of: ({ data }) => data.userIds,
    },
    schema: z.object({
      action: z.literal('new-message'),
      newMessage: internalChatMessageViewSchema,
      /** The members when it was written. */
      userIds: z.array(idSchema),
    }),
    fit: {
      bounded: 'A text of at most 4,096 characters and the ids of at most 90 members, some of them mentioned',
    },
    examples: [
      {
        action: 'new-message',
        newMessage: {
          id: 1,
          chatId: 3,
          senderId: 1,
          sender: { id: 1, name: 'Ana', color: '' },
          message: 'Bom dia',
          mentions: [],
          mediaPath: null,
          mediaName: null,
          mediaType: null,
          createdAt: AT,
        },
        userIds: [1, 2],
      },
    ],
  }),
};
