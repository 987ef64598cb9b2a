import { describe, expect, it } from 'vitest';
import { countedOnce, isRepeated, isTooQuick, MAX_MECHANICAL_ANSWERS, textKey } from './answer-limit.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND_MS = 1000;
const at = (ms: number): string => new Date(NOW + ms).toISOString();
const SAID = { at: at(0), key: textKey('Olá! Escolha:') };

describe('the limit of answers to a machine', () => {
  it('S-49: allows 20 answers in five minutes, and again after the five minutes', () => {
    let countedAt: string[] | undefined = [];
    for (let second = 0; second < MAX_MECHANICAL_ANSWERS; second++)
      countedAt = countedOnce({ countedAt: countedAt ?? [] }, NOW + second * SECOND_MS);
    expect(countedAt).toHaveLength(20);
    const full = { countedAt: countedAt ?? [] };
    expect(countedOnce(full, NOW + 300 * SECOND_MS - 1)).toBeUndefined();
    expect(countedOnce(full, NOW + 300 * SECOND_MS)).toHaveLength(20);
    expect(countedOnce(full, NOW + 3600 * SECOND_MS)).toHaveLength(1);
  });
});

describe('isTooQuick', () => {
  it.each([
    ['a long text within a second', 60, 1, true],
    ['a long text after some seconds', 60, 3, false],
    ['a tapped answer at once', 40, 0, false],
    ['a text that takes a minute, after ten seconds', 400, 10, true],
    ['a text that takes a minute, after a minute', 400, 60, false],
    ['a long text after the window', 20_000, 301, false],
  ])(
    'decides by length and elapsed time that no person can have written a message: %s',
    (_name, chars, seconds, expected) => {
      const message = { body: 'x'.repeat(chars), sentAt: at(seconds * SECOND_MS) };
      expect(isTooQuick(message, SAID)).toBe(expected);
      expect(isTooQuick(message, null)).toBe(false);
    },
  );
});

describe('isRepeated', () => {
  it('is true for a text that equals the system’s last one, for five minutes', () => {
    expect(isRepeated('Olá! Escolha:', SAID, NOW + 299 * SECOND_MS)).toBe(true);
    expect(isRepeated('Olá! Escolha:', SAID, NOW + 300 * SECOND_MS)).toBe(false);
    expect(isRepeated('Olá! Escolha!', SAID, NOW)).toBe(false);
    expect(isRepeated('Olá! Escolha:', null, NOW)).toBe(false);
  });
});
