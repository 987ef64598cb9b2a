import { expect, it } from 'vitest';
import { maskTime } from './mask-time.ts';

it.each([
  ['', ''],
  ['0', '0'],
  ['08', '08'],
  ['083', '08:3'],
  ['0830', '08:30'],
  ['08:30', '08:30'],
  ['08305', '08:30'],
  ['8h30', '83:0'],
  ['08:', '08'],
])('maskTime formats %j as %j', (typed, shown) => {
  expect(maskTime(typed)).toBe(shown);
});
