import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';
import type { ParsedSearch } from './parse-search.ts';

/** Length of a found message's text in lists, in characters. */
export const FOUND_TEXT_CHARS = 80;
/** How many of these characters precede the found word. */
const LEAD_CHARS = 16;
const WORD = /[\p{L}\p{N}]+/gu;

/** Returns the part of a text around the first word that a search found, on one line; cut ends are marked by `…`. */
export const foundText = (text: string, { lookUp, others }: ParsedSearch): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const wanted = [lookUp, ...others];
  const first = [...line.matchAll(WORD)].find(([word]) => {
    const plain = normalizeForSearch(word);
    return wanted.some((part) => plain.includes(part));
  });
  const at = first?.index ?? 0;
  const gap = line.indexOf(' ', at - LEAD_CHARS);
  const start = at <= LEAD_CHARS ? 0 : gap === -1 || gap >= at ? at : gap + 1;
  const points = [...line.slice(start)];
  const end = points.length > FOUND_TEXT_CHARS;
  const shown = end ? points.slice(0, FOUND_TEXT_CHARS - 1).join('') : points.join('');
  return `${start > 0 ? '…' : ''}${shown}${end ? '…' : ''}`;
};
