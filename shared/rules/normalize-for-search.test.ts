import { HARD_TEXTS, INVISIBLE_NAMES } from '@prosa/tests/support/hard-texts.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueName } from './comparable-value.ts';
import {
  comparableText,
  comparableWords,
  nameWords,
  normalizeForSearch,
  searchWords,
} from './normalize-for-search.ts';
import { writtenName } from './written-text.ts';

/** How earlier releases stored a name, and made the words and markers of the stored name. */
const storedBefore = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/(?![\t\n\r\u200d])[\p{Cc}\p{Cf}]/gu, '')
    .trim();
const wordsBefore = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/ı/g, 'i')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
const markerBefore = (stored: string): string => wordsBefore(stored) || stored.toLowerCase();

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(...HARD_TEXTS.flatMap(({ written }) => [written, ...written])),
      fc.constantFrom(...INVISIBLE_NAMES.flatMap((name) => [...name])),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));
const RUNS = { numRuns: 3000, seed: 37 };

describe('S-37, I16: names stored by earlier releases', () => {
  it('keep their markers and their place in indexes', () => {
    fc.assert(
      fc.property(texts.map(storedBefore), (name) => {
        fc.pre(name === storedBefore(name));
        expect(uniqueName(name)).toBe(markerBefore(name));
        expect(normalizeForSearch(name)).toBe(wordsBefore(name));
        expect(nameWords(name).join(' ')).toBe(wordsBefore(name));
      }),
      RUNS,
    );
  });

  it('are the same as names that are written like them today', () => {
    fc.assert(
      fc.property(texts, (name) => {
        fc.pre(writtenName(name) !== '' && storedBefore(name) === storedBefore(writtenName(name)));
        expect(uniqueName(writtenName(name))).toBe(markerBefore(storedBefore(name)));
      }),
      RUNS,
    );
  });

  it.each([
    ['2ª via', '2a via'],
    ['100 m²', '100 m2'],
    ['½ preço', '1⁄2 preço'],
    ['Loja™', 'LojaTM'],
    ['ﬁm', 'fim'],
    ['می‌خواهم', 'میخواهم'],
    ['ＳＡＩＲ', 'sair'],
  ])('%j is a duplicate of %j', (written, before) => {
    expect(uniqueName(written)).toBe(markerBefore(before));
  });
});

describe('S-37: comparing', () => {
  it.each([
    ['ＳＡＩＲ', 'sair'],
    ['sa\u200dir', 'sair'],
    ['s\u200ba\u200ci\u00adr\u2060', 'sair'],
    ['sa\u3164ir', 'sair'],
    ['SAÍR!', 'sair'],
    ['2ª Via', '2a via'],
    ['می‌خواهم', 'میخواهم'],
    ['1️⃣', '1'],
  ])('%j counts as %j', (typed, wanted) => {
    expect(comparableText(typed)).toBe(wanted);
    expect(comparableWords(typed).join(' ')).toBe(wanted);
  });

  it('messages are found by the same words as before', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(searchWords(text).join(' ')).toBe(wordsBefore(text));
      }),
      RUNS,
    );
    expect(searchWords('2ª via de 100 m²')).toEqual(['2a', 'via', 'de', '100', 'm2']);
  });
});
