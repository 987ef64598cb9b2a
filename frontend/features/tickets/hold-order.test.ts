import { describe, expect, it } from 'vitest';
import { asItIs, holdOrder, rowsMovedDown } from './hold-order.ts';
import { ticketExample } from './ticket-example.ts';

const [one, two, three] = [ticketExample(1), ticketExample(2), ticketExample(3)];
const held = [three, two, one];
const rowsOf = ({ rows }: { rows: readonly { ticket: { id: number }; gone: boolean }[] }) =>
  rows.map(({ ticket, gone }) => (gone ? `(${ticket.id})` : `${ticket.id}`)).join(' ');

describe('list with a held order', () => {
  it('is unchanged without events', () => {
    expect(holdOrder(held, held)).toEqual(asItIs(held));
  });

  it('keeps an updated ticket at its position, with its new content', () => {
    const woken = ticketExample(1, { updatedAt: '2026-11-21T00:00:00.000Z', lastMessage: 'Alô?' });
    const shown = holdOrder(held, [woken, three, two]);
    expect(rowsOf(shown)).toBe('3 2 1');
    expect(shown.rows[2]?.ticket.lastMessage).toBe('Alô?');
    expect(shown.news).toBe(1);
  });

  it('leaves out new tickets and counts them', () => {
    const shown = holdOrder(held, [ticketExample(5), ticketExample(4), ...held]);
    expect(rowsOf(shown)).toBe('3 2 1');
    expect(shown.news).toBe(2);
  });

  it('keeps the row of a removed ticket, marked as gone', () => {
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

  it('does not count updates that change no position', () => {
    const first = ticketExample(3, { updatedAt: '2026-11-21T00:00:00.000Z' });
    expect(holdOrder(held, [first, two, one]).news).toBe(0);
  });
});

describe('visible rows of a scrolled list', () => {
  it('move down by the rows inserted above them, and up by the rows removed', () => {
    expect(rowsMovedDown([2, 1], held, [ticketExample(5), ticketExample(4), ...held])).toBe(2);
    expect(rowsMovedDown([2, 1], held, [two, one])).toBe(-1);
  });

  it('are not counted as moved when one of them went elsewhere', () => {
    const woken = ticketExample(2, { updatedAt: '2026-11-21T00:00:00.000Z' });
    expect(rowsMovedDown([2, 1], held, [woken, three, one])).toBe(0);
    expect(rowsMovedDown([9], held, held)).toBe(0);
  });
});
