import { normalizeForSearch, searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

/** Shorter words are not in the index. */
const MIN_WORD_CHARS = 2;
const LIKE_A_NUMBER = /^\+?[\d\s().-]+$/;

/** A search as the index can answer it: one word is looked up, the others are checked on what it finds. */
export interface ParsedSearch {
  lookUp: string;
  others: readonly string[];
}

/** Undefined where nothing searchable was typed. A telephone number is one word, however it is written. */
export const parseSearch = (text: string): ParsedSearch | undefined => {
  const trimmed = text.trim();
  if (LIKE_A_NUMBER.test(trimmed)) {
    const digits = trimmed.replace(/\D/g, '').replace(/^0+/, '');
    return digits.length < MIN_WORD_CHARS ? undefined : { lookUp: digits, others: [] };
  }
  const words = [...new Set(searchWords(trimmed))];
  const [lookUp, ...others] = words.toSorted((a, b) => b.length - a.length);
  return lookUp === undefined || lookUp.length < MIN_WORD_CHARS ? undefined : { lookUp, others };
};

/** Whether every word of a search is in a contact's name or number. */
export const contactMatches = (contact: { name: string; number: string }, search: ParsedSearch): boolean => {
  const name = normalizeForSearch(contact.name);
  return [search.lookUp, ...search.others].every(
    (word) => name.includes(word) || contact.number.includes(word),
  );
};
