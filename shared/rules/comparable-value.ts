import { normalizeForSearch, plainName } from './normalize-for-search.ts';

/**
 * Returns the form of a name in which duplicates are equal: without case, accents and punctuation. Markers contain it,
 * so the form of a name must never change.
 */
export const uniqueName = (name: string): string => normalizeForSearch(name) || plainName(name).toLowerCase();

const SHORT_COLOR = /^#([0-9a-f]{3,4})$/;

/** Returns the form of a colour in which duplicates are equal: lower case, with all digits written out. */
export const uniqueColor = (color: string): string => {
  const lower = color.toLowerCase();
  const digits = SHORT_COLOR.exec(lower)?.[1];
  return digits === undefined ? lower : `#${[...digits].map((digit) => digit + digit).join('')}`;
};
