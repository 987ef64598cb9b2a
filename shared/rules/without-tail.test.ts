import { expect, it } from 'vitest';
import { cleanFileName } from './clean-file-name.ts';
import { nameBesideNumber } from './hide-numbers.ts';
import { withoutTail } from './without-tail.ts';

it.each([
  ['abc', 'abc'],
  ['abc..', 'abc'],
  ['a.b.', 'a.b'],
  ['...', ''],
  ['', ''],
])('withoutTail(%j) without dots is %j', (text, expected) => {
  expect(withoutTail(text, (char) => char === '.')).toBe(expected);
});

it('S-34: processing a stranger’s name takes time proportional to its length', () => {
  const startedAt = performance.now();
  expect(cleanFileName(`a${' .'.repeat(50_000)}b.txt`)).toMatch(/^a/);
  expect(cleanFileName(`${'.'.repeat(100_000)}b.txt`)).toBe('b.txt');
  const contact = { number: '5511987654321', identities: [] };
  expect(nameBesideNumber({ ...contact, name: `Ana ${'+('.repeat(50_000)}b` })).toMatch(/^Ana/);
  expect(performance.now() - startedAt).toBeLessThan(500);
});
