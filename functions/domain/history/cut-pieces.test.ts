import { expect, it } from 'vitest';
import { cutPieces } from './cut-pieces.ts';

it('cuts at a hundred messages, in their order', () => {
  const messages = Array.from({ length: 250 }, (_, index) => index);
  const pieces = cutPieces(messages);
  expect(pieces.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(pieces.flat()).toEqual(messages);
});

it('cuts before a piece grows over 200 kB, and gives a larger message a piece of its own', () => {
  const large = 'x'.repeat(90_000);
  expect(cutPieces([large, large, large]).map(({ length }) => length)).toEqual([2, 1]);
  expect(cutPieces(['a', 'x'.repeat(300_000), 'b']).map(({ length }) => length)).toEqual([1, 1, 1]);
  expect(cutPieces([])).toEqual([]);
});
