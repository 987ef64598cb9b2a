import { describe, expect, it } from 'vitest';
import { asItIs, holdOrder, rowsMovedDown } from './hold-order.ts';
import { ticketExample } from './ticket-example.ts';

const [one, two, three] = [ticketExample(1), ticketExample(2), ticketExample(3)];
const held = [three, two, one];
const rowsOf = ({ rows }: { rows: readonly { ticket: { id: number }; gone: boolean }[] }) =>
  rows.map(({ ticket, gone }) => (gone ? `(${ticket.id})` : `${ticket.id}`)).join(' ');

describe('a list that is held', () => {
  it('is as it is while nothing happens', () => {
    expect(holdOrder(held, held)).toEqual(asItIs(held));
  });

  it('keeps a ticket that got news in its place, with its news', () => {
    const woken = ticketExample(1, { updatedAt: '2026-11-21T00:00:00.000Z', lastMessage: 'Alô?' });
    const shown = holdOrder(held, [woken, three, two]);
    expect(rowsOf(shown)).toBe('3 2 1');
    expect(shown.rows[2]?.ticket.lastMessage).toBe('Alô?');
    expect(shown.news).toBe(1);
  });

  it('leaves out what is new, and says how much', () => {
    const shown = holdOrder(held, [ticketExample(5), ticketExample(4), ...held]);
    expect(rowsOf(shown)).toBe('3 2 1');
    expect(shown.news).toBe(2);
  });

  it('keeps the row of what is gone, marked as such', () => {
    const shown = holdOrder(held, [three, one]);
    expect(rowsOf(shown)).toBe('3 (2) 1');
    expect(shown.news).toBe(0);
  });

  it('adds the next page at its end', () => {
    const next = ticketExample(0);
    const shown = holdOrder(held, [...held, next]);
    expect(rowsOf(shown)).toBe('3 2 1 0');
    expect(shown.news).toBe(0);
  });

  it('says nothing of news that moved nothing', () => {
    const first = ticketExample(3, { updatedAt: '2026-11-21T00:00:00.000Z' });
    expect(holdOrder(held, [first, two, one]).news).toBe(0);
  });
});

describe('what is in sight of a scrolled list', () => {
  it('moves down by what came in above it, and up by what left', () => {
    expect(rowsMovedDown([2, 1], held, [ticketExample(5), ticketExample(4), ...held])).toBe(2);
    expect(rowsMovedDown([2, 1], held, [two, one])).toBe(-1);
  });

  it('is not moved by a row of it that went elsewhere', () => {
    const woken = ticketExample(2, { updatedAt: '2026-11-21T00:00:00.000Z' });
    expect(rowsMovedDown([2, 1], held, [woken, three, one])).toBe(0);
    expect(rowsMovedDown([9], held, held)).toBe(0);
  });
});
