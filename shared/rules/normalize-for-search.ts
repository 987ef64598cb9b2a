const MARKS = /\p{M}+/gu;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;

/** Case- and accent-free text with single spaces, as every index and every comparison uses it. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/ı/g, 'i').replace(NOT_WORD, ' ').trim();

/** The words of a text, normalised. */
export const searchWords = (text: string): string[] =>
  normalizeForSearch(text)
    .split(' ')
    .filter((word) => word !== '');
