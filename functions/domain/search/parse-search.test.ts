import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactTokens } from './contact-tokens.ts';
import { contactMatches, parseSearch } from './parse-search.ts';

describe('parseSearch', () => {
  it('looks up the longest word and checks the others', () => {
    expect(parseSearch('  Ana  da SÍLVA ')).toEqual({ lookUp: 'silva', others: ['ana', 'da'] });
    expect(parseSearch('a')).toBeUndefined();
    expect(parseSearch('  ?! ')).toBeUndefined();
  });

  it('accepts a number in any spelling', () => {
    expect(parseSearch('+351 912 345 678')).toEqual({ lookUp: '351912345678', others: [] });
    for (const number of ['+55 (11) 98888-7777', '551188887777', '11 8888-7777']) {
      expect(parseSearch(number)).toEqual({ lookUp: '88887777', others: ['11'] });
    }
    expect(parseSearch('98888-7777')).toEqual({ lookUp: '88887777', others: [] });
    expect(parseSearch('011 98888')).toEqual({ lookUp: '1198888', others: [] });
    expect(parseSearch('7')).toBeUndefined();
  });

  it('finds a contact by any part of a word of its name and by the end of its number', () => {
    const word = fc.stringMatching(/^[a-z]{2,9}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.nat(),
        (words, which, from) => {
          const contact = { name: words.join(' '), number: '5511988887777', isGroup: false };
          const chosen = words[which % words.length] ?? '';
          const part = chosen.slice(from % (chosen.length - 1));
          const search = parseSearch(part);
          expect(search).toBeDefined();
          if (search === undefined) return;
          expect(contactMatches(contact, search)).toBe(true);
          expect(contactTokens(contact).some((token) => token.startsWith(search.lookUp))).toBe(true);
        },
      ),
    );
  });

  it('requires every word', () => {
    const search = parseSearch('ana 8888');
    if (search === undefined) throw new Error('nothing to search');
    expect(contactMatches({ name: 'Ana', number: '5511988887777' }, search)).toBe(true);
    expect(contactMatches({ name: 'Bia', number: '5511988887777' }, search)).toBe(false);
  });
});
