import { describe, expect, it } from 'vitest';
import { LATE_AFTER_S, secondsSince, splitWait, toneOf, VERY_LATE_AFTER_S, waitingSince } from './wait.ts';

const NOON = '2026-11-20T12:00:00.000Z';
const after = (seconds: number): number => Date.parse(NOON) + seconds * 1_000;

describe('waiting time', () => {
  it('returns whole seconds, and 0 for a clock that is behind', () => {
    expect([0, 0.9, 61.5, -5].map((seconds) => secondsSince(NOON, after(seconds)))).toEqual([0, 0, 61, 0]);
  });

  it('starts when the ticket got its place, or with its last activity if the server does not say', () => {
    expect(waitingSince({ placedAt: NOON, updatedAt: '2026-11-20T13:00:00.000Z' })).toBe(NOON);
    expect(waitingSince({ updatedAt: NOON })).toBe(NOON);
  });

  it('is late from five minutes, and very late from fifteen', () => {
    expect([0, LATE_AFTER_S - 1, LATE_AFTER_S, VERY_LATE_AFTER_S - 1, VERY_LATE_AFTER_S].map(toneOf)).toEqual(
      ['calm', 'calm', 'late', 'late', 'veryLate'],
    );
    expect([LATE_AFTER_S, VERY_LATE_AFTER_S]).toEqual([300, 900]);
  });

  it('is shown in its two largest units', () => {
    expect([59, 60, 3_599, 3_660, 86_399, 90_000].map(splitWait)).toEqual([
      { unit: 'seconds', seconds: 59 },
      { unit: 'minutes', minutes: 1 },
      { unit: 'minutes', minutes: 59 },
      { unit: 'hours', hours: 1, minutes: 1 },
      { unit: 'hours', hours: 23, minutes: 59 },
      { unit: 'days', days: 1, hours: 1 },
    ]);
  });
});
