import { expect, it } from 'vitest';
import { chatMessageExample as message } from './chat-example.ts';
import { type ChatMessagePages, withChatMessage } from './put-chat-message.ts';

const pages = (hasMore: boolean): ChatMessagePages => ({
  pages: [
    { records: [message(8), message(9)], count: 2, hasMore: true, cursor: 'a' },
    { records: [message(4), message(6)], count: 2, hasMore, cursor: hasMore ? 'b' : null },
  ],
  pageParams: [null, 'a'],
});
const shown = (data: ChatMessagePages) => data.pages.map(({ records }) => records.map(({ id }) => id));

it('a new message is added at the end', () => {
  const next = withChatMessage(pages(true), message(10));
  expect(shown(next)).toEqual([
    [8, 9, 10],
    [4, 6],
  ]);
  expect(next.pages[0]?.count).toBe(3);
});

it('messages that arrive out of order are sorted by their numbers', () => {
  const next = withChatMessage(withChatMessage(pages(true), message(11)), message(10));
  expect(shown(next)[0]).toEqual([8, 9, 10, 11]);
  expect(shown(withChatMessage(pages(true), message(5)))[1]).toEqual([4, 5, 6]);
});

it('a known message changes nothing', () => {
  const data = pages(true);
  expect(withChatMessage(data, message(9, { message: 'outro' }))).toBe(data);
});

it('a message older than the loaded pages is skipped, and added once all pages are loaded', () => {
  const data = pages(true);
  expect(withChatMessage(data, message(2))).toBe(data);
  expect(shown(withChatMessage(pages(false), message(2)))[1]).toEqual([2, 4, 6]);
});

it('the first message is added to an empty chat', () => {
  const empty = { pages: [{ records: [], count: 0, hasMore: false, cursor: null }], pageParams: [null] };
  expect(shown(withChatMessage(empty, message(1)))).toEqual([[1]]);
});
