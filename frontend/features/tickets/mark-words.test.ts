import { describe, expect, it } from 'vitest';
import { markWords } from './mark-words.ts';

const shown = (text: string, search: string) =>
  markWords(text, search)
    .map((part) => (part.marked ? `[${part.text}]` : part.text))
    .join('');

describe('markWords', () => {
  it.each([
    ['…segue a GARANTÍA, da nota.', 'garantia nota', '…segue a [GARANTÍA], da [nota].'],
    ['Código 48213', '4821', 'Código [48213]'],
    ['<b>nota</b>', 'nota', '<b>[nota]</b>'],
    ['Olá', '', 'Olá'],
    ['', 'nota', ''],
  ])('%j searched for %j becomes %j', (text, search, parts) => {
    expect(shown(text, search)).toBe(parts);
  });
});
