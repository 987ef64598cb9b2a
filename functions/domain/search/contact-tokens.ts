import { searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

/** Shortest search that finds a contact by a part of a name. */
export const NAME_TOKEN_MIN = 2;
/** Shortest search that finds a contact by the end of a number. */
export const NUMBER_TOKEN_MIN = 4;
/** Longer tokens are cut. */
export const TOKEN_MAX = 40;
/** Each token is a row to write: a name of more words is found by its first ones. */
const MAX_WORDS = 8;
const MAX_TOKENS = 64;

const tails = (text: string, min: number): string[] =>
  Array.from({ length: Math.max(0, text.length - min + 1) }, (_none, start) => text.slice(start));

/**
 * What a contact is found by: every word of its name from any letter on, and its number from any digit on, with or
 * without the country's and the area's code. A search matches where a token begins with it.
 */
export const contactTokens = (contact: { name: string; number: string; isGroup: boolean }): string[] => {
  const words = searchWords(contact.name).slice(0, MAX_WORDS);
  const digits = contact.isGroup ? '' : contact.number.replace(/\D/g, '');
  // Whole words and the number first: a very long name loses tails of its last words.
  const wanted = [
    ...words.filter((word) => word.length >= NAME_TOKEN_MIN),
    ...tails(digits, NUMBER_TOKEN_MIN),
    ...words.flatMap((word) => tails(word, NAME_TOKEN_MIN)),
  ].map((token) => token.slice(0, TOKEN_MAX));
  return [...new Set(wanted)].slice(0, MAX_TOKENS);
};
