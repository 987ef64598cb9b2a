import { expect, it } from 'vitest';
import { chatExample } from './chat-example.ts';
import { chatName } from './chat-name.ts';
import { readersOf } from './chat-readers.ts';

it('a message is read by the other members whose unread messages are all newer', () => {
  // Of 5 messages Bruno has read 3, Carla all.
  const chat = chatExample(1, {}, [0, 2, 0]);
  expect(readersOf(chat, 5, 1)).toEqual({ names: ['Carla'], others: 2 });
  expect(readersOf(chat, 3, 1)).toEqual({ names: ['Bruno', 'Carla'], others: 2 });
  expect(readersOf(chatExample(1, {}, [0, 5, 5]), 1, 1).names).toEqual([]);
});

it('a group is named by its title, a direct chat by its other member, or by nobody when that user was deleted', () => {
  expect(chatName(chatExample(4), 1)).toBe('Chat 4');
  const { users } = chatExample(4);
  const direct = { isGroup: false, title: '', users: users.slice(0, 2) };
  expect(chatName(direct, 1)).toBe('Bruno');
  expect(chatName(direct, 2)).toBe('Ana');
  expect(chatName({ ...direct, users: users.slice(0, 1) }, 1)).toBe('');
});
