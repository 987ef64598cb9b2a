import type { HelpView } from '@prosa/shared/contracts/helps.ts';
import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** Returns the helps that contain a text in their title or description. Case and accents do not count. */
export const findHelps = (helps: readonly HelpView[], words: string): readonly HelpView[] => {
  const wanted = normalizeForSearch(words);
  return helps.filter(({ title, description }) =>
    normalizeForSearch(`${title}\n${description}`).includes(wanted),
  );
};
