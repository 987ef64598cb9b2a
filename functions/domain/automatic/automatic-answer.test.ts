import { describe, expect, it } from 'vitest';
import { answersAtWith, MAX_ANSWERS_PER_WINDOW, mayAnswer } from './automatic-answer.ts';
import { fileOverLimitAnswers } from './file-over-limit.ts';

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

describe('fileOverLimitAnswers', () => {
  const media = { key: '', mimeType: 'video/mp4', fileName: '', size: 1, voice: false, durationS: null };
  const over = {
    fromMe: false,
    media: { ...media, state: 'failed' as const, reason: 'ERR_FILESIZE_OVER_LIMIT' },
  };
  const person = { isGroup: false };

  it('names the limit, and quotes the file', () => {
    const [answer, ...more] = fileOverLimitAnswers(over, person, 64);
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ rule: 'file-over-limit', quotes: true });
    expect(answer?.text).toContain('64 MB');
  });

  it('says nothing to groups, to ourselves, or about other failures', () => {
    expect(fileOverLimitAnswers(over, { ...person, isGroup: true }, 64)).toEqual([]);
    expect(fileOverLimitAnswers({ ...over, fromMe: true }, person, 64)).toEqual([]);
    expect(fileOverLimitAnswers({ ...over, media: { ...over.media, reason: 'gone' } }, person, 64)).toEqual(
      [],
    );
    expect(fileOverLimitAnswers({ fromMe: false, media: null }, person, 64)).toEqual([]);
  });
});
