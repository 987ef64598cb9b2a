import { expect, it } from 'vitest';
import { chatExample } from './chat-example.ts';
import { missedChats } from './missed-chats.ts';

const SINCE_MS = Date.parse('2026-11-20T12:10:00.000Z');

it('missed chats have unread messages that no event brought and that came after the loss', () => {
  const known = new Map([
    [12, 5],
    [13, 4],
  ]);
  const chats = [
    chatExample(11, {}, [2]),
    chatExample(12, {}, [2]),
    chatExample(13, {}, [2]),
    chatExample(14, {}, [0, 1]),
    chatExample(9, {}, [2]),
  ];
  expect(missedChats(chats, known, SINCE_MS, 1).map(({ id }) => id)).toEqual([11, 13]);
});
