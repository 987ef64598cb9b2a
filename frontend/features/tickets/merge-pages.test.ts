import { describe, expect, it } from 'vitest';
import { mergePages } from './merge-pages.ts';
import { ticketExample } from './ticket-example.ts';

const hit = (ticketId: number, text: string) => ({
  ticketId,
  messageId: `1.1.${text}`,
  text,
  createdAt: '2026-11-20T12:00:00.000Z',
});

describe('mergePages', () => {
  it('a ticket that several pages find is listed once, at its first position, with all its messages', () => {
    const [first, second] = [ticketExample(1), ticketExample(2)];
    const { tickets, found } = mergePages([
      { tickets: [second, first], found: [hit(1, 'a'), hit(1, 'b')] },
      { tickets: [first], found: [hit(1, 'c')] },
      { tickets: [] },
    ]);
    expect(tickets.map(({ id }) => id)).toEqual([2, 1]);
    expect(found.get(1)?.map(({ text }) => text)).toEqual(['a', 'b', 'c']);
    expect(found.has(2)).toBe(false);
  });
});
