import { describe, expect, it } from 'vitest';
import { FOUND_TEXT_CHARS, foundText } from './found-text.ts';

const search = { lookUp: 'garantia', others: ['nota'] };

describe('foundText', () => {
  it('returns a short text completely, on one line', () => {
    expect(foundText('A GARANTIA\nvale um ano', search)).toBe('A GARANTIA vale um ano');
    expect(foundText('', search)).toBe('');
  });

  it('starts a little before the first found word, ignoring case and accents', () => {
    const long = `${'bom dia '.repeat(30)}segue aqui a Nótã da garantia${' e mais'.repeat(40)}`;
    const text = foundText(long, search);
    expect(text).toMatch(/^…(?:\S+ ){1,4}Nótã da garantia e mais/);
    expect(text.endsWith('…')).toBe(true);
    expect([...text].length).toBeLessThanOrEqual(FOUND_TEXT_CHARS + 1);
  });

  it('starts at the found word if a long word precedes it', () => {
    expect(foundText(`${'x'.repeat(150)}/garantia final`, search)).toBe('…garantia final');
  });
});
