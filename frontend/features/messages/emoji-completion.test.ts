import { describe, expect, it } from 'vitest';
import { findEmoji, typedEmojiName } from './emoji-completion.ts';

const ALL = [
  { u: '1f600', n: ['rosto', 'feliz', 'rosto risonho'] },
  { u: '1f44d', n: ['joia', 'mão', 'polegar para cima'] },
  { u: '1f44d-1f3fd', n: ['polegar médio'] },
  { u: '2764-fe0f', n: ['amor', 'coração vermelho'] },
];

describe('emoji completion', () => {
  it.each([
    [':pol', { word: 'pol', from: 0 }],
    ['oi :cora', { word: 'cora', from: 3 }],
    ['oi (:co', { word: 'co', from: 4 }],
  ])('is offered in %j', (text, expected) => {
    expect(typedEmojiName(text, text.length)).toEqual(expected);
  });

  it.each([':D', ':', 'às 10:30', 'https://a', 'nota:boa', ':um dois', ''])(
    'is not offered in %j',
    (text) => {
      expect(typedEmojiName(text, text.length)).toBeNull();
    },
  );

  it('uses the text up to the cursor', () => {
    expect(typedEmojiName('oi :pole bem', 7)).toEqual({ word: 'pol', from: 3 });
  });

  it('matches any word of a name without accents, whole names first', () => {
    expect(findEmoji(ALL, 'coracao')).toEqual([{ emoji: '❤️', name: 'coração vermelho' }]);
    expect(findEmoji(ALL, 'polegar').map(({ emoji }) => emoji)).toEqual(['👍', '👍🏽']);
    expect(findEmoji(ALL, 'risonho').map(({ emoji }) => emoji)).toEqual(['😀']);
    expect(findEmoji(ALL, 'xyz')).toEqual([]);
  });
});
