import { normalizeForSearch } from '@prosa/shared/rules/normalize-for-search.ts';

export interface Mentionable {
  id: number;
  name: string;
}

const MARK = '@';
/** Maximum of members that the list offers, so that it does not cover the messages. */
const OFFERED = 8;
/** Longest part of a name that is searched; a longer text is no name any more. */
const TYPED_MAX = 40;

/** Returns the part of a name that is typed after an `@` before the cursor, and the position of the `@`. */
export const typedMention = (text: string, cursor: number): { from: number; word: string } | null => {
  const before = text.slice(0, cursor);
  const from = before.lastIndexOf(MARK);
  if (from < 0 || /\S/.test(before[from - 1] ?? ' ')) return null;
  const word = before.slice(from + 1);
  return word.length > TYPED_MAX || /^\s|\n/.test(word) ? null : { from, word };
};

/**
 * Returns the members with a name of which a word starts with the typed text. Full names that start with it come first.
 */
export const findMentioned = (members: readonly Mentionable[], word: string): Mentionable[] => {
  // After a space the name must go on, so that the list closes behind a complete name.
  const wanted = `${normalizeForSearch(word)}${/\s$/.test(word) ? ' ' : ''}`;
  const rankOf = ({ name }: Mentionable): number => {
    const own = normalizeForSearch(name);
    if (own.startsWith(wanted)) return 0;
    return own.includes(` ${wanted}`) ? 1 : 2;
  };
  return members
    .map((member) => ({ member, rank: rankOf(member) }))
    .filter(({ rank }) => rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, OFFERED)
    .map(({ member }) => member);
};

export interface TextPart {
  text: string;
  /** Id of the user whom this part mentions; null for other text. */
  userId: number | null;
}

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** Splits a text into mentions (`@name`) and other text. A longer name is preferred to one that it begins with. */
export const splitMentions = (text: string, members: readonly Mentionable[]): TextPart[] => {
  const longestFirst = members
    .filter(({ name }) => name !== '')
    .toSorted((a, b) => b.name.length - a.name.length);
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    if (isWordChar(text[at - 1])) continue;
    const found = longestFirst.find(
      ({ name }) => text.startsWith(name, at + 1) && !isWordChar(text[at + 1 + name.length]),
    );
    if (found === undefined) continue;
    const end = at + 1 + found.name.length;
    if (at > from) parts.push({ text: text.slice(from, at), userId: null });
    parts.push({ text: text.slice(at, end), userId: found.id });
    from = end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), userId: null });
  return parts;
};

/** Returns the ids of the members whom a text mentions, each once. */
export const mentionedIn = (text: string, members: readonly Mentionable[]): number[] => [
  ...new Set(splitMentions(text, members).flatMap(({ userId }) => (userId === null ? [] : [userId]))),
];
