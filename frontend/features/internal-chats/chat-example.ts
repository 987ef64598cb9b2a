import type { InternalChatMessageView, InternalChatView } from '@prosa/shared/contracts/internal-chats.ts';

const MEMBERS = ['Ana', 'Bruno', 'Carla'] as const;

/**
 * Makes a group of Ana (1), Bruno (2) and Carla (3), for tests.
 * @param unreads the unread messages of each, in this order
 */
export const chatExample = (
  id: number,
  parts: Partial<InternalChatView> = {},
  unreads: readonly number[] = [],
): InternalChatView => ({
  id,
  uuid: `${String(id).padStart(8, '0')}-7f6b-4c1d-9e2a-3b4c5d6e7f80`,
  title: `Chat ${id}`,
  isGroup: true,
  ownerId: 1,
  lastMessage: '',
  users: MEMBERS.map((name, index) => ({
    userId: index + 1,
    unreads: unreads[index] ?? 0,
    user: { id: index + 1, name, color: '' },
  })),
  companyId: 2,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: `2026-11-20T12:${String(id).padStart(2, '0')}:00.000Z`,
  messages: 5,
  version: 1,
  ...parts,
});

/** Makes a message of a chat, for tests. */
export const chatMessageExample = (
  id: number,
  parts: Partial<InternalChatMessageView> = {},
): InternalChatMessageView => ({
  id,
  chatId: 1,
  senderId: 1,
  sender: { id: 1, name: 'Ana', color: '' },
  message: `texto ${id}`,
  mentions: [],
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...parts,
});
