import { describe, expect, it } from 'vitest';
import { passwordScore, passwordStrength } from './password-score.ts';

describe('password strength', () => {
  it.each([
    ['', 0, 'weak'],
    ['senha', 1, 'weak'],
    ['Senha', 2, 'weak'],
    ['Senha1', 3, 'medium'],
    ['Senha123', 4, 'medium'],
    ['Senha123!', 5, 'strong'],
  ])('the password %j scores %i points and rates %s', (password, score, strength) => {
    expect(passwordScore(password)).toBe(score);
    expect(passwordStrength(score)).toBe(strength);
  });
});
