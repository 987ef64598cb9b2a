import { describe, expect, it } from 'vitest';
import {
  hasFollowUp,
  isPlanning,
  isRemovable,
  momentOf,
  OFFERED_ACTS,
  progressOf,
} from './campaign-status.ts';

const COUNTS = {
  valid: 0,
  skipped: 0,
  confirmationRequested: 0,
  confirmed: 0,
  declined: 0,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  answered: 0,
  optedOut: 0,
};
const EARLY = '2026-11-20T08:00:00.000Z';
const LATE = '2026-11-20T09:00:00.000Z';

describe('acts on a campaign', () => {
  it('cancel is offered while it runs, restart after it was cancelled, nothing at its end', () => {
    expect(OFFERED_ACTS.EM_ANDAMENTO).toContain('cancel');
    expect(OFFERED_ACTS.CANCELADA).toEqual(['restart']);
    expect(OFFERED_ACTS.FINALIZADA).toEqual([]);
  });

  it('it can be deleted unless it runs', () => {
    expect(isRemovable({ status: 'EM_ANDAMENTO' })).toBe(false);
    expect(isRemovable({ status: 'PAUSADA' })).toBe(true);
  });

  it('it can be repeated once it is over, if somebody got it', () => {
    expect(hasFollowUp({ status: 'FINALIZADA', counts: { ...COUNTS, sent: 1 } })).toBe(true);
    expect(hasFollowUp({ status: 'FINALIZADA', counts: COUNTS })).toBe(false);
    expect(hasFollowUp({ status: 'PAUSADA', counts: { ...COUNTS, sent: 1 } })).toBe(false);
  });
});

describe('the progress of a campaign', () => {
  it.each([
    [0, 0, 0],
    [200, 0, 0],
    [200, 50, 0.25],
    [200, 200, 1],
  ])('of %i valid and %i delivered is %d', (valid, delivered, share) => {
    expect(progressOf({ ...COUNTS, valid, delivered })).toBe(share);
  });
});

describe('the plan of a campaign', () => {
  it.each([
    ['after its start', 'EM_ANDAMENTO' as const, 30, true],
    ['later', 'EM_ANDAMENTO' as const, 180, false],
    ['after a cancellation', 'CANCELADA' as const, 30, false],
  ])('may be in the making %s', (_what, status, seconds, expected) => {
    expect(isPlanning({ status, updatedAt: EARLY }, Date.parse(EARLY) + seconds * 1000)).toBe(expected);
  });
});

describe('the moment of a campaign', () => {
  const none = { scheduledAt: null, startedAt: null, completedAt: null };
  it.each([
    ['none before its start', { ...none, status: 'INATIVA' as const }, null],
    [
      'its time',
      { ...none, status: 'PROGRAMADA' as const, scheduledAt: LATE },
      { kind: 'scheduled', at: LATE },
    ],
    [
      'its start',
      { ...none, status: 'EM_ANDAMENTO' as const, scheduledAt: EARLY, startedAt: LATE },
      { kind: 'started', at: LATE },
    ],
    [
      'its end',
      { ...none, status: 'FINALIZADA' as const, startedAt: EARLY, completedAt: LATE },
      { kind: 'completed', at: LATE },
    ],
  ])('is %s', (_what, campaign, moment) => {
    expect(momentOf(campaign)).toEqual(moment);
  });
});
