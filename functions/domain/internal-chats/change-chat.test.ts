import { type InternalChat, internalChatSchema } from '@prosa/shared/entities/internal-chat.ts';
import { describe, expect, it } from 'vitest';
import {
  memberIds,
  membershipChanges,
  unreadOf,
  withAllRead,
  withMembers,
  withMessage,
} from './change-chat.ts';

const AT = '2026-11-20T12:00:00.000Z';
const LATER = '2026-11-20T12:01:00.000Z';

const chatOf = (fields: Partial<InternalChat> = {}): InternalChat =>
  internalChatSchema.parse({
    companyId: 7,
    id: 3,
    uuid: '00000003-7f6b-4c1d-9e2a-3b4c5d6e7f80',
    title: 'Suporte',
    isGroup: true,
    ownerId: 1,
    members: [
      { userId: 1, read: 5 },
      { userId: 2, read: 2 },
    ],
    messages: 5,
    activityAt: AT,
    ...fields,
  });
const draft = { senderId: 2, message: 'Bom dia', mentions: [], media: null };
const FILE = { key: 't/7/x', fileName: 'tabela.pdf', mimeType: 'application/pdf', size: 10 };

describe('members of a chat', () => {
  it('have as unread all messages after the last one they read', () => {
    expect([1, 2, 9].map((userId) => unreadOf(chatOf(), userId))).toEqual([0, 3, 0]);
  });

  it('who join have read all messages, and those who stay keep what they read', () => {
    expect(withMembers(chatOf(), [2, 3, 3]).members).toEqual([
      { userId: 2, read: 2 },
      { userId: 3, read: 5 },
    ]);
  });

  it('join and leave between two states of a chat', () => {
    const before = chatOf();
    const after = withMembers(before, [2, 3]);
    expect(membershipChanges(before, after)).toEqual({ joined: [3], left: [1] });
    expect(membershipChanges(undefined, before)).toEqual({ joined: [1, 2], left: [] });
    expect(membershipChanges(before, undefined)).toEqual({ joined: [], left: [1, 2] });
  });

  it('who read a chat have nothing unread, and a chat without unread messages stays the same object', () => {
    const read = withAllRead(chatOf(), 2);
    expect(memberIds(read).map((id) => unreadOf(read, id))).toEqual([0, 0]);
    expect(withAllRead(read, 2)).toBe(read);
    expect(withAllRead(read, 9)).toBe(read);
  });
});

describe('a message', () => {
  it('has the next number, moves the chat to its time, and is read by its author alone', () => {
    const { chat, message } = withMessage(chatOf(), draft, LATER);
    expect(message).toEqual({ companyId: 7, chatId: 3, id: 6, ...draft });
    expect(chat).toMatchObject({ messages: 6, lastMessage: 'Bom dia', activityAt: LATER });
    expect([1, 2].map((userId) => unreadOf(chat, userId))).toEqual([1, 0]);
  });

  it('mentions each member once and nobody else', () => {
    const { message } = withMessage(chatOf(), { ...draft, mentions: [1, 3, 1, 2] }, LATER);
    expect(message.mentions).toEqual([1, 2]);
  });

  it.each([
    ['a long text is cut', 'a'.repeat(200), null, `${'a'.repeat(79)}…`],
    ['line breaks become spaces', 'um\n\ndois', null, 'um dois'],
    ['a file without text shows its name', ' ', FILE, 'tabela.pdf'],
    ['a file with text shows the text', 'veja', FILE, 'veja'],
  ])('is previewed in the list: %s', (_name, message, media, preview) => {
    expect(withMessage(chatOf(), { ...draft, message, media }, LATER).chat.lastMessage).toBe(preview);
  });

  it('keeps a text as it was written, and a blank text as none', () => {
    const textOf = (message: string) =>
      withMessage(chatOf(), { ...draft, message, media: FILE }, LATER).message.message;
    expect(textOf(' um\ndois ')).toBe(' um\ndois ');
    expect(textOf(' \n')).toBe('');
  });
});
