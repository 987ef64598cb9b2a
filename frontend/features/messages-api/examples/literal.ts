import type { Json } from './example-request.ts';

/** How a programming language writes values. */
export interface Syntax {
  quote: (text: string) => string;
  list: readonly [string, string];
  map: readonly [string, string];
  /** Between a name and its value. */
  pair: string;
  words: { true: string; false: string; null: string };
  indent: string;
}

/** Returns a value in the syntax of a programming language, over several lines; the first one is not indented. */
export const literal = (value: Json, syntax: Syntax, depth = 0): string => {
  const { quote, list, map, pair, words, indent } = syntax;
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? words.true : words.false;
  if (value === null) return words.null;
  const [open, close] = Array.isArray(value) ? list : map;
  const entries = Array.isArray(value)
    ? value.map((entry: Json) => literal(entry, syntax, depth + 1))
    : Object.entries(value).map(
        ([name, entry]) => `${quote(name)}${pair}${literal(entry, syntax, depth + 1)}`,
      );
  if (entries.length === 0) return `${open}${close}`;
  const inner = indent.repeat(depth + 1);
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}\n${indent.repeat(depth)}${close}`;
};
