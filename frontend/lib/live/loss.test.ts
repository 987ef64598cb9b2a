import { describe, expect, it } from 'vitest';
import { LOST_AFTER_MS, lossOf } from './loss.ts';

describe('lossOf', () => {
  it('shows a lost network at once, regardless of the WebSocket connection’s state', () => {
    for (const state of ['connecting', 'open', 'lost'] as const)
      expect(lossOf(false, state)).toEqual({ loss: 'offline', afterMs: 0 });
  });

  it('shows a lost WebSocket connection within 3 s, and a slow start later', () => {
    expect(lossOf(true, 'lost')?.afterMs).toBe(LOST_AFTER_MS);
    expect(LOST_AFTER_MS).toBeLessThan(3000);
    expect(lossOf(true, 'connecting')?.afterMs).toBeGreaterThan(LOST_AFTER_MS);
    expect(lossOf(true, 'open')).toBeNull();
  });
});
