const MARKS = /\p{M}+/gu;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;
/**
 * Control and format characters, except line breaks, tabs and the joiner of emoji. Names of earlier releases are stored
 * without them, so keys and indexes are made without them.
 */
const NOT_IN_KEYS = /(?![\t\n\r\u200d])[\p{Cc}\p{Cf}]/gu;
/** Characters without a form of their own: format characters, joiners, selectors, fillers. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

const normalized = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/ı/g, 'i').replace(NOT_WORD, ' ').trim();
const split = (words: string): string[] => words.split(' ').filter((word) => word !== '');

/**
 * The forms in which texts are compared, never stored in place of a text nor sent (S-37; see `written-text.ts`). All
 * ignore compatibility forms (NFKD: `2ª` is `2a`), case, accents and punctuation, and have single spaces.
 */

/**
 * Returns the form of a name for indexes, markers and lists. Rows contain it, so the form of a name must never change.
 */
export const normalizeForSearch = (name: string): string => normalized(name.replace(NOT_IN_KEYS, ''));

/** Returns the form in which a customer's words are compared with a company's: invisible characters do not count. */
export const comparableText = (text: string): string => normalized(text.replace(UNSEEN, ''));
/** Returns the words of a text in the form of {@link comparableText}. */
export const comparableWords = (text: string): string[] => split(comparableText(text));

/** Returns the words of a name in the form of {@link normalizeForSearch}. */
export const nameWords = (name: string): string[] => split(normalizeForSearch(name));

/**
 * Returns the words by which messages are indexed and searched. Joiners separate words here: each part of a Persian
 * compound is found.
 */
export const searchWords = (text: string): string[] => split(normalized(text));

/** Returns a name without compatibility forms and without the characters that no key has. */
export const plainName = (name: string): string => name.normalize('NFKC').replace(NOT_IN_KEYS, '').trim();
