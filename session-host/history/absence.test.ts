import { describe, expect, it } from 'vitest';
import { absenceUntil, askedFor, heardOf, isOver, nextChat, pageBefore } from './absence.ts';

const NOW = Date.UTC(2026, 10, 24, 12);
const HOUR_MS = 3_600_000;
const first = (id: string) => ({ id, fromMe: false, atMs: NOW });
const absence = () => {
  const found = absenceUntil(NOW, NOW - 48 * HOUR_MS);
  if (found === undefined) throw new Error('no absence');
  return found;
};

describe('an absence', () => {
  it('does not exist if it is shorter than a day, or if its beginning is unknown', () => {
    expect(absenceUntil(NOW, NOW - 24 * HOUR_MS + 1)).toBeUndefined();
    expect(absenceUntil(NOW, undefined)).toBeUndefined();
    expect(absenceUntil(NOW, NOW - 24 * HOUR_MS)).toMatchObject({ returnedMs: NOW, chats: {} });
  });

  it('yields each chat once, in the order of their first messages, from the first message on', () => {
    const two = heardOf(heardOf(absence(), 'a', first('1'), NOW), 'b', first('2'), NOW);
    const heard = heardOf(two, 'a', first('3'), NOW);
    expect(heard).toBe(two);
    expect(nextChat(heard)).toEqual({ chat: 'a', anchor: first('1') });
    const asked = askedFor(heard, 'a');
    expect(nextChat(asked)).toEqual({ chat: 'b', anchor: first('2') });
    expect(nextChat(askedFor(asked, 'b'))).toBeUndefined();
  });

  it('is limited to twenty chats, and ends with the last of them or after a day', () => {
    let heard = absence();
    for (let chat = 0; chat < 25; chat++) heard = heardOf(heard, `chat ${chat}`, first(String(chat)), NOW);
    expect(Object.keys(heard.chats)).toHaveLength(20);
    expect(isOver(heard, NOW + 25 * HOUR_MS)).toBe(false);
    for (const chat of Object.keys(heard.chats)) heard = askedFor(heard, chat);
    expect(isOver(heard, NOW)).toBe(true);
    const late = absence();
    expect(heardOf(late, 'a', first('1'), NOW + 24 * HOUR_MS)).toBe(late);
    expect(isOver(absence(), NOW + 24 * HOUR_MS - 1)).toBe(false);
    expect(isOver(absence(), NOW + 24 * HOUR_MS)).toBe(true);
  });

  it('goes back page by page to its beginning, five pages at most', () => {
    const at = (hoursAgo: number) => ({
      messages: 50,
      oldest: { id: 'x', fromMe: true, atMs: NOW - hoursAgo * HOUR_MS },
    });
    expect(pageBefore(absence(), at(40), 1)).toEqual(at(40).oldest);
    expect(pageBefore(absence(), at(49), 1)).toBeUndefined();
    expect(pageBefore(absence(), at(40), 5)).toBeUndefined();
    expect(pageBefore(absence(), { messages: 0, oldest: undefined }, 1)).toBeUndefined();
  });
});
