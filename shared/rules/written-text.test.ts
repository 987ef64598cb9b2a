import { HARD_TEXTS, INVISIBLE_NAMES } from '@prosa/tests/support/hard-texts.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, writtenName, writtenText } from './written-text.ts';

const RUNS = { numRuns: 3000, seed: 37 };
/** Parts that people write: letters of scripts with their joiners, signs, and whole emoji. */
const part = fc.constantFrom(
  ...HARD_TEXTS.filter(({ written, stored }) => written === stored).flatMap(({ stored }) => [
    stored,
    ...stored.split(' '),
  ]),
  ...' .,!?-_/()@#+"\'',
  ...'aZ09çãßİıſΩяあ漢한ก',
  '\n',
  '\t',
);
const writing = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(''));
const broken = fc
  .array(
    fc.oneof(
      part,
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        ...INVISIBLE_NAMES.flatMap((name) => [...name]),
        '\ud83d',
        '\u{1f3f4}',
        '\u{e0067}',
        '\u0301',
      ),
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''));

describe('S-37: texts are stored as people write them', () => {
  it.each(HARD_TEXTS)('$what', ({ written, stored }) => {
    expect(writtenText(written)).toBe(stored);
    expect(writtenText(stored)).toBe(stored);
  });

  it('no letter, sign, joiner in a word or emoji is changed, except into composed letters', () => {
    fc.assert(
      fc.property(writing, (text) => {
        expect(writtenText(text)).toBe(text.normalize('NFC'));
      }),
      RUNS,
    );
  });

  it('any letter, digit, sign and mark of any script stays', () => {
    const assigned = /^[\p{L}\p{N}\p{P}\p{S}\p{M}\p{Zs}]$/u;
    const lost: string[] = [];
    for (let point = 0x20; point <= 0x3ffff; point++) {
      const char = String.fromCodePoint(point);
      if (assigned.test(char) && writtenText(char) !== char.normalize('NFC')) lost.push(char);
    }
    expect(lost).toEqual([]);
  });

  it('a stored text stays unchanged, is composed, and has no control character or override', () => {
    fc.assert(
      fc.property(broken, (text) => {
        const stored = writtenText(text);
        expect(writtenText(stored)).toBe(stored);
        expect(stored.normalize('NFC')).toBe(stored);
        expect(stored.isWellFormed()).toBe(true);
        expect(stored).not.toMatch(/(?![\t\n\r])[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
      RUNS,
    );
  });

  it('line breaks and tabs stay', () => {
    expect(writtenText('a\r\nb\tc\n')).toBe('a\r\nb\tc\n');
  });

  it('S-34: takes time linear in the length of a text', () => {
    const length = 300_000;
    for (const unit of ['\u200d', '\u200b', '\u{1f3f4}\u{e0067}', '\u202e', 'a\u200b', '\u0301'])
      expect(writtenText(unit.repeat(length / unit.length)).length).toBeLessThanOrEqual(length);
  });
});

describe('S-37: names of invisible characters alone', () => {
  it.each(INVISIBLE_NAMES.map((name) => [name]))('%j is no name', (name) => {
    expect(isVisible(name)).toBe(false);
    expect(writtenName(name)).toBe('');
    expect(writtenName(`${name}A`)).toContain('A');
  });

  it('whatever shows something is a name', () => {
    for (const { stored } of HARD_TEXTS) expect(writtenName(stored)).toBe(stored.trim());
    for (const name of ['.', '-', '🇧🇷', '❤️', '1️⃣', '½', '한', 'ㅋ', 'ᠬ', '�'])
      expect(writtenName(name)).toBe(name);
  });

  it('are trimmed, and stay unchanged when cleaned again', () => {
    fc.assert(
      fc.property(broken, (text) => {
        const name = writtenName(text);
        expect(writtenName(name)).toBe(name);
        expect(name.trim()).toBe(name);
        expect(isVisible(name)).toBe(name !== '');
      }),
      RUNS,
    );
  });
});
