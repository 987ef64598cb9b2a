import { describe, expect, it } from 'vitest';
import { type FrameBudget, fullBudget, spendFrame } from './frame-budget.ts';

/** Returns how many frames of this size are accepted, with one frame every `everyMs`. */
const taken = (count: number, bytes: number, everyMs: number): number => {
  let budget: FrameBudget | undefined = fullBudget(0);
  for (let i = 0; i < count; i++) {
    budget = spendFrame(budget, bytes, i * everyMs);
    if (budget === undefined) return i;
  }
  return count;
};

describe('the frame budget of a WebSocket connection', () => {
  it('allows four seconds of a held-down key, and heartbeats forever', () => {
    expect(taken(240, 80, 1000 / 60)).toBe(240);
    expect(taken(100_000, 40, 30_000)).toBe(100_000);
  });

  it('stops a flood of frames or of bytes', () => {
    expect(taken(10_000, 80, 1)).toBeLessThan(250);
    expect(taken(10_000, 80, 0)).toBe(200);
    expect(taken(10_000, 4096, 100)).toBeLessThan(25);
  });

  it('refills over time up to its initial size, and not if the clock goes back', () => {
    let budget = fullBudget(0);
    for (let i = 0; i < 200; i++) budget = spendFrame(budget, 10, 0) ?? budget;
    expect(spendFrame(budget, 10, 0)).toBeUndefined();
    expect(spendFrame(budget, 10, -60_000)).toBeUndefined();
    expect(spendFrame(budget, 10, 100)).toBeDefined();
    expect(spendFrame(budget, 10, 86_400_000)?.frames).toBe(199);
  });
});
