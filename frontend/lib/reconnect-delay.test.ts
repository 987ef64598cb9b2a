import { describe, expect, it } from 'vitest';
import { FIRST_RECONNECT_MS, MAX_RECONNECT_MS, reconnectDelay } from './reconnect-delay.ts';

describe('waiting before a reconnection', () => {
  it('is one second at first, whatever chance says', () => {
    expect([0, 0.5, 0.99].map((random) => reconnectDelay(0, random))).toEqual([
      FIRST_RECONNECT_MS,
      FIRST_RECONNECT_MS,
      FIRST_RECONNECT_MS,
    ]);
  });

  it('then spreads from nothing to a limit that doubles up to 30 seconds', () => {
    expect(reconnectDelay(1, 0)).toBe(0);
    expect([1, 2, 3, 4].map((failures) => reconnectDelay(failures, 1))).toEqual([2000, 4000, 8000, 16_000]);
    expect(reconnectDelay(50, 1)).toBe(MAX_RECONNECT_MS);
  });
});
