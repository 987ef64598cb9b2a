import type { FilterTerm, IdField, TicketFilter } from './ticket-filter.ts';

/** Returns the name to print for an id; undefined prints the id. */
export type NameOfId = (field: IdField, id: number) => string | undefined;

const PLAIN = /^[\p{L}\p{N}]+$/u;
const NUMBER = /^\p{N}+$/u;
/** Words that mean something else without quotes. */
const RESERVED = ['or', 'and', 'not', 'unread', 'none'];

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const isPlain = (text: string): boolean => PLAIN.test(text) && !RESERVED.includes(text.toLowerCase());
const wordOf = (text: string): string => (isPlain(text) ? text : quoted(text));
const nameText = (name: string): string => (isPlain(name) && !NUMBER.test(name) ? name : quoted(name));

const ageText = (minutes: number): string => {
  if (minutes % (60 * 24) === 0 && minutes > 0) return `${minutes / (60 * 24)}d`;
  return minutes % 60 === 0 && minutes > 0 ? `${minutes / 60}h` : `${minutes}m`;
};

const printTerm = (term: FilterTerm, nameOf: NameOfId): string => {
  switch (term.field) {
    case 'unread':
      return 'unread';
    case 'words':
      return wordOf(term.text);
    case 'status':
      return `status:${term.oneOf.join(',')}`;
    case 'rating':
      return `rating:${term.from}..${term.to}`;
    case 'created':
    case 'active':
    case 'closed': {
      const { field, from, to } = term;
      return from === to && from !== null ? `${field}:${from}` : `${field}:${from ?? ''}..${to ?? ''}`;
    }
    case 'age':
    case 'idle': {
      const over = term.over === null ? '' : `>${ageText(term.over)}`;
      return `${term.field}:${over}${term.under === null ? '' : `<${ageText(term.under)}`}`;
    }
    default: {
      const { field, oneOf } = term;
      const values = oneOf.map((id) => {
        const name = id === null ? undefined : nameOf(field, id);
        return id === null ? 'none' : name === undefined ? String(id) : nameText(name);
      });
      return `${field}:${values.join(',')}`;
    }
  }
};

/** What surrounds a part, from the one that needs the fewest parentheses. */
const OUTSIDE = 0;
const IN_CHOICE = 1;
const IN_ALL = 2;

const print = (filter: TicketFilter, place: number, nameOf: NameOfId): string => {
  if ('field' in filter) return printTerm(filter, nameOf);
  if ('not' in filter) return `-${print(filter.not, IN_ALL, nameOf)}`;
  const isChoice = 'any' in filter;
  const parts = isChoice ? filter.any : filter.all;
  const [first, ...rest] = parts;
  if (first === undefined) return isChoice ? '-()' : place === OUTSIDE ? '' : '()';
  if (rest.length === 0) return print(first, place, nameOf);
  const own = isChoice ? IN_CHOICE : IN_ALL;
  const text = parts.map((part) => print(part, own, nameOf)).join(isChoice ? ' or ' : ' ');
  return place >= own ? `(${text})` : text;
};

/**
 * Prints a filter in the text form that `parseFilter` reads. A filter that was parsed is the same after printing and
 * parsing it again.
 * @param nameOf names in place of ids, for people; without it, the text has ids only
 */
export const printFilter = (filter: TicketFilter, nameOf: NameOfId = () => undefined): string =>
  print(filter, OUTSIDE, nameOf);
