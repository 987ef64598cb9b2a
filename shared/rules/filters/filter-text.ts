import { TICKET_STATUSES } from '../../entities/ticket-terms.ts';
import { searchWords } from '../normalize-for-search.ts';
import {
  AGE_FIELDS,
  DAY_FIELDS,
  FILTER_AGE_MAX,
  FILTER_DEPTH_MAX,
  FILTER_RATE_MAX,
  FILTER_TERMS_MAX,
  FILTER_VALUES_MAX,
  FILTER_WORDS_MAX,
  type FilterTerm,
  ID_FIELDS,
  type IdField,
  type TicketFilter,
} from './ticket-filter.ts';

/** Maximum of characters of a filter in its text form. */
export const FILTER_TEXT_MAX = 2_000;

/**
 * Why a text is not a filter. `field`: no such field. `value`: not a value of this field. `name`: nothing has this name.
 * `quote`, `parenthesis`: one is not closed, or not opened. `missing`: a condition is missing. `many`, `deep`, `long`:
 * beyond a maximum.
 */
export const FILTER_PROBLEMS = [
  'field',
  'value',
  'name',
  'quote',
  'parenthesis',
  'missing',
  'many',
  'deep',
  'long',
] as const;
export interface FilterProblem {
  /** Index of the character at which it begins. */
  at: number;
  kind: (typeof FILTER_PROBLEMS)[number];
}

/** Returns the ids of what has a name; none if nothing has it. */
export type IdsOfName = (field: IdField, name: string) => readonly number[];

class Misread extends Error {
  readonly problem: FilterProblem;
  constructor(at: number, kind: FilterProblem['kind']) {
    super(`${kind} at ${at}`);
    this.problem = { at, kind };
  }
}

const KEYWORDS = ['or', 'and', 'not'] as const;
type Keyword = (typeof KEYWORDS)[number];
const MINUTES_OF = { m: 1, h: 60, d: 60 * 24 } as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const ID = /^[1-9]\d{0,14}$/;
const POINTS = /^\d{1,2}$/;
const AGE = /^(\d{1,7})([mhd])$/;

const memberOf = <T extends string>(all: readonly T[], text: string): T | undefined =>
  all.find((one) => one === text);
