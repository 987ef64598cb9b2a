import type { CONDITION_OPERATORS } from '@prosa/shared/flow-nodes/condition.ts';
import { comparableText } from '@prosa/shared/rules/normalize-for-search.ts';

type Operator = (typeof CONDITION_OPERATORS)[number];

/** Texts without letters and digits, such as emoji, are compared as they are. */
const plain = (text: string): string => comparableText(text) || text.trim();

/** Digits with or without separators of thousands, and a fraction behind either separator. */
const DECIMAL = /^([+-]?)([1-9]\d{0,2}(?:[.,\s]\d{3}){1,5}|\d{1,15})(?:[.,](\d{1,10}))?$/;

/** Returns a number as people write it, with either decimal separator; undefined for other texts. */
export const numberIn = (text: string): number | undefined => {
  const found = DECIMAL.exec(text.trim());
  if (found === null) return undefined;
  const [, sign = '', whole = '', fraction = '0'] = found;
  return Number(`${sign}${whole.replace(/\D/g, '')}.${fraction}`);
};

/** Compares two texts: as numbers if both are, otherwise by their letters. Negative if `a` comes first. */
const order = (a: string, b: string): number => {
  const [first, second] = [numberIn(a), numberIn(b)];
  if (first !== undefined && second !== undefined) return first - second;
  const [left, right] = [plain(a), plain(b)];
  return left < right ? -1 : left > right ? 1 : 0;
};

const HOLDS: Readonly<Record<Operator, (value: string, other: string) => boolean>> = {
  contains: (value, other) => plain(value).includes(plain(other)),
  equals: (value, other) => order(value, other) === 0,
  notEquals: (value, other) => order(value, other) !== 0,
  greater: (value, other) => order(value, other) > 0,
  greaterOrEqual: (value, other) => order(value, other) >= 0,
  less: (value, other) => order(value, other) < 0,
  lessOrEqual: (value, other) => order(value, other) <= 0,
  startsWith: (value, other) => plain(value).startsWith(plain(other)),
  endsWith: (value, other) => plain(value).endsWith(plain(other)),
  isEmpty: (value) => value.trim() === '',
  isNotEmpty: (value) => value.trim() !== '',
};

/** Whether a condition holds for a value. Case and accents do not count, and numbers are compared as numbers. */
export const holds = (operator: Operator, value: string, other: string): boolean =>
  HOLDS[operator](value, other);
