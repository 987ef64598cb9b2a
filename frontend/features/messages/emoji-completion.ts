import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** An emoji in the emoji picker's data: code points in hex, names in one language. */
export interface NamedEmoji {
  readonly u: string;
  readonly n: readonly string[];
}

/** Minimum length of the typed word. Shorter words match too many emoji, and are typed as emoticons: `:D`, `:p`. */
const WORD_MIN = 2;
const SHOWN_MAX = 8;
const TYPED = /(?:^|[\s(])(:([\p{L}\p{M}\d_+-]{2,30}))$/u;

/**
 * Returns the word after a colon that ends at the cursor, and the colon's position; null when no such word is being
 * typed.
 */
export const typedEmojiName = (text: string, cursor: number): { word: string; from: number } | null => {
  const [, whole = '', word = ''] = TYPED.exec(text.slice(0, cursor)) ?? [];
  return word.length < WORD_MIN ? null : { word, from: cursor - whole.length };
};

const normalNames = new WeakMap<readonly string[], string[]>();

/** Returns the normalised names; cached, because there are two thousand emoji with ten names each. */
const normalOf = (names: readonly string[]): string[] => {
  const known = normalNames.get(names) ?? names.map(normalizeForSearch);
  normalNames.set(names, known);
  return known;
};

/** Returns how well names match a word: lower is better; null when none matches. */
const rankOf = (names: readonly string[], word: string): number | null => {
  const normal = normalOf(names);
  if (normal.includes(word)) return 0;
  if (normal.some((name) => name.startsWith(word))) return 1;
  return normal.some((name) => name.includes(` ${word}`)) ? 2 : null;
};

/** Returns emoji whose names, or words in them, start with the typed word; the best matches first, at most eight. */
export const findEmoji = (all: readonly NamedEmoji[], typed: string): { emoji: string; name: string }[] => {
  const word = normalizeForSearch(typed);
  if (word === '') return [];
  return all
    .flatMap(({ u, n }, index) => {
      const rank = rankOf(n, word);
      return rank === null ? [] : [{ u, n, rank, index }];
    })
    .sort((a, b) => a.rank - b.rank || a.index - b.index)
    .slice(0, SHOWN_MAX)
    .map(({ u, n }) => ({
      emoji: u
        .split('-')
        .map((point) => String.fromCodePoint(Number.parseInt(point, 16)))
        .join(''),
      name: n.at(-1) ?? '',
    }));
};
