import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import type { FilterSubject } from '@prosa/shared/rules/filters/matches-filter.ts';
import {
  AGE_FIELDS,
  DAY_FIELDS,
  type FilterTerm,
  ID_FIELDS,
  type TicketFilter,
} from '@prosa/shared/rules/filters/ticket-filter.ts';
import * as fc from 'fast-check';

const DAYS = ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-20'] as const;
const FIRST_MS = Date.UTC(2026, 9, 30);
const NOW_MS = Date.UTC(2026, 10, 21, 12);
/** The moment of random subjects. */
export const RANDOM_MOMENT = { timeZone: 'America/Sao_Paulo', nowMs: NOW_MS };

const ids = fc.constantFrom(1, 2, 3, 41);
const idOrNone = fc.constantFrom(null, 1, 2, 3, 41);
const inOrder = <T extends string | number>(value: fc.Arbitrary<T>) =>
  fc.tuple(value, value).map(([a, b]) => (a <= b ? { from: a, to: b } : { from: b, to: a }));
const words = fc.oneof(
  fc.constantFrom(
    'ana',
    'joão silva',
    'or',
    'Not',
    'unread',
    'none',
    '5511',
    '2',
    'a"b\\c',
    '(ana) -x',
    'a:b',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `x${text}`),
);

const days: fc.Arbitrary<FilterTerm> = fc
  .tuple(
    fc.constantFrom(...DAY_FIELDS),
    inOrder(fc.constantFrom(...DAYS)),
    fc.constantFrom('from', 'to', 'both'),
  )
  .map(([field, { from, to }, kept]) => ({
    field,
    from: kept === 'to' ? null : from,
    to: kept === 'from' ? null : to,
  }));
const minutes = fc.oneof(
  fc.integer({ min: 0, max: 50_000 }),
  fc.integer({ min: 0, max: 90 }).map((hours) => hours * 60),
  fc.integer({ min: 0, max: 30 }).map((count) => count * 24 * 60),
);
const age: fc.Arbitrary<FilterTerm> = fc
  .tuple(fc.constantFrom(...AGE_FIELDS), minutes, minutes, fc.constantFrom('over', 'under', 'both'))
  .map(([field, over, under, kept]) => ({
    field,
    over: kept === 'under' ? null : over,
    under: kept === 'over' ? null : under,
  }));
const byId: fc.Arbitrary<FilterTerm> = fc
  .tuple(fc.constantFrom(...ID_FIELDS), fc.array(idOrNone, { minLength: 1, maxLength: 3 }))
  .map(([field, oneOf]) => ({ field, oneOf: field === 'contact' ? oneOf.map((id) => id ?? 7) : oneOf }));

/** Any condition that the text form can express. */
const terms: fc.Arbitrary<FilterTerm> = fc.oneof(
  byId,
  days,
  age,
  fc
    .array(fc.constantFrom(...TICKET_STATUSES), { minLength: 1, maxLength: 3 })
    .map((oneOf): FilterTerm => ({ field: 'status', oneOf })),
  fc.constant<FilterTerm>({ field: 'unread' }),
  words.map((text): FilterTerm => ({ field: 'words', text })),
  inOrder(fc.integer({ min: 0, max: 10 })).map((rates): FilterTerm => ({ field: 'rating', ...rates })),
);

const treesOf = (minLength: number): fc.Arbitrary<TicketFilter> =>
  fc.letrec<{ tree: TicketFilter }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      terms,
      fc.array(tie('tree'), { minLength, maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie('tree'), { minLength, maxLength: 3 }).map((any) => ({ any })),
      tie('tree').map((not) => ({ not })),
    ),
  })).tree;

/** Any filter, also one that has parts of nothing. */
export const anyFilters = treesOf(0);
/** Filters as they are parsed: each part has two conditions or more. */
export const parsedFilters = treesOf(2);

const instants = fc.integer({ min: FIRST_MS, max: NOW_MS });

/** Tickets that know every field. */
export const knownSubjects: fc.Arbitrary<Required<FilterSubject>> = fc.record({
  id: ids,
  status: fc.constantFrom(...TICKET_STATUSES),
  queueId: idOrNone,
  userId: idOrNone,
  connectionId: idOrNone,
  contactId: ids,
  tagIds: fc.array(ids, { maxLength: 2 }),
  laneId: idOrNone,
  isUnread: fc.boolean(),
  createdAtMs: instants,
  activeAtMs: instants,
  closedAtMs: fc.option(instants),
  rate: fc.option(fc.integer({ min: 0, max: 10 })),
  userRating: fc.option(fc.integer({ min: 1, max: 5 })),
  contact: fc.record({
    name: fc.constantFrom('Ana Lima', 'João da Silva', 'x'),
    number: fc.constantFrom('5511987654321', ''),
  }),
});
