import { anyFilters, knownSubjects, RANDOM_MOMENT } from '@prosa/tests/support/random-filters.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FilterSubject, matchesFilter } from './matches-filter.ts';
import type { TicketFilter } from './ticket-filter.ts';

const MINUTE_MS = 60_000;
const matches = (subject: FilterSubject, filter: TicketFilter) =>
  matchesFilter(subject, filter, RANDOM_MOMENT);
/** A subject of which some fields are not known. */
const partly = fc
  .tuple(knownSubjects, fc.func(fc.boolean()))
  .map(([subject, isKept]): { subject: FilterSubject; known: FilterSubject } => ({
    subject,
    known: Object.fromEntries(Object.entries(subject).filter(([name]) => isKept(name))),
  }));

describe('matchesFilter', () => {
  it('decides every filter of a subject that knows all fields', () => {
    fc.assert(
      fc.property(knownSubjects, anyFilters, (subject, filter) => {
        expect(matches(subject, filter)).toBeTypeOf('boolean');
      }),
    );
  });

  it('is undecided or right if only some fields are known', () => {
    fc.assert(
      fc.property(partly, anyFilters, ({ subject, known }, filter) => {
        // The points of a rating and its face are two forms of one field.
        const whole = { ...subject, userRating: null, rate: null };
        const part = { ...known, ...('rate' in known ? { rate: null } : {}), userRating: null };
        const verdict = matches(part, filter);
        if (verdict !== undefined) expect(verdict).toBe(matches(whole, filter));
      }),
      { numRuns: 3_000 },
    );
  });

  it('obeys De Morgan’s laws, also while undecided', () => {
    fc.assert(
      fc.property(partly, fc.array(anyFilters, { maxLength: 4 }), ({ known }, parts) => {
        const negated = parts.map((not) => ({ not }));
        expect(matches(known, { not: { all: parts } })).toBe(matches(known, { any: negated }));
        expect(matches(known, { not: { any: parts } })).toBe(matches(known, { all: negated }));
      }),
      { numRuns: 2_000 },
    );
  });

  it('decides by what is known, whatever is unknown', () => {
    const open: TicketFilter = { field: 'status', oneOf: ['open'] };
    const vip: TicketFilter = { field: 'tag', oneOf: [4] };
    expect(matches({ status: 'open' }, { any: [vip, open] })).toBe(true);
    expect(matches({ status: 'closed' }, { all: [vip, open] })).toBe(false);
    expect(matches({ status: 'open' }, { all: [vip, open] })).toBeUndefined();
    expect(matches({ status: 'open' }, { not: vip })).toBeUndefined();
  });

  it('compares days in the company’s time zone', () => {
    // 02:00 in UTC is the evening before in São Paulo.
    const subject = { activeAtMs: Date.parse('2026-11-21T02:00:00.000Z'), closedAtMs: null };
    const on = (field: 'active' | 'closed', day: string) => matches(subject, { field, from: day, to: day });
    expect([on('active', '2026-11-20'), on('active', '2026-11-21')]).toEqual([true, false]);
    expect(on('closed', '2026-11-20')).toBe(false);
  });

  it('compares ages in whole minutes', () => {
    const { nowMs } = RANDOM_MOMENT;
    const isOver = (over: number, agoMs: number) =>
      matches({ createdAtMs: nowMs - agoMs }, { field: 'age', over, under: null });
    expect(isOver(60, 60 * MINUTE_MS)).toBe(false);
    expect(isOver(60, 61 * MINUTE_MS)).toBe(true);
    // The clock of minutes is a minute further at both ends.
    expect(isOver(60, 60 * MINUTE_MS + 1)).toBe(true);
    const isUnder = (agoMs: number) =>
      matches({ activeAtMs: nowMs - agoMs }, { field: 'idle', over: null, under: 60 });
    expect([isUnder(59 * MINUTE_MS), isUnder(60 * MINUTE_MS)]).toEqual([true, false]);
  });

  it('compares points of a rating, or its face where only that is known', () => {
    const rated = (subject: FilterSubject, from: number, to: number) =>
      matches(subject, { field: 'rating', from, to });
    expect([rated({ rate: 6 }, 0, 6), rated({ rate: 7 }, 0, 6), rated({ rate: null }, 0, 10)]).toEqual([
      true,
      false,
      false,
    ]);
    // Faces 1 to 3 are detractors, 4 passives and 5 promoters.
    const faces = (from: number, to: number) =>
      [1, 2, 3, 4, 5].filter((userRating) => rated({ userRating }, from, to));
    expect([faces(0, 6), faces(7, 8), faces(9, 10)]).toEqual([[1, 2, 3], [4], [5]]);
    expect(rated({ userRating: null }, 0, 10)).toBe(false);
  });

  it('finds words in the name without accents, in the number, and as the id', () => {
    const ana = { id: 12, contact: { name: 'Ána Lima', number: '5511987654321' } };
    const found = (text: string) => matches(ana, { field: 'words', text });
    expect([found('lima ana'), found('98765'), found('12'), found('1'), found('maria')]).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
