/**
 * Maximum length of an input text that is repeated in a response; field names are shorter, and nobody reads further.
 */
const TEXT_MAX = 200;
const ENTRIES_MAX = 20;
const LEVELS_MAX = 4;

/** Cuts an input text that is repeated in a response to a readable length. */
export const shortenText = (text: string, max: number = TEXT_MAX): string =>
  text.length <= max ? text : `${text.slice(0, max)}…`;

/** Limits the texts, lists, keys and depth of a plain value, so that a response never repeats the complete input. */
export const shorten = (value: unknown, level = 0): unknown => {
  if (typeof value === 'string') return shortenText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level >= LEVELS_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((entry) => shorten(entry, level + 1));
  const entries = Object.entries(value).slice(0, ENTRIES_MAX);
  return Object.fromEntries(entries.map(([key, entry]) => [shortenText(key), shorten(entry, level + 1)]));
};
