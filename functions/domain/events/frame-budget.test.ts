import { describe, expect, it } from 'vitest';
import { type FrameBudget, fullBudget, spendFrame } from './frame-budget.ts';

/** How many of these frames are taken, one every so often. */
const taken = (count: number, bytes: number, everyMs: number): number => {
  let budget: FrameBudget | undefined = fullBudget(0);
  for (let i = 0; i < count; i++) {
    budget = spendFrame(budget, bytes, i * everyMs);
    if (budget === undefined) return i;
  }
  return count;
};

describe('what a socket may send', () => {
  it('is enough for who holds a key down for four seconds, and for a sign of life for ever', () => {
    expect(taken(240, 80, 1000 / 60)).toBe(240);
    expect(taken(100_000, 40, 30_000)).toBe(100_000);
  });

  it('ends with a flood, of frames or of bytes', () => {
    expect(taken(10_000, 80, 1)).toBeLessThan(250);
    expect(taken(10_000, 80, 0)).toBe(200);
    expect(taken(10_000, 4096, 100)).toBeLessThan(25);
  });

  it('comes back with time, but never beyond the beginning, and not with a clock that goes back', () => {
    let budget = fullBudget(0);
    for (let i = 0; i < 200; i++) budget = spendFrame(budget, 10, 0) ?? budget;
    expect(spendFrame(budget, 10, 0)).toBeUndefined();
    expect(spendFrame(budget, 10, -60_000)).toBeUndefined();
    expect(spendFrame(budget, 10, 100)).toBeDefined();
    expect(spendFrame(budget, 10, 86_400_000)?.frames).toBe(199);
  });
});
