import { expect, it } from 'vitest';
import type { Say } from './adapter.ts';
import { partsOf } from './parts.ts';

const say = (text: string, pauseMs = 0): Say => ({ text, pauseMs });

it('each pause begins a part', () => {
  expect(partsOf([say('a'), say('b'), say('c', 1000), say('d')])).toEqual([
    { pauseMs: 0, says: [say('a'), say('b')] },
    { pauseMs: 1000, says: [say('c', 1000), say('d')] },
  ]);
});

it('an answer that says nothing is one empty part', () => {
  expect(partsOf([])).toEqual([{ pauseMs: 0, says: [] }]);
  expect(partsOf([say(' ', 500), { url: '', pauseMs: 500 }])).toEqual([{ pauseMs: 0, says: [] }]);
});

it('S-49: at most 20 things are said, with pauses of 20 s together', () => {
  const parts = partsOf(Array.from({ length: 50 }, (_none, index) => say(String(index), 3000)));
  expect(parts.flatMap(({ says }) => says)).toHaveLength(20);
  expect(parts.reduce((sum, { pauseMs }) => sum + pauseMs, 0)).toBe(20_000);
});

it('a text is cut, and never in the middle of a character', () => {
  const [part] = partsOf([say(`${'a'.repeat(5_999)}😀`)]);
  const [first] = part?.says ?? [];
  expect(first).toMatchObject({ text: `${'a'.repeat(5_999)}\ufffd` });
});
