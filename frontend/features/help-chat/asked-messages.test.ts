import { expect, it } from 'vitest';
import { askedMessages, withAnswer } from './asked-messages.ts';
import type { ChatMessage } from './chat-store.ts';

const message = (id: string, by: ChatMessage['by'], text = id): ChatMessage => ({
  id,
  by,
  text,
  sources: [],
});
const textsOf = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

it('a question carries the conversation up to it, without empty answers', () => {
  const chat = [
    message('a', 'user'),
    message('b', 'assistant', ''),
    message('c', 'user'),
    message('d', 'assistant'),
    message('e', 'user'),
  ];
  expect(askedMessages(chat, 'c')).toEqual([
    { by: 'user', text: 'a' },
    { by: 'user', text: 'c' },
  ]);
  expect(textsOf(askedMessages(chat, 'e'))).toEqual(['a', 'c', 'd', 'e']);
});

it('a long conversation is cut to its newest 20 messages of 2,000 characters', () => {
  const chat = Array.from({ length: 30 }, (_, nth) =>
    message(String(nth), 'user', `${nth}`.padEnd(3000, '-')),
  );
  const asked = askedMessages(chat, '29');
  expect(asked).toHaveLength(20);
  expect(asked.at(-1)?.text).toMatch(/^29-+$/);
  expect(new Set(asked.map(({ text }) => text.length))).toEqual(new Set([2000]));
});

it('an answer follows its question, also if another question was asked meanwhile', () => {
  const chat = [message('a', 'user'), message('b', 'user')];
  expect(textsOf(withAnswer(chat, 'a', message('x', 'assistant')))).toEqual(['a', 'x', 'b']);
});

it('an answer to a deleted question is dropped', () => {
  const chat = [message('b', 'user')];
  expect(withAnswer(chat, 'a', message('x', 'assistant'))).toBe(chat);
});
