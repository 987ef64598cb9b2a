import type { ReportFilters } from '@prosa/shared/entities/contact-export.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { parseFilter } from '@prosa/shared/rules/filters/filter-text.ts';
import {
  FILTER_RATE_MAX,
  type FilterTerm,
  type TicketFilter,
} from '@prosa/shared/rules/filters/ticket-filter.ts';
import type { Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { type InstantRange, rangeOf } from './report-range.ts';
import type { ReportConditions } from './report-subject.ts';

/** What a report contains. */
export interface ReportScope extends ReportConditions {
  range: InstantRange;
  /** Only the tickets of this contact; null for all. */
  contactId: number | null;
}

const oneOf = (field: 'attendant' | 'connection' | 'queue' | 'tag', ids: readonly number[]): FilterTerm[] =>
  ids.length === 0 ? [] : [{ field, oneOf: [...ids] }];

/**
 * Parses the text form of further conditions.
 * @throws AppError ERR_VALIDATION if a text is not a filter
 */
export const readConditions = (text: string): TicketFilter => {
  const read = parseFilter(text);
  if ('filter' in read) return read.filter;
  const { kind, at } = read.problem;
  throw new AppError('ERR_VALIDATION', { details: [{ path: 'filter', message: `${kind} at ${at}` }] });
};

/** Returns the filters of a request as one filter, without those that decide which rows are read: days and contact. */
const filterOf = ({
  searchParam,
  whatsappId,
  users,
  queueIds,
  tags,
  status,
  onlyRated,
  filter,
}: ReportFilters): TicketFilter => ({
  all: [
    ...oneOf('connection', whatsappId),
    ...oneOf('attendant', users),
    ...oneOf('queue', queueIds),
    ...(status.length === 0 ? [] : [{ field: 'status' as const, oneOf: [...status] }]),
    ...(onlyRated ? [{ field: 'rating' as const, from: 0, to: FILTER_RATE_MAX }] : []),
    ...oneOf('tag', tags),
    ...(searchParam.trim() === '' ? [] : [{ field: 'words' as const, text: searchParam }]),
    readConditions(filter),
  ],
});

/**
 * Returns what a report contains for a user.
 * @throws AppError ERR_VALIDATION if the text of further conditions is not a filter
 */
export const reportScopeOf = (
  filters: ReportFilters,
  {
    timeZone,
    nowMs,
    ...reader
  }: {
    timeZone: string;
    nowMs: number;
    viewer: Viewer;
    hidesNumbers: boolean;
  },
): ReportScope => ({
  ...reader,
  filter: filterOf(filters),
  onlyReopened: filters.onlyReopened,
  onlyDeclined: filters.onlyDeclined,
  onlyNewContacts: filters.onlyNewContacts,
  moment: { timeZone, nowMs },
  range: rangeOf({ first: filters.dateFrom, last: filters.dateTo }, timeZone),
  contactId: filters.contactId,
});
