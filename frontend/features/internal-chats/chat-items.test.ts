import { expect, it } from 'vitest';
import { chatMessageExample as message } from './chat-example.ts';
import { chatItems } from './chat-items.ts';

const ZONE = 'America/Sao_Paulo';
const at = (time: string, senderId = 1) => ({ createdAt: `2026-11-20T${time}:00.000Z`, senderId });
const shapes = (hasOlder: boolean) =>
  chatItems(
    [
      message(1, at('02:58')),
      message(2, at('03:01')),
      message(3, at('03:02')),
      message(4, at('03:02', 2)),
      message(5, at('03:12', 2)),
    ],
    ZONE,
    hasOlder,
  ).map((item) => (item.kind === 'day' ? item.day : [item.key, item.isFirst, item.isLast]));

it('days of the company are separated, and messages of a sender within five minutes are grouped', () => {
  expect(shapes(false)).toEqual([
    '2026-11-19',
    ['1', true, true],
    '2026-11-20',
    ['2', true, false],
    ['3', false, true],
    ['4', true, true],
    ['5', true, true],
  ]);
});

it('the first day has no line while older messages are not loaded', () => {
  expect(shapes(true)[0]).toEqual(['1', true, true]);
});
