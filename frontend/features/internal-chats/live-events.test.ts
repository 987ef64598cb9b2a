import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { readEvent } from '../../lib/live/read-event.ts';
import { sessionExample } from '../../lib/session/session-example.ts';
import { chatMessages } from './chat-cache.ts';
import { chatExample, chatMessageExample } from './chat-example.ts';
import { chatList } from './chat-list.ts';
import reducers from './live-events.ts';

const { invalidateSoon } = vi.hoisted(() => ({ invalidateSoon: vi.fn() }));
vi.mock('../../lib/api/invalidate-soon.ts', () => ({ invalidateSoon }));

const BRUNO = 2;
const user = { ...sessionExample, id: BRUNO, companyId: 2 };
let client: QueryClient;

const hear = (name: string, data: unknown): void => {
  const event = readEvent(2, name, data);
  const context = { client, user };
  if (event?.name === 'chat') reducers.chat(context, event);
  else if (event?.name === 'chatUser') reducers.chatUser(context, event);
  else if (event?.name === 'chatMessage') reducers.chatMessage(context, event);
  else throw new Error(`${name} is no event of chats`);
};
const page = () => client.getQueryData(chatList.queryKey)?.pages[0];

beforeEach(() => {
  invalidateSoon.mockReset();
  client = new QueryClient();
  client.setQueryData(chatList.queryKey, {
    pages: [{ records: [chatExample(1)], count: 1, hasMore: false, cursor: null, unreads: 0 }],
    pageParams: [null],
  });
});

it('a user who joins a chat sees it with its unread messages, and one who leaves it does not any more', () => {
  hear(`company-2-chat-user-${BRUNO}`, { action: 'create', record: chatExample(2, {}, [0, 2]) });
  expect(page()?.records.map(({ id }) => id)).toEqual([2, 1]);
  expect(page()?.unreads).toBe(2);
  client.setQueryData(chatMessages(2).queryKey, { pages: [], pageParams: [] });
  hear(`company-2-chat-user-${BRUNO}`, { action: 'delete', id: 2 });
  expect(page()).toMatchObject({ unreads: 0, records: [{ id: 1 }] });
  expect(client.getQueryData(chatMessages(2).queryKey)).toBeUndefined();
});

it('a message raises the unread messages and moves its chat, and reading it lowers them again', () => {
  const at = '2026-11-20T13:00:00.000Z';
  const changed = { version: 2, lastMessage: 'Oi', updatedAt: at, messages: 6 };
  hear('company-2-chat', { action: 'update', chat: chatExample(1, changed, [0, 1, 1]) });
  expect(page()).toMatchObject({ unreads: 1, records: [{ lastMessage: 'Oi' }] });
  hear('company-2-chat', { action: 'update', chat: chatExample(1, { ...changed, version: 3 }, [0, 0, 1]) });
  expect(page()?.unreads).toBe(0);
});

it('a new message is added to the cached messages of its chat only', () => {
  const { queryKey } = chatMessages(1);
  const newMessage = chatMessageExample(6);
  const event = { action: 'new-message', newMessage, userIds: [1, BRUNO] };
  hear('company-2-chat-1', event);
  expect(client.getQueryData(queryKey)).toBeUndefined();
  client.setQueryData(queryKey, {
    pages: [{ records: [], count: 0, hasMore: false, cursor: null }],
    pageParams: [null],
  });
  hear('company-2-chat-1', event);
  hear('company-2-chat-1', event);
  expect(client.getQueryData(queryKey)?.pages[0]?.records).toEqual([newMessage]);
});

it('a reference refetches the list', () => {
  hear('company-2-chat', { action: 'reference', id: 1, version: 2, userIds: [BRUNO] });
  hear(`company-2-chat-user-${BRUNO}`, { action: 'reference', id: 1, version: 2 });
  expect(invalidateSoon).toHaveBeenCalledTimes(2);
});
