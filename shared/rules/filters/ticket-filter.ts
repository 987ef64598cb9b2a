import type { TicketStatus } from '../../entities/ticket-terms.ts';

/** Maximum of terms in a filter, and of parts within parts: far above what a form makes or a person types. */
export const FILTER_TERMS_MAX = 50;
export const FILTER_DEPTH_MAX = 6;
/** Maximum of values that one term lists. */
export const FILTER_VALUES_MAX = 200;
/** Maximum of characters in the words of one term. */
export const FILTER_WORDS_MAX = 200;
/** The highest points of a rating; see `rating.ts`. */
export const FILTER_RATE_MAX = 10;
/** Maximum of an age in minutes: ten years. */
export const FILTER_AGE_MAX = 60 * 24 * 3_660;

/** Fields whose values are ids, of which one must match; null matches a ticket without. `tag`: of the contact. */
export const ID_FIELDS = ['queue', 'attendant', 'connection', 'tag', 'column', 'contact'] as const;
export type IdField = (typeof ID_FIELDS)[number];
/** `created`: when the ticket began. `active`: its last activity. `closed`: its end. */
export const DAY_FIELDS = ['created', 'active', 'closed'] as const;
/** `age`: since the ticket began. `idle`: since its last activity. */
export const AGE_FIELDS = ['age', 'idle'] as const;

/** A condition on one field. */
export type FilterTerm =
  | { field: 'status'; oneOf: readonly TicketStatus[] }
  | { field: IdField; oneOf: readonly (number | null)[] }
  /** Has unread messages, or was transferred and not opened. */
  | { field: 'unread' }
  /** Days in the company's time zone, `2026-11-21`; both belong to the range, and null is no limit. */
  | { field: (typeof DAY_FIELDS)[number]; from: string | null; to: string | null }
  /** More than `over` and less than `under`, in whole minutes; null is no limit. */
  | { field: (typeof AGE_FIELDS)[number]; over: number | null; under: number | null }
  /** Every word is in the contact's name or number, or is the ticket's id. */
  | { field: 'words'; text: string }
  /** Points of the customer's rating, 0 to 10; both belong to the range. Without a rating, nothing matches. */
  | { field: 'rating'; from: number; to: number };
export type FilterField = FilterTerm['field'];

/** A filter of tickets. `all` of nothing matches every ticket, `any` of nothing none. */
export type TicketFilter =
  | FilterTerm
  | { all: readonly TicketFilter[] }
  | { any: readonly TicketFilter[] }
  | { not: TicketFilter };

/** Returns the terms of a filter, wherever they stand in it. */
export const termsOf = (filter: TicketFilter): FilterTerm[] => {
  if ('all' in filter) return filter.all.flatMap(termsOf);
  if ('any' in filter) return filter.any.flatMap(termsOf);
  if ('not' in filter) return termsOf(filter.not);
  return [filter];
};

/** Whether a filter uses only the given fields, so that they decide whether a ticket matches. */
export const isDecidedBy = (filter: TicketFilter, fields: ReadonlySet<FilterField>): boolean =>
  termsOf(filter).every(({ field }) => fields.has(field));
