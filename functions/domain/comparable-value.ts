import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** The form in which two names count as the same: without case, accents and punctuation. */
export const uniqueName = (name: string): string => normalizeForSearch(name) || name.toLowerCase();

const SHORT_COLOR = /^#([0-9a-f]{3,4})$/;

/** The form in which two colours count as the same: lower case, every digit written out. */
export const uniqueColor = (color: string): string => {
  const lower = color.toLowerCase();
  const digits = SHORT_COLOR.exec(lower)?.[1];
  return digits === undefined ? lower : `#${[...digits].map((digit) => digit + digit).join('')}`;
};
