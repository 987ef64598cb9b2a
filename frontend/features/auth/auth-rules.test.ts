import { describe, expect, it } from 'vitest';
import { passwordScore, passwordStrength } from './password-score.ts';
import { expiryWarningDays, isExpired } from './subscription.ts';

const DAY_MS = 86_400_000;
const DUE = '2026-12-01T00:00:00.000Z';
const due = Date.parse(DUE);

describe('a subscription', () => {
  it('runs while now is before its due date', () => {
    expect(isExpired(DUE, due - 1)).toBe(false);
    expect(isExpired(DUE, due)).toBe(true);
  });

  it('warns under five days', () => {
    expect(expiryWarningDays(DUE, due - 5 * DAY_MS)).toBeNull();
    expect(expiryWarningDays(DUE, due - 4 * DAY_MS)).toBe(4);
    expect(expiryWarningDays(DUE, due - 1)).toBe(1);
    expect(expiryWarningDays(DUE, due + 1)).toBeNull();
  });
});

describe('a password', () => {
  it.each([
    ['', 0, 'weak'],
    ['senha', 1, 'weak'],
    ['Senha', 2, 'weak'],
    ['Senha1', 3, 'medium'],
    ['Senha123', 4, 'medium'],
    ['Senha123!', 5, 'strong'],
  ])('%j scores %i and is %s', (password, score, strength) => {
    expect(passwordScore(password)).toBe(score);
    expect(passwordStrength(score)).toBe(strength);
  });
});
