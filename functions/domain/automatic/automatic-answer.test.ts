import { describe, expect, it } from 'vitest';
import { answersAtWith, MAX_ANSWERS_PER_WINDOW, mayAnswer } from './automatic-answer.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const SECOND = 1000;

describe('mayAnswer', () => {
  it('S-49: speaks 20 times in five minutes and no more, and again when they have passed', () => {
    let answersAt: string[] = [];
    let nowMs = NOW;
    for (let said = 0; said < MAX_ANSWERS_PER_WINDOW; said++) {
      expect(mayAnswer(answersAt, nowMs)).toBe(true);
      answersAt = answersAtWith(answersAt, nowMs);
      nowMs += SECOND;
    }
    expect(MAX_ANSWERS_PER_WINDOW).toBe(20);
    expect(mayAnswer(answersAt, nowMs)).toBe(false);
    expect(mayAnswer(answersAt, NOW + 300 * SECOND - 1)).toBe(false);
    expect(mayAnswer(answersAt, NOW + 300 * SECOND)).toBe(true);
    expect(answersAtWith(answersAt, NOW + 3600 * SECOND)).toHaveLength(1);
  });
});
