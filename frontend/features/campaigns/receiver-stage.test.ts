import { describe, expect, it } from 'vitest';
import { stageOf } from './receiver-stage.ts';

const NONE = {
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  answeredAt: null,
  confirmationRequestedAt: null,
  confirmedAt: null,
};
const FIRST = '2026-11-20T08:00:00.000Z';
const SECOND = '2026-11-20T09:00:00.000Z';
const THIRD = '2026-11-20T10:00:00.000Z';
const FOURTH = '2026-11-20T11:00:00.000Z';
const sent = { state: 'sent', sentAt: FIRST } as const;
const asked = { confirmationRequestedAt: FIRST } as const;

describe('the stage of a receiver', () => {
  it.each([
    ['sent', { ...NONE, ...sent }, FIRST],
    ['delivered', { ...NONE, ...sent, deliveredAt: SECOND }, SECOND],
    ['read', { ...NONE, ...sent, deliveredAt: SECOND, readAt: THIRD }, THIRD],
    ['answered', { ...NONE, ...sent, readAt: THIRD, answeredAt: FOURTH }, FOURTH],
    ['asked', { ...NONE, ...asked, state: 'asked' as const }, FIRST],
    ['agreed', { ...NONE, ...asked, state: 'agreed' as const, confirmedAt: SECOND }, SECOND],
    ['declined', { ...NONE, ...asked, state: 'declined' as const, answeredAt: SECOND }, SECOND],
    ['failed', { ...NONE, state: 'failed' as const, sentAt: FIRST }, FIRST],
    ['skipped', { ...NONE, state: 'skipped' as const }, null],
    ['waiting', { ...NONE, state: 'waiting' as const }, null],
  ])('%s is the last one that it reached, with its time', (stage, receiver, at) => {
    expect(stageOf(receiver)).toEqual({ stage, at });
  });
});
