const MARKS = /\p{M}+/gu;
const NOT_WORD = /[^\p{L}\p{N}]+/gu;

/** Normalizes a text for every index and comparison: without case and accents, with single spaces. */
export const normalizeForSearch = (text: string): string =>
  text.normalize('NFKD').replace(MARKS, '').toLowerCase().replace(/ı/g, 'i').replace(NOT_WORD, ' ').trim();

/** Returns the normalised words of a text. */
export const searchWords = (text: string): string[] =>
  normalizeForSearch(text)
    .split(' ')
    .filter((word) => word !== '');
