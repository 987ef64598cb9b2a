import { describe, expect, it } from 'vitest';
import { useWebhookKills } from './support/webhook-kills.ts';

const { killHalf, killAtAnyMoment } = useWebhookKills();

describe('killing the webhook function', () => {
  it('R01: kills before a delivery is queued lose and duplicate none of 20 deliveries, 10 of them killed', async () => {
    expect(await killHalf('before', 20)).toBe(20 / 2);
  });

  it('R02: kills after a delivery is queued and before the response lose and duplicate none of 20 deliveries, 10 of them killed', async () => {
    expect(await killHalf('after', 20)).toBe(20 / 2);
  });

  it('R01, R02: kills at any moment lose and duplicate none of 50 deliveries', async () => {
    expect(await killAtAnyMoment(50)).toBeGreaterThanOrEqual(50 / 10);
  });
});
