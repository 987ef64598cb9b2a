import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

/** As the emoji picker's data has them: code points in hex, names in one language. */
export interface NamedEmoji {
  readonly u: string;
  readonly n: readonly string[];
}

/** Shorter words find too much, and are typed as faces: `:D`, `:p`. */
const WORD_MIN = 2;
const SHOWN_MAX = 8;
const TYPED = /(?:^|[\s(])(:([\p{L}\p{M}\d_+-]{2,30}))$/u;

/** The word after a colon that ends where the cursor stands, and where its colon is; null where none is being typed. */
export const typedEmojiName = (text: string, cursor: number): { word: string; from: number } | null => {
  const [, whole = '', word = ''] = TYPED.exec(text.slice(0, cursor)) ?? [];
  return word.length < WORD_MIN ? null : { word, from: cursor - whole.length };
};

const normalNames = new WeakMap<readonly string[], string[]>();

/** There are two thousand emoji with ten names each: each is made comparable once. */
const normalOf = (names: readonly string[]): string[] => {
  const known = normalNames.get(names) ?? names.map(normalizeForSearch);
  normalNames.set(names, known);
  return known;
};

/** How well names fit a word: the lower the better; null where none does. */
const rankOf = (names: readonly string[], word: string): number | null => {
  const normal = normalOf(names);
  if (normal.includes(word)) return 0;
  if (normal.some((name) => name.startsWith(word))) return 1;
  return normal.some((name) => name.includes(` ${word}`)) ? 2 : null;
};

/** Emoji whose names begin with a word, or have a word that does; the closest first, at most eight. */
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
