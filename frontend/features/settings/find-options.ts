import { normalizeForSearch, searchWords } from '@prosa/shared/rules/normalize-for-search.ts';

/**
 * Whether a setting matches a search: its texts (label, help, choices, section) contain every word of it. An empty
 * search matches everything.
 */
export const matchesSearch = (search: string, texts: readonly string[]): boolean => {
  const searched = normalizeForSearch(texts.join(' '));
  return searchWords(search).every((word) => searched.includes(word));
};
