import { LANGUAGES } from '@prosa/shared/entities/user.ts';
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
    const [answer, ...more] = fileOverLimitAnswers(over, person, 64, 'pt');
    expect(more).toEqual([]);
    expect(answer).toMatchObject({ rule: 'file-over-limit', quotes: true });
    expect(answer?.text).toContain('64 MB');
  });

  it('speaks the language of the company, and writes numbers as it does', () => {
    const said = LANGUAGES.map((language) => fileOverLimitAnswers(over, person, 1024, language)[0]?.text);
    expect(said).toEqual([
      'Não conseguimos receber este arquivo: ele passa do limite de 1.024 MB. Envie um arquivo menor.',
      'We could not receive this file: it is over the limit of 1,024 MB. Send a smaller one.',
      'No pudimos recibir este archivo: supera el límite de 1,024 MB. Envía uno más pequeño.',
      'Bu dosyayı alamadık: 1.024 MB sınırını aşıyor. Daha küçük bir dosya gönderin.',
    ]);
  });

  it('says nothing to groups, to ourselves, or about other failures', () => {
    expect(fileOverLimitAnswers(over, { ...person, isGroup: true }, 64, 'pt')).toEqual([]);
    expect(fileOverLimitAnswers({ ...over, fromMe: true }, person, 64, 'pt')).toEqual([]);
    expect(
      fileOverLimitAnswers({ ...over, media: { ...over.media, reason: 'gone' } }, person, 64, 'pt'),
    ).toEqual([]);
    expect(fileOverLimitAnswers({ fromMe: false, media: null }, person, 64, 'pt')).toEqual([]);
  });
});
