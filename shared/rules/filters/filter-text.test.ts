import {
  anyFilters,
  knownSubjects,
  parsedFilters,
  RANDOM_MOMENT,
} from '@prosa/tests/support/random-filters.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FILTER_TEXT_MAX, type FilterProblem, type IdsOfName, parseFilter } from './filter-text.ts';
import { matchesFilter } from './matches-filter.ts';
import { printFilter } from './print-filter.ts';
import { type TicketFilter, termsOf } from './ticket-filter.ts';

const parsed = (text: string, idsOf?: IdsOfName): TicketFilter => {
  const result = parseFilter(text, idsOf);
  if ('problem' in result) throw new Error(`${text}: ${result.problem.kind} at ${result.problem.at}`);
  return result.filter;
};
const problemOf = (text: string): FilterProblem | undefined => {
  const result = parseFilter(text);
  return 'problem' in result ? result.problem : undefined;
};

describe('the text form of a filter', () => {
  it('combines conditions: side by side, by `or`, negated, and in parentheses', () => {
    const a = { field: 'words', text: 'a' } as const;
    const b = { field: 'words', text: 'b' } as const;
    const c = { field: 'words', text: 'c' } as const;
    const cases: [string, TicketFilter][] = [
      ['', { all: [] }],
      ['()', { all: [] }],
      ['a', a],
      ['  a   b ', { all: [a, b] }],
      ['a and b', { all: [a, b] }],
      ['a or b', { any: [a, b] }],
      ['a b or c', { any: [{ all: [a, b] }, c] }],
      ['a (b OR c)', { all: [a, { any: [b, c] }] }],
      ['-a NOT b', { all: [{ not: a }, { not: b }] }],
      ['-(a b)', { not: { all: [a, b] } }],
      ['--a', { not: { not: a } }],
      ['a(b)c', { all: [a, b, c] }],
    ];
    for (const [text, filter] of cases) expect(parsed(text), text).toEqual(filter);
  });

  it('has conditions on every field', () => {
    const cases: [string, TicketFilter][] = [
      ['status:open,pending', { field: 'status', oneOf: ['open', 'pending'] }],
      ['queue:3,none', { field: 'queue', oneOf: [3, null] }],
      ['Attendant:none', { field: 'attendant', oneOf: [null] }],
      ['contact:12', { field: 'contact', oneOf: [12] }],
      ['unread', { field: 'unread' }],
      ['created:2026-11-01..2026-11-30', { field: 'created', from: '2026-11-01', to: '2026-11-30' }],
      ['active:2026-11-01', { field: 'active', from: '2026-11-01', to: '2026-11-01' }],
      ['closed:..2026-11-30', { field: 'closed', from: null, to: '2026-11-30' }],
      ['age:>2d', { field: 'age', over: 2 * 24 * 60, under: null }],
      ['idle:<4h', { field: 'idle', over: null, under: 240 }],
      ['idle:>90m<2d', { field: 'idle', over: 90, under: 2 * 24 * 60 }],
      ['rating:0..6', { field: 'rating', from: 0, to: 6 }],
      ['rating:9..', { field: 'rating', from: 9, to: 10 }],
      ['rating:5', { field: 'rating', from: 5, to: 5 }],
      ['words:"joão silva"', { field: 'words', text: 'joão silva' }],
      ['"or \\"x\\" \\\\"', { field: 'words', text: 'or "x" \\' }],
      ['12:30', { field: 'words', text: '12:30' }],
    ];
    for (const [text, filter] of cases) expect(parsed(text), text).toEqual(filter);
  });

  it('is the same filter after printing and parsing it, for random filters', () => {
    fc.assert(
      fc.property(parsedFilters, (filter) => {
        fc.pre(termsOf(filter).length <= 50);
        expect(parsed(printFilter(filter))).toEqual(filter);
      }),
      { numRuns: 2_000 },
    );
  });

  it('matches the same tickets after printing and parsing it, also with parts of nothing', () => {
    fc.assert(
      fc.property(anyFilters, knownSubjects, (filter, subject) => {
        fc.pre(termsOf(filter).length <= 50);
        const again = parsed(printFilter(filter));
        expect(matchesFilter(subject, again, RANDOM_MOMENT)).toBe(
          matchesFilter(subject, filter, RANDOM_MOMENT),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('has names in place of ids for people', () => {
    const names = new Map([
      [3, 'Suporte técnico'],
      [4, 'Vendas'],
      [5, '2026'],
      [6, 'none'],
    ]);
    const nameOf = (field: string, id: number) => (field === 'queue' ? names.get(id) : undefined);
    const idsOf: IdsOfName = (field, name) =>
      field === 'queue' ? [...names].flatMap(([id, known]) => (known === name ? [id] : [])) : [];
    const filter = parsed('queue:3,4,5,6,none -tag:9');
    const text = printFilter(filter, nameOf);
    expect(text).toBe('queue:"Suporte técnico",Vendas,"2026","none",none -tag:9');
    expect(parsed(text, idsOf)).toEqual(filter);
    expect(problemOf('queue:Vendas')).toEqual({ at: 6, kind: 'name' });
    expect(parseFilter('tag:Vendas', idsOf)).toEqual({ problem: { at: 4, kind: 'name' } });
  });
});

describe('S-34: a text that is no filter', () => {
  it('has its problem at the character where it begins', () => {
    const cases: [string, FilterProblem][] = [
      ['status:open color:red', { at: 12, kind: 'field' }],
      ['status:opened', { at: 7, kind: 'value' }],
      ['status:', { at: 7, kind: 'value' }],
      ['queue:3,', { at: 8, kind: 'value' }],
      ['queue:0', { at: 6, kind: 'name' }],
      ['contact:none', { at: 8, kind: 'name' }],
      ['queue:9999999999999999', { at: 6, kind: 'name' }],
      ['created:2026-02-30', { at: 8, kind: 'value' }],
      ['created:2026-11-02..2026-11-01', { at: 8, kind: 'value' }],
      ['created:..', { at: 8, kind: 'value' }],
      ['age:2d', { at: 4, kind: 'value' }],
      ['age:>2', { at: 4, kind: 'value' }],
      ['age:>1d>2d', { at: 4, kind: 'value' }],
      ['age:>9999999d', { at: 4, kind: 'value' }],
      ['rating:11', { at: 7, kind: 'value' }],
      ['rating:6..0', { at: 7, kind: 'value' }],
      ['words:"ana', { at: 6, kind: 'quote' }],
      ['"ana\\', { at: 0, kind: 'quote' }],
      ['words:---', { at: 6, kind: 'value' }],
      ['(ana', { at: 0, kind: 'parenthesis' }],
      ['ana)', { at: 3, kind: 'parenthesis' }],
      ['ana or', { at: 6, kind: 'missing' }],
      ['or ana', { at: 0, kind: 'missing' }],
      ['ana or or eva', { at: 7, kind: 'missing' }],
      ['(ana or )', { at: 8, kind: 'missing' }],
      ['not', { at: 3, kind: 'missing' }],
      ['and ana', { at: 0, kind: 'missing' }],
      [`words:"${'x'.repeat(201)}"`, { at: 6, kind: 'long' }],
    ];
    for (const [text, problem] of cases) expect(problemOf(text), text).toEqual(problem);
  });

  it('stays within the maximum of characters, conditions, values and depth', () => {
    expect(problemOf('('.repeat(FILTER_TEXT_MAX))).toEqual({ at: 6, kind: 'deep' });
    expect(problemOf('-'.repeat(FILTER_TEXT_MAX))).toEqual({ at: 6, kind: 'deep' });
    expect(problemOf('((((((a))))))')).toBeUndefined();
    expect(problemOf('a '.repeat(50))).toBeUndefined();
    expect(problemOf('a '.repeat(51))).toEqual({ at: 100, kind: 'many' });
    expect(problemOf(`queue:${Array.from({ length: 200 }, () => '1').join(',')}`)).toBeUndefined();
    expect(problemOf(`queue:${Array.from({ length: 201 }, () => '1').join(',')}`)?.kind).toBe('many');
    expect(problemOf(`"${'a'.repeat(FILTER_TEXT_MAX)}`)).toEqual({ at: FILTER_TEXT_MAX, kind: 'long' });
  });

  it('is never more than a problem, for any text', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '-',
      '"',
      ':',
      ',',
      ' ',
      '..',
      '\\',
      'or',
      'not',
      'queue',
      '3',
      'é',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pieces).map((all) => all.join('')),
        ),
        (text) => {
          const result = parseFilter(text);
          if ('problem' in result) expect(result.problem.at).toBeLessThanOrEqual(text.length);
          else expect(parsed(printFilter(result.filter))).toEqual(result.filter);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});
