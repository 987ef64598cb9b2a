/** Longest text that is repeated of what somebody sent: names of fields are shorter, and nobody reads on. */
const TEXT_MAX = 200;
const ENTRIES_MAX = 20;
const LEVELS_MAX = 4;

/** A text that is repeated, cut where it is longer than anybody reads. */
export const shortenText = (text: string, max: number = TEXT_MAX): string =>
  text.length <= max ? text : `${text.slice(0, max)}…`;

/** A plain value whose texts, lists, keys and depth are bounded, so that an answer never repeats what was sent in full. */
export const shorten = (value: unknown, level = 0): unknown => {
  if (typeof value === 'string') return shortenText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (level >= LEVELS_MAX) return '…';
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map((entry) => shorten(entry, level + 1));
  const entries = Object.entries(value).slice(0, ENTRIES_MAX);
  return Object.fromEntries(entries.map(([key, entry]) => [shortenText(key), shorten(entry, level + 1)]));
};