const isSpace = (char: string): boolean => char.trim() === '';
const isBreak = (char: string): boolean => isSpace(char) || char === '(' || char === ')' || char === '"';
const isLetter = (char: string): boolean => /[a-z]/i.test(char);
const isDay = (text: string): boolean => {
  const ms = DAY.test(text) ? Date.parse(`${text}T00:00:00.000Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
};

/** Reads a text from left to right, each character once. */
class Reader {
  readonly text: string;
  at = 0;
  constructor(text: string) {
    this.text = text;
  }
  /** The next character; '' at the end. */
  get next(): string {
    return this.text.charAt(this.at);
  }
  take(isWanted: (char: string) => boolean): string {
    const start = this.at;
    while (this.at < this.text.length && isWanted(this.next)) this.at += 1;
    return this.text.slice(start, this.at);
  }
  /** Returns the word of letters that begins here and what follows it, without moving on. */
  peekWord(): { word: string; end: number; follower: string } {
    let end = this.at;
    while (end < this.text.length && isLetter(this.text.charAt(end))) end += 1;
    return { word: this.text.slice(this.at, end).toLowerCase(), end, follower: this.text.charAt(end) };
  }
  /** Returns the keyword that begins here, without moving on. */
  peekKeyword(): Keyword | undefined {
    const { word, follower } = this.peekWord();
    return follower === '' || isBreak(follower) ? memberOf(KEYWORDS, word) : undefined;
  }
  /** Reads a text in quotes, in which `\` stands before `"` and `\`. */
  takeQuoted(): string {
    const start = this.at;
    let taken = '';
    for (this.at += 1; this.next !== '"'; this.at += 1) {
      if (this.next === '\\') this.at += 1;
      if (this.next === '') throw new Misread(start, 'quote');
      taken += this.next;
    }
    this.at += 1;
    return taken;
  }
}

/** Returns the two ends of `a..b`, `a..` or `..b`, and twice the same of `a`. */
const endsOf = (text: string): [string, string] => {
  const at = text.indexOf('..');
  return at === -1 ? [text, text] : [text.slice(0, at), text.slice(at + 2)];
};

const daysOf = (text: string): { from: string | null; to: string | null } | undefined => {
  const [from, to] = endsOf(text);
  if ([from, to].some((day) => day !== '' && !isDay(day)) || from + to === '') return undefined;
  if (from !== '' && to !== '' && from > to) return undefined;
  return { from: from === '' ? null : from, to: to === '' ? null : to };
};

const ratesOf = (text: string): { from: number; to: number } | undefined => {
  const [first, last] = endsOf(text);
  if ([first, last].some((points) => points !== '' && !POINTS.test(points)) || first + last === '')
    return undefined;
  const from = first === '' ? 0 : Number(first);
  const to = last === '' ? FILTER_RATE_MAX : Number(last);
  return from <= to && to <= FILTER_RATE_MAX ? { from, to } : undefined;
};

const minutesOf = (text: string): number | undefined => {
  const [, count, unit] = AGE.exec(text) ?? [];
  if (count === undefined || (unit !== 'm' && unit !== 'h' && unit !== 'd')) return undefined;
  const minutes = Number(count) * MINUTES_OF[unit];
  return minutes <= FILTER_AGE_MAX ? minutes : undefined;
};

/** Returns the limits of `>2d`, `<4h` or `>4h<2d`. */
const ageOf = (text: string): { over: number | null; under: number | null } | undefined => {
  const limits: { over: number | null; under: number | null } = { over: null, under: null };
  for (let rest = text; rest !== ''; ) {
    const side = rest.startsWith('>') ? 'over' : rest.startsWith('<') ? 'under' : undefined;
    const end = Math.max(rest.indexOf('<', 1), rest.indexOf('>', 1));
    const minutes = minutesOf(rest.slice(1, end === -1 ? rest.length : end));
    if (side === undefined || minutes === undefined || limits[side] !== null) return undefined;
    limits[side] = minutes;
    rest = end === -1 ? '' : rest.slice(end);
  }
  return text === '' ? undefined : limits;
};

const parse = (text: string, idsOf: IdsOfName): TicketFilter => {
  const reader = new Reader(text);
  let terms = 0;

  /** Reads values between commas. */
  const takeValues = <T>(read: (at: number) => readonly T[]): T[] => {
    const values: T[] = [];
    do {
      if (values.length > 0) reader.at += 1;
      const { at } = reader;
      values.push(...read(at));
      if (values.length > FILTER_VALUES_MAX) throw new Misread(at, 'many');
    } while (reader.next === ',');
    return values;
  };
  const takeValue = (): string => reader.take((char) => !isBreak(char) && char !== ',');

  const takeIds = (field: IdField): (number | null)[] =>
    takeValues((at) => {
      const isQuoted = reader.next === '"';
      const value = isQuoted ? reader.takeQuoted() : takeValue();
      if (value === '') throw new Misread(at, 'value');
      if (!isQuoted && ID.test(value)) return [Number(value)];
      if (!isQuoted && value.toLowerCase() === 'none' && field !== 'contact') return [null];
      const ids = idsOf(field, value);
      if (ids.length === 0) throw new Misread(at, 'name');
      return ids;
    });

  /** Reads a value up to the next break. */
  const takeOnly = <T>(read: (value: string) => T | undefined): T => {
    const { at } = reader;
    const value = read(reader.take((char) => !isBreak(char)));
    if (value === undefined) throw new Misread(at, 'value');
    return value;
  };

  const takeWords = (): FilterTerm => {
    const { at } = reader;
    const words = reader.next === '"' ? reader.takeQuoted() : reader.take((char) => !isBreak(char));
    if (words.length > FILTER_WORDS_MAX) throw new Misread(at, 'long');
    if (searchWords(words).length === 0) throw new Misread(at, 'value');
    return { field: 'words', text: words };
  };

  const takeStatuses = (): FilterTerm => ({
    field: 'status',
    oneOf: takeValues((at) => {
      const status = memberOf(TICKET_STATUSES, takeValue().toLowerCase());
      if (status === undefined) throw new Misread(at, 'value');
      return [status];
    }),
  });

  const takeTerm = (): FilterTerm => {
    const { at } = reader;
    terms += 1;
    if (terms > FILTER_TERMS_MAX) throw new Misread(at, 'many');
    const { word, end, follower } = reader.peekWord();
    if (word === 'unread' && (follower === '' || isBreak(follower))) {
      reader.at = end;
      return { field: 'unread' };
    }
    if (word === '' || follower !== ':') return takeWords();
    reader.at = end + 1;
    if (word === 'status') return takeStatuses();
    if (word === 'words') return takeWords();
    if (word === 'rating') return { field: 'rating', ...takeOnly(ratesOf) };
    const ids = memberOf(ID_FIELDS, word);
    if (ids !== undefined) return { field: ids, oneOf: takeIds(ids) };
    const days = memberOf(DAY_FIELDS, word);
    if (days !== undefined) return { field: days, ...takeOnly(daysOf) };
    const age = memberOf(AGE_FIELDS, word);
    if (age !== undefined) return { field: age, ...takeOnly(ageOf) };
    throw new Misread(at, 'field');
  };

  const deeper = (depth: number): number => {
    if (depth >= FILTER_DEPTH_MAX) throw new Misread(reader.at, 'deep');
    return depth + 1;
  };

  const takePart = (depth: number): TicketFilter => {
    reader.take(isSpace);
    const { at, next } = reader;
    const keyword = reader.peekKeyword();
    if (next === '-' || keyword === 'not') {
      const inner = deeper(depth);
      reader.at += next === '-' ? 1 : 3;
      return { not: takePart(inner) };
    }
    if (next === '(') {
      const inner = deeper(depth);
      reader.at += 1;
      const part = takeAny(inner);
      if (reader.next !== ')') throw new Misread(at, 'parenthesis');
      reader.at += 1;
      return part;
    }
    if (next === '' || next === ')' || keyword !== undefined) throw new Misread(at, 'missing');
    return takeTerm();
  };

  /** Reads conditions side by side. */
  const takeAll = (depth: number): TicketFilter[] => {
    const parts: TicketFilter[] = [];
    for (reader.take(isSpace); reader.next !== '' && reader.next !== ')'; reader.take(isSpace)) {
      const keyword = reader.peekKeyword();
      if (keyword === 'or') break;
      if (keyword === 'and' && parts.length > 0) reader.at += 3;
      parts.push(takePart(depth));
    }
    return parts;
  };

  const takeAny = (depth: number): TicketFilter => {
    const choices = [takeAll(depth)];
    while (reader.peekKeyword() === 'or') {
      if (choices.at(-1)?.length === 0) throw new Misread(reader.at, 'missing');
      reader.at += 2;
      choices.push(takeAll(depth));
    }
    if (choices.length > 1 && choices.at(-1)?.length === 0) throw new Misread(reader.at, 'missing');
    const [only, ...others] = choices.map((parts): TicketFilter => {
      const [first, ...rest] = parts;
      return first !== undefined && rest.length === 0 ? first : { all: parts };
    });
    return only !== undefined && others.length === 0
      ? only
      : { any: only === undefined ? [] : [only, ...others] };
  };

  const filter = takeAny(0);
  if (reader.next !== '') throw new Misread(reader.at, 'parenthesis');
  return filter;
};

/**
 * Parses the text form of a filter, in time linear in its length: `status:open,pending -tag:4 (queue:3 or unread)`.
 * Conditions side by side must all hold, `or` separates choices, `-` or `not` negates, and words without a field are
 * searched. `()` matches every ticket, like an empty text. {@link printFilter} is the inverse.
 * @param idsOf finds names that stand in place of ids; without it, only ids are accepted
 */
export const parseFilter = (
  text: string,
  idsOf: IdsOfName = () => [],
): { filter: TicketFilter } | { problem: FilterProblem } => {
  if (text.length > FILTER_TEXT_MAX) return { problem: { at: FILTER_TEXT_MAX, kind: 'long' } };
  try {
    return { filter: parse(text, idsOf) };
  } catch (error) {
    if (error instanceof Misread) return { problem: error.problem };
    throw error;
  }
};
