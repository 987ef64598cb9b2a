import { describe, expect, it } from 'vitest';
import { chatExample } from './chat-example.ts';
import type { ChatPages } from './chat-list.ts';
import { unreadOf, withChat, withoutChat } from './put-chat.ts';

const BRUNO = 2;
/** Chats 9 and 8 on the first page, 7 on the second; Bruno has not read 3 messages, one of them in chat 8. */
const pages = (hasMore: boolean): ChatPages => ({
  pages: [
    {
      records: [chatExample(9), chatExample(8, {}, [0, 1])],
      count: 2,
      hasMore: true,
      cursor: 'a',
      unreads: 3,
    },
    { records: [chatExample(7)], count: 1, hasMore, cursor: hasMore ? 'b' : null, unreads: 3 },
  ],
  pageParams: [null, 'a'],
});
const shown = (data: ChatPages | null) => data?.pages.map(({ records }) => records.map(({ id }) => id));
const later = { updatedAt: '2026-11-20T13:00:00.000Z', version: 2 };

describe('a changed chat', () => {
  it('moves to the top with its last message, and the unread messages are counted again on every page', () => {
    const next = withChat(pages(true), chatExample(7, { ...later, lastMessage: 'Oi' }, [0, 2]), BRUNO);
    expect(shown(next)).toEqual([[7, 9, 8], []]);
    expect(next?.pages.map(({ unreads, count }) => [unreads, count])).toEqual([
      [5, 3],
      [5, 0],
    ]);
    expect(next?.pages[0]?.records[0]?.lastMessage).toBe('Oi');
  });

  it('stays at its place if only its title or what members have read changes', () => {
    const next = withChat(pages(true), chatExample(8, { version: 2, title: 'Outro' }), BRUNO);
    expect(shown(next)).toEqual([[9, 8], [7]]);
    expect(next?.pages[0]?.unreads).toBe(2);
    expect(next?.pages[0]?.records[1]?.title).toBe('Outro');
  });

  it('changes nothing in an older or repeated state', () => {
    const data = pages(true);
    expect(withChat(data, chatExample(8, { title: 'Antes' }), BRUNO)).toBe(data);
  });

  it('is left to the server if it may be on a page that is not loaded', () => {
    expect(withChat(pages(true), chatExample(3, later, [0, 1]), BRUNO)).toBeNull();
  });
});

describe('a new chat', () => {
  it('is inserted by the time of its last message, with its unread messages', () => {
    const next = withChat(pages(false), chatExample(10, {}, [0, 4]), BRUNO);
    expect(shown(next)).toEqual([[10, 9, 8], [7]]);
    expect(next?.pages[0]?.unreads).toBe(7);
    expect(shown(withChat(pages(false), chatExample(3), BRUNO))).toEqual([
      [9, 8],
      [7, 3],
    ]);
  });

  it('is inserted into an empty list', () => {
    const empty = {
      pages: [{ records: [], count: 0, hasMore: false, cursor: null, unreads: 0 }],
      pageParams: [null],
    };
    expect(shown(withChat(empty, chatExample(1), BRUNO))).toEqual([[1]]);
  });
});

describe('a removed chat', () => {
  it('disappears with its unread messages', () => {
    const next = withoutChat(pages(true), 8, BRUNO);
    expect(shown(next)).toEqual([[9], [7]]);
    expect(next?.pages[0]?.unreads).toBe(2);
  });

  it('changes nothing if it is unknown, but is left to the server if it may be on a page that is not loaded', () => {
    const data = pages(false);
    expect(withoutChat(data, 3, BRUNO)).toBe(data);
    expect(withoutChat(pages(true), 3, BRUNO)).toBeNull();
  });
});

it('a user who is no member has no unread messages', () => {
  expect(unreadOf(chatExample(1, {}, [1, 2, 3]), 99)).toBe(0);
});
