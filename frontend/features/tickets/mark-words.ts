import { normalizeForSearch, searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

interface TextPart {
  /** Position in the text. */
  at: number;
  text: string;
  marked: boolean;
}

const WORDS = /([\p{L}\p{N}]+)/u;

/** Splits a text into parts and marks the words that a search found: whole words that contain a search word. */
export const markWords = (text: string, search: string): TextPart[] => {
  const wanted = searchWords(search);
  let at = 0;
  const parts: TextPart[] = [];
  for (const part of text.split(WORDS)) {
    const plain = normalizeForSearch(part);
    if (part !== '') parts.push({ at, text: part, marked: wanted.some((word) => plain.includes(word)) });
    at += part.length;
  }
  return parts;
};
