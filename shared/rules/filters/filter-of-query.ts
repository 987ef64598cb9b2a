import type { TicketStatus } from '../../entities/ticket-terms.ts';
import { searchWords } from '../normalize-for-search.ts';
import type { FilterTerm, IdField, TicketFilter } from './ticket-filter.ts';

type Ids = readonly number[] | undefined;

/** Returns a condition that one of the ids matches; an empty list is no condition. */
const someOf = (field: IdField, ids: Ids): FilterTerm[] =>
  ids === undefined || ids.length === 0 ? [] : [{ field, oneOf: ids }];

/** Returns a condition on days; '' and undefined are no limit. */
const between = (field: 'created' | 'active', from = '', to = ''): FilterTerm[] =>
  from === '' && to === '' ? [] : [{ field, from: from === '' ? null : from, to: to === '' ? null : to }];

/** Returns a condition that all words match; a text without a word is no condition. */
const withWords = (text = ''): FilterTerm[] =>
  searchWords(text).length === 0 ? [] : [{ field: 'words', text }];

const further = (filter: TicketFilter | undefined): readonly TicketFilter[] => {
  if (filter === undefined) return [];
  return 'all' in filter ? filter.all : [filter];
};

/** Returns a filter that is the only one, or all of several. */
const allOf = (parts: readonly TicketFilter[]): TicketFilter => {
  const [first, ...rest] = parts;
  return first !== undefined && rest.length === 0 ? first : { all: parts };
};

/** Returns the day at the start of a text, or '' if there is none. */
const dayIn = (text = ''): string => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? '';

/** The filters of a ticket list, by the names of their query parameters. */
export interface ListFilters {
  statusFilter?: readonly TicketStatus[] | undefined;
  tags?: Ids;
  /** Attendants. */
  users?: Ids;
  /** Connections. */
  whatsapps?: Ids;
  unread?: boolean | undefined;
  /** Day of the last activity, in the company's time zone; other texts are ignored. */
  updatedAt?: string | undefined;
  /** Day on which the ticket began. */
  date?: string | undefined;
  /** Further conditions. */
  filter?: TicketFilter | undefined;
}

/** Returns the filter of a ticket list's query parameters. Empty lists, texts and false are no conditions. */
export const filterOfList = (query: ListFilters): TicketFilter => {
  const { statusFilter = [], tags, users, whatsapps, unread = false, filter } = query;
  const [activeOn, createdOn] = [dayIn(query.updatedAt), dayIn(query.date)];
  return allOf([
    ...(statusFilter.length === 0 ? [] : [{ field: 'status', oneOf: statusFilter } as const]),
    ...someOf('attendant', users),
    ...someOf('connection', whatsapps),
    ...(unread ? [{ field: 'unread' } as const] : []),
    ...someOf('tag', tags),
    ...between('active', activeOn, activeOn),
    ...between('created', createdOn, createdOn),
    ...further(filter),
  ]);
};

/** The filters of the board, by the names of their query parameters. */
export interface BoardFilters {
  /** Selected queues; undefined selects all, and an empty list none. */
  queueIds?: Ids;
  /** Attendants. */
  users?: Ids;
  /** Connections. */
  whatsappIds?: Ids;
  /** First and last day on which the tickets were created. */
  startDate?: string | undefined;
  endDate?: string | undefined;
  searchParam?: string | undefined;
  withUnreadMessages?: boolean | undefined;
  /** Further conditions. */
  filter?: TicketFilter | undefined;
}

/** Returns the filter of the board's query parameters. Empty lists, texts and false are no conditions. */
export const filterOfBoard = (query: BoardFilters): TicketFilter => {
  const { queueIds, users, whatsappIds, startDate, endDate, filter } = query;
  return allOf([
    ...(queueIds?.length === 0 ? [{ any: [] }] : someOf('queue', queueIds)),
    ...someOf('attendant', users),
    ...someOf('connection', whatsappIds),
    ...between('created', startDate, endDate),
    ...(query.withUnreadMessages === true ? [{ field: 'unread' } as const] : []),
    ...withWords(query.searchParam),
    ...further(filter),
  ]);
};
