import { describe, expect, it } from 'vitest';
import { messageExample } from './message-example.ts';
import { unreadLine } from './unread-line.ts';

const sortKey = (index: number) => `2026-11-21T10:00:00.000Z#${String(index).padStart(4, '0')}`;
const conversation = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    messageExample(`1.1.${from + index}`, '2026-11-21T10:00:00.000Z', {
      sortKey: sortKey(from + index),
      fromMe: (from + index) % 5 === 0,
    }),
  );

describe('unread line', () => {
  it("is above the oldest of the contact's last unread messages, not counting own messages", () => {
    const messages = conversation(0, 20);
    expect(unreadLine(messages, 5, sortKey(19), true)).toEqual({ firstUnreadId: '1.1.14', above: 0 });
    expect(unreadLine(messages, 0, sortKey(19), true)).toEqual({ firstUnreadId: null, above: 0 });
  });

  it('reports how many unread messages are not loaded yet', () => {
    expect(unreadLine(conversation(20, 40), 24, sortKey(39), true)).toEqual({
      firstUnreadId: null,
      above: 8,
    });
    expect(unreadLine(conversation(0, 40), 24, sortKey(39), true)).toEqual({
      firstUnreadId: '1.1.11',
      above: 0,
    });
  });

  it('does not move when messages arrive after the conversation was opened', () => {
    expect(unreadLine(conversation(0, 30), 5, sortKey(19), true).firstUnreadId).toBe('1.1.14');
  });

  it('is above the first message when fewer messages exist than were counted as unread', () => {
    expect(unreadLine(conversation(0, 10), 50, sortKey(9), false)).toEqual({
      firstUnreadId: '1.1.1',
      above: 0,
    });
  });
});
