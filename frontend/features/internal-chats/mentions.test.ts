import { describe, expect, it } from 'vitest';
import { findMentioned, mentionedIn, splitMentions, typedMention } from './mentions.ts';

const MEMBERS = [
  { id: 1, name: 'Ana' },
  { id: 2, name: 'Ana Paula Reis' },
  { id: 3, name: 'José Álvares' },
];

describe('the typed name', () => {
  it.each([
    ['@', 1, { from: 0, word: '' }],
    ['oi @an', 6, { from: 3, word: 'an' }],
    ['oi @ana paula', 13, { from: 3, word: 'ana paula' }],
    ['a@example.com', 13, null],
    ['oi @ ana', 8, null],
    ['@ana\noi', 7, null],
    ['oi @ana', 2, null],
    [`@${'a'.repeat(41)}`, 42, null],
  ])('in %j before position %i is %j', (text, cursor, expected) => {
    expect(typedMention(text, cursor)).toEqual(expected);
  });
});

describe('members offered', () => {
  const idsOf = (word: string) => findMentioned(MEMBERS, word).map(({ id }) => id);
  it('have a name, or a word of it, that begins with the typed text, without regard to accents', () => {
    expect(idsOf('')).toEqual([1, 2, 3]);
    expect(idsOf('an')).toEqual([1, 2]);
    expect(idsOf('alv')).toEqual([3]);
    expect(idsOf('jose a')).toEqual([3]);
    expect(idsOf('na')).toEqual([]);
  });

  it('are gone behind a complete name, so that Enter sends', () => {
    expect(idsOf('Ana ')).toEqual([2]);
    expect(idsOf('Ana Paula Reis ')).toEqual([]);
  });
});

describe('mentions in a text', () => {
  it('are names of members after an @, the longest that fits', () => {
    expect(splitMentions('oi @Ana Paula Reis, e @Ana!', MEMBERS)).toEqual([
      { text: 'oi ', userId: null },
      { text: '@Ana Paula Reis', userId: 2 },
      { text: ', e ', userId: null },
      { text: '@Ana', userId: 1 },
      { text: '!', userId: null },
    ]);
  });

  it('are no parts of words or addresses', () => {
    expect(mentionedIn('@Anabela x@Ana @Pedro @', MEMBERS)).toEqual([]);
    expect(splitMentions('sem nada', MEMBERS)).toEqual([{ text: 'sem nada', userId: null }]);
  });

  it('are counted once for each member', () => {
    expect(mentionedIn('@Ana @José Álvares @Ana', MEMBERS)).toEqual([1, 3]);
  });
});
