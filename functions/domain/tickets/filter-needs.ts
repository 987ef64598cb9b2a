import { TICKET_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import type { FilterTerm, TicketFilter } from '@prosa/shared/rules/filters/ticket-filter.ts';
import { instantOf } from '../turns/turn.ts';

type Ids = ReadonlySet<number | null>;

/** What every ticket that matches a filter has; a field that is left out may have any value. */
export interface FilterNeeds {
  statuses?: ReadonlySet<TicketStatus>;
  queueIds?: Ids;
  userIds?: Ids;
  contactIds?: Ids;
  laneIds?: Ids;
  /** Limits of the last activity in epoch milliseconds; a little wider than the filter's. */
  activeFromMs?: number;
  activeToMs?: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Maximum offset between UTC and any time zone. */
const ZONES_MS = 14 * 60 * MINUTE_MS;
/** The last instant that sorts as text. */
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const ID_NEEDS = {
  queue: 'queueIds',
  attendant: 'userIds',
  contact: 'contactIds',
  column: 'laneIds',
} as const;

/** Returns the needs without those that are undefined or, because a date is invalid, not a number. */
const known = (needs: { [K in keyof FilterNeeds]: FilterNeeds[K] | undefined }): FilterNeeds =>
  // Cast: only entries with a value are left, each under its own name.
  Object.fromEntries(
    Object.entries(needs).filter(([, value]) => value !== undefined && !Number.isNaN(value)),
  ) as FilterNeeds;

/** Returns the instants between which the days lie in every time zone. */
const aroundDays = (from: string | null, to: string | null): FilterNeeds =>
  known({
    activeFromMs: from === null ? undefined : Date.parse(`${from}T00:00:00.000Z`) - ZONES_MS,
    activeToMs:
      to === null ? undefined : Math.min(LAST_MS, Date.parse(`${to}T00:00:00.000Z`) + DAY_MS + ZONES_MS),
  });

const needsOfTerm = (term: FilterTerm, nowMs: number): FilterNeeds => {
  switch (term.field) {
    case 'status':
      return { statuses: new Set(term.oneOf) };
    case 'queue':
    case 'attendant':
    case 'contact':
    case 'column':
      return { [ID_NEEDS[term.field]]: new Set(term.oneOf) };
    case 'active':
      return aroundDays(term.from, term.to);
    case 'idle':
      return known({
        activeFromMs: term.under === null ? undefined : nowMs - term.under * MINUTE_MS,
        activeToMs: term.over === null ? undefined : nowMs - term.over * MINUTE_MS,
      });
    default:
      return {};
  }
};

/** Returns the only one of two values, or both combined. */
const either = <T>(a: T | undefined, b: T | undefined, combine: (a: T, b: T) => T): T | undefined =>
  a === undefined ? b : b === undefined ? a : combine(a, b);

/** Returns both values combined; undefined unless there are both. */
const both = <T>(a: T | undefined, b: T | undefined, combine: (a: T, b: T) => T): T | undefined =>
  a === undefined || b === undefined ? undefined : combine(a, b);

const intersect = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> =>
  new Set([...a].filter((one) => b.has(one)));
const unite = <T>(a: ReadonlySet<T>, b: ReadonlySet<T>): ReadonlySet<T> => new Set([...a, ...b]);

/** Returns the needs of what has both needs. */
const ofBoth = (a: FilterNeeds, b: FilterNeeds): FilterNeeds =>
  known({
    statuses: either(a.statuses, b.statuses, intersect),
    queueIds: either(a.queueIds, b.queueIds, intersect),
    userIds: either(a.userIds, b.userIds, intersect),
    contactIds: either(a.contactIds, b.contactIds, intersect),
    laneIds: either(a.laneIds, b.laneIds, intersect),
    activeFromMs: either(a.activeFromMs, b.activeFromMs, Math.max),
    activeToMs: either(a.activeToMs, b.activeToMs, Math.min),
  });

/** Returns the needs of what has one of the needs. */
const ofEither = (a: FilterNeeds, b: FilterNeeds): FilterNeeds =>
  known({
    statuses: both(a.statuses, b.statuses, unite),
    queueIds: both(a.queueIds, b.queueIds, unite),
    userIds: both(a.userIds, b.userIds, unite),
    contactIds: both(a.contactIds, b.contactIds, unite),
    laneIds: both(a.laneIds, b.laneIds, unite),
    activeFromMs: both(a.activeFromMs, b.activeFromMs, Math.min),
    activeToMs: both(a.activeToMs, b.activeToMs, Math.max),
  });

const collect = (filter: TicketFilter, isNegated: boolean, nowMs: number): FilterNeeds => {
  if ('not' in filter) return collect(filter.not, !isNegated, nowMs);
  if ('field' in filter) {
    if (!isNegated) return needsOfTerm(filter, nowMs);
    if (filter.field !== 'status') return {};
    return { statuses: new Set(TICKET_STATUSES.filter((status) => !filter.oneOf.includes(status))) };
  }
  const isAll = 'all' in filter;
  const needs = (isAll ? filter.all : filter.any).map((part) => collect(part, isNegated, nowMs));
  if (isAll !== isNegated) return needs.reduce(ofBoth, {});
  const [first, ...rest] = needs;
  // A choice of nothing matches nothing.
  return first === undefined ? { statuses: new Set() } : rest.reduce(ofEither, first);
};

/** Returns what every ticket that matches a filter has, as far as its structure shows. */
export const needsOf = (filter: TicketFilter, nowMs: number): FilterNeeds => collect(filter, false, nowMs);

/** Returns the instants between which the tickets with these needs were last active; no limit where one is absent. */
export const activeRange = ({ activeFromMs, activeToMs }: FilterNeeds): { from?: string; to?: string } => ({
  ...(activeFromMs === undefined ? {} : { from: instantOf({ nowMs: activeFromMs }) }),
  ...(activeToMs === undefined ? {} : { to: instantOf({ nowMs: activeToMs }) }),
});
