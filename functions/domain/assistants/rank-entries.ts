import { tellingNumbers, tellingWords } from './telling-words.ts';

/** A word of a question counts more in a title, which says what an entry is about. */
const TITLE_WEIGHT = 2;

/** A text with a title, which a question may concern. */
export interface Rankable {
  id: number;
  title: string;
  text: string;
}

const termsOf = (text: string): Set<string> => new Set([...tellingWords(text), ...tellingNumbers(text)]);

/** Returns the terms that both sets have. */
export const both = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((term) => other.has(term));

/**
 * Returns the entries that share a telling word or a number with a question, the best first, then those of the highest
 * id. A word counts more the fewer entries have it.
 * @param compare decides between entries of equal rank, before their ids
 */
export const rankEntries = <E extends Rankable>(
  entries: readonly E[],
  asked: string,
  compare: (a: E, b: E) => number = () => 0,
): E[] => {
  const wanted = termsOf(asked);
  if (wanted.size === 0) return [];
  const found = entries.map((entry) => {
    const title = both(wanted, termsOf(entry.title));
    return { entry, title, all: new Set([...title, ...both(wanted, termsOf(entry.text))]) };
  });
  const weights = new Map(
    [...wanted].map((term) => {
      const having = found.filter(({ all }) => all.has(term)).length;
      return [term, Math.log(1 + (entries.length + 1) / (having + 1))];
    }),
  );
  const sum = (terms: Iterable<string>): number =>
    [...terms].reduce((total, term) => total + (weights.get(term) ?? 0), 0);
  return found
    .filter(({ all }) => all.size > 0)
    .map(({ entry, title, all }) => ({ entry, rank: sum(all) + (TITLE_WEIGHT - 1) * sum(title) }))
    .toSorted((a, b) => b.rank - a.rank || compare(a.entry, b.entry) || b.entry.id - a.entry.id)
    .map(({ entry }) => entry);
};
