import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { searchWords } from '@prosa/shared/rules/normalize-for-search.ts';
import { canonicalIdentities } from '../contacts/canonical-identity.ts';

/** Shortest search that finds a contact by a part of a name. */
export const NAME_TOKEN_MIN = 2;
/** Shortest search that finds a contact by the end of a number. */
export const NUMBER_TOKEN_MIN = 4;
/** Longer tokens are cut. */
export const TOKEN_MAX = 40;
/** Each token is a row to write: a name of more words is found by its first ones. */
const MAX_WORDS = 8;
const MAX_TOKENS = 64;

interface Searched {
  name: string;
  /** One number or several, a space between two. */
  number: string;
  isGroup: boolean;
}

/** A contact as it is searched for: by the numbers of those that were merged into it as well. */
export const searchedContact = ({
  name,
  number,
  isGroup,
  identities,
}: Pick<Contact, 'name' | 'number' | 'isGroup' | 'identities'>): Searched => {
  if (isGroup) return { name, number, isGroup };
  const shown: Identity[] = number === '' ? [] : [{ kind: 'phone', value: number }];
  const phones = canonicalIdentities([...shown, ...identities.filter(({ kind }) => kind === 'phone')]);
  const others = phones.slice(shown.length).map(({ value }) => value);
  return { name, number: [...shown.map(({ value }) => value), ...others].join(' '), isGroup };
};

const tails = (text: string, min: number): string[] =>
  Array.from({ length: Math.max(0, text.length - min + 1) }, (_none, start) => text.slice(start));

/**
 * What a contact is found by: every word of its name from any letter on, and its number from any digit on, with or
 * without the country's and the area's code. A search matches where a token begins with it.
 */
export const contactTokens = (contact: Searched): string[] => {
  const words = searchWords(contact.name).slice(0, MAX_WORDS);
  const numbers = contact.isGroup ? [] : contact.number.split(' ').map((one) => one.replace(/\D/g, ''));
  // Whole words and the number first: a very long name loses tails of its last words.
  const wanted = [
    ...words.filter((word) => word.length >= NAME_TOKEN_MIN),
    ...numbers.flatMap((digits) => tails(digits, NUMBER_TOKEN_MIN)),
    ...words.flatMap((word) => tails(word, NAME_TOKEN_MIN)),
  ].map((token) => token.slice(0, TOKEN_MAX));
  return [...new Set(wanted)].slice(0, MAX_TOKENS);
};

/**
 * A contact by what it is called beside its number. What people find from whom numbers are hidden follows from this and
 * from nothing else: neither hits nor their count tell them a digit (S-58).
 */
export const withoutNumber = <T extends Searched>(contact: T): T => {
  const numbers = contact.number.split(' ').map((number) => ({ number }));
  const isTold = hideNumbersOf(...numbers).name(contact.name) !== contact.name;
  const words = searchWords(contact.name).filter((word) => !/\d/.test(word));
  return { ...contact, name: isTold ? words.join(' ') : contact.name, number: '' };
};

/** Only tokens that begin so may be of a number. */
const beginsWithDigit = (text: string): boolean => /^\d/.test(text);

/**
 * Which of the two indexes a search looks through: one of all tokens; and one of those that begin with a digit and are
 * of names, where nothing is passed over on account of a number.
 */
export const looksInNames = (lookUp: string, hidesNumbers: boolean): boolean =>
  hidesNumbers && beginsWithDigit(lookUp);

/** The rows by which a contact is found, of both indexes. */
export const indexedTokens = (contact: Searched): { token: string; ofNames: boolean }[] => [
  ...contactTokens(contact).map((token) => ({ token, ofNames: false })),
  ...contactTokens(withoutNumber(contact))
    .filter(beginsWithDigit)
    .map((token) => ({ token, ofNames: true })),
];
