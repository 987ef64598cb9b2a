import { normalizeForSearch, searchWords } from '@prosa/shared/rules/normalize-for-search.ts';
import { NAME_TOKEN_MIN, TOKEN_MAX } from './contact-tokens.ts';

/**
 * A Brazilian mobile number, with or without country code, area code and ninth digit, because it is stored with or
 * without the ninth digit.
 */
const BRAZILIAN_MOBILE = /^(?:(?:55)?(\d{2}))?9?([6-9]\d{7})$/;
const LIKE_A_NUMBER = /^\+?[\d\s().-]+$/;
/** The zeros dialled before an area code or a country code. Four or five digits with a zero are rather the end of a number. */
const DIALLED_ZEROS = /^0+(?=\d{5})/;

/** A search in a form that the index can answer: one word is looked up, and the others are checked on the results. */
export interface ParsedSearch {
  lookUp: string;
  others: readonly string[];
}

/** Parses a search. Undefined if it contains nothing searchable. A telephone number is one word, in any spelling. */
export const parseSearch = (text: string): ParsedSearch | undefined => {
  const trimmed = text.trim();
  if (LIKE_A_NUMBER.test(trimmed)) {
    const digits = trimmed.replace(/\D/g, '').replace(DIALLED_ZEROS, '');
    const [, areaCode, subscriber] = BRAZILIAN_MOBILE.exec(digits) ?? [];
    if (subscriber !== undefined)
      return { lookUp: subscriber, others: areaCode === undefined ? [] : [areaCode] };
    return digits.length < NAME_TOKEN_MIN ? undefined : { lookUp: digits.slice(0, TOKEN_MAX), others: [] };
  }
  const words = [...new Set(searchWords(trimmed))];
  const [lookUp, ...others] = words.toSorted((a, b) => b.length - a.length);
  return lookUp === undefined || lookUp.length < NAME_TOKEN_MIN
    ? undefined
    : { lookUp: lookUp.slice(0, TOKEN_MAX), others };
};

/** Whether a text contains every word of a search. */
export const textMatches = (text: string, { lookUp, others }: ParsedSearch): boolean => {
  const normalized = normalizeForSearch(text);
  return [lookUp, ...others].every((word) => normalized.includes(word));
};

/** Whether every word of a search is in a contact's name or number. */
export const contactMatches = (contact: { name: string; number: string }, search: ParsedSearch): boolean => {
  const name = normalizeForSearch(contact.name);
  return [search.lookUp, ...search.others].every(
    (word) => name.includes(word) || contact.number.includes(word),
  );
};
