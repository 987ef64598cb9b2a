import { normalizeForSearch, searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

interface TextPart {
  /** Where it begins in the text. */
  at: number;
  text: string;
  marked: boolean;
}

const WORDS = /([\p{L}\p{N}]+)/u;

/** A text in parts, of which those are marked that a search has found: whole words that have one of its own in them. */
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
