import type { Contact } from '@prosa/shared/entities/contact.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { hideNumbersOf } from '@prosa/shared/rules/hide-numbers.ts';
import { nameWords } from '@prosa/shared/rules/normalize-for-search.ts';
import { canonicalIdentities } from '../contacts/canonical-identity.ts';

/** Length of the shortest search that finds a contact by a part of its name. */
export const NAME_TOKEN_MIN = 2;
/** Lengths of the ends of a number that are tokens. A search by the shorter one is the shortest by an end. */
const NUMBER_ENDS = [8, 4] as const;
const SHORTEST_END = 4;
/** Calling codes of one and two digits as ITU-T E.164 assigns them; all others have three. */
const CALLING_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;
/** A word of a name that is a number with area code: a contact without a name is called by its number. */
const WHOLE_NUMBER = /^\d{10,}$/;
const BRAZIL = '55';
const BRAZILIAN_AREA_DIGITS = 2;
/** Maximum characters of a token. Longer tokens are truncated. */
export const TOKEN_MAX = 40;
/** Each token is a row to write, so a name with more words is found by its first ones only. */
const MAX_WORDS = 8;
const MAX_TOKENS = 64;

interface Searched {
  name: string;
  /** One or more numbers, separated by spaces. */
  number: string;
  isGroup: boolean;
}

/** Returns the searchable data of a contact, including the numbers of contacts that were merged into it. */
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

const tails = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - NAME_TOKEN_MIN + 1) }, (_none, start) => word.slice(start));

/** Returns the tokens of a number: whole, without country code, in Brazil without area code, and two of its ends. */
const numberTokens = (digits: string): string[] => {
  const [callingCode = ''] = CALLING_CODE.exec(digits) ?? [];
  const national = digits.slice(callingCode.length);
  return [
    digits,
    national,
    ...(callingCode === BRAZIL ? [national.slice(BRAZILIAN_AREA_DIGITS)] : []),
    ...NUMBER_ENDS.map((length) => digits.slice(-length)),
  ].filter(({ length }) => length >= SHORTEST_END);
};

/**
 * Returns the number's end under which a search for these digits finds the numbers that end with them; undefined if no
 * token but those that begin with the digits can match. So any end of four digits or more is found, but only its
 * beginning and two more ends are tokens, because each token is a row to write.
 */
export const numberEnd = (digits: string): string | undefined => {
  const length = NUMBER_ENDS.find((end) => end <= digits.length);
  return length === undefined || length === digits.length || /\D/.test(digits)
    ? undefined
    : digits.slice(-length);
};

/**
 * Returns the search tokens of a contact: the tails of every word of its name, starting at any letter, and its number
 * in parts (see {@link numberEnd}), also where it is a word of the name. A search matches tokens that begin with it.
 */
export const contactTokens = (contact: Searched): string[] => {
  const words = nameWords(contact.name).slice(0, MAX_WORDS);
  const numbers = contact.isGroup ? [] : contact.number.split(' ').map((one) => one.replace(/\D/g, ''));
  // Whole words and the number come first, so a very long name loses only tails of its last words.
  const wanted = [
    ...words.filter((word) => word.length >= NAME_TOKEN_MIN),
    ...numbers.flatMap(numberTokens),
    ...words.flatMap((word) => (WHOLE_NUMBER.test(word) ? numberTokens(word) : tails(word))),
  ].map((token) => token.slice(0, TOKEN_MAX));
  return [...new Set(wanted)].slice(0, MAX_TOKENS);
};

/**
 * Returns a contact without its number, for the search by users from whom numbers are hidden. They search only this,
 * so neither results nor their count reveal a digit (S-58).
 */
export const withoutNumber = <T extends Searched>(contact: T): T => {
  const numbers = contact.number.split(' ').map((number) => ({ number }));
  const isTold = hideNumbersOf(...numbers).name(contact.name) !== contact.name;
  const words = nameWords(contact.name).filter((word) => !/\d/.test(word));
  return { ...contact, name: isTold ? words.join(' ') : contact.name, number: '' };
};

/** Only tokens that start with a digit can come from a number. */
const beginsWithDigit = (text: string): boolean => /^\d/.test(text);

/**
 * Whether a search uses the second of two indexes. The first contains all tokens; the second contains the tokens of
 * names that start with a digit, for users from whom numbers are hidden.
 */
export const looksInNames = (lookUp: string, hidesNumbers: boolean): boolean =>
  hidesNumbers && beginsWithDigit(lookUp);

/** Returns the index rows of a contact, for both indexes. */
export const indexedTokens = (contact: Searched): { token: string; ofNames: boolean }[] => [
  ...contactTokens(contact).map((token) => ({ token, ofNames: false })),
  ...contactTokens(withoutNumber(contact))
    .filter(beginsWithDigit)
    .map((token) => ({ token, ofNames: true })),
];
