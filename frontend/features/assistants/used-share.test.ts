import { expect, it } from 'vitest';
import { usedShare } from './used-share.ts';

it.each([
  ['without a limit', 0, 500, null],
  ['below the limit', 1000, 250, 0.25],
  ['above the limit', 1000, 1200, 1],
])('the used share of the month %s', (_what, monthlyTokens, tokens, share) => {
  expect(usedShare({ monthlyTokens, usage: { month: '2026-11', tokens, answers: 1 } })).toBe(share);
});
