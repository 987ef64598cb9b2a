import { describe, expect, it } from 'vitest';
import { useWebhookKills } from '../integration/support/webhook-kills.ts';

const DELIVERIES = Number(process.env.SOAK_DELIVERIES ?? 200);
const { killHalf, killAtAnyMoment } = useWebhookKills();

describe(`killing the webhook function during ${DELIVERIES} deliveries`, () => {
  it('R01: kills before a delivery is queued lose and duplicate no delivery; half of them are killed', async () => {
    expect(await killHalf('before', DELIVERIES)).toBe(DELIVERIES / 2);
  });

  it('R02: kills after a delivery is queued and before the response lose and duplicate no delivery; half of them are killed', async () => {
    expect(await killHalf('after', DELIVERIES)).toBe(DELIVERIES / 2);
  });

  it('R01, R02: kills at any moment lose and duplicate no delivery', async () => {
    expect(await killAtAnyMoment(DELIVERIES)).toBeGreaterThanOrEqual(DELIVERIES / 10);
  });
});
