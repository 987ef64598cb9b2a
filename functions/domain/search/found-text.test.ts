import { describe, expect, it } from 'vitest';
import { FOUND_TEXT_CHARS, foundText } from './found-text.ts';

const search = { lookUp: 'garantia', others: ['nota'] };

describe('the text of a found message', () => {
  it('is whole where it is short, on one line', () => {
    expect(foundText('A GARANTIA\nvale um ano', search)).toBe('A GARANTIA vale um ano');
    expect(foundText('', search)).toBe('');
  });

  it('begins a little before the first of the words, whatever its case and accents', () => {
    const long = `${'bom dia '.repeat(30)}segue aqui a Nótã da garantia${' e mais'.repeat(40)}`;
    const text = foundText(long, search);
    expect(text).toMatch(/^…(?:\S+ ){1,4}Nótã da garantia e mais/);
    expect(text.endsWith('…')).toBe(true);
    expect([...text].length).toBeLessThanOrEqual(FOUND_TEXT_CHARS + 1);
  });

  it('begins at the word itself where what stands before it is one long word', () => {
    expect(foundText(`${'x'.repeat(150)}/garantia final`, search)).toBe('…garantia final');
  });
});
