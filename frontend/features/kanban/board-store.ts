import { createStore } from 'zustand/vanilla';
import type { BoardQuery, LaneQuery } from './board-queries.ts';

/** The filters of the board. Empty lists and days, and false, do not filter. */
export interface BoardFilters {
  search: string;
  queueIds: number[];
  users: number[];
  whatsappIds: number[];
  unread: boolean;
  startDate: string;
  endDate: string;
  /** Further conditions, in the text form of filters; empty for none. */
  text: string;
}

export const NO_FILTERS: BoardFilters = {
  search: '',
  queueIds: [],
  users: [],
  whatsappIds: [],
  unread: false,
  startDate: '',
  endDate: '',
  text: '',
};

/** The board's filters, kept while the app is open. */
export const boardStore = createStore<{ filters: BoardFilters; filtersOpen: boolean }>(() => ({
  filters: NO_FILTERS,
  filtersOpen: false,
}));

export const setFilters = (change: Partial<BoardFilters>): void =>
  boardStore.setState(({ filters }) => ({ filters: { ...filters, ...change } }));

/** Returns the number of active filters besides the words. */
export const countFilters = ({
  queueIds,
  users,
  whatsappIds,
  unread,
  startDate,
  endDate,
  text,
}: BoardFilters): number =>
  queueIds.length +
  users.length +
  whatsappIds.length +
  [unread, startDate !== '', endDate !== '', text !== ''].filter(Boolean).length;

/** Returns the active filters of the columns' counts; inactive ones are left out of the query's key. */
export const boardQuery = ({
  queueIds,
  users,
  whatsappIds,
  startDate,
  endDate,
  text,
}: BoardFilters): BoardQuery => ({
  ...(queueIds.length > 0 && { queueIds }),
  ...(users.length > 0 && { users }),
  ...(whatsappIds.length > 0 && { whatsappIds }),
  ...(startDate !== '' && { startDate }),
  ...(endDate !== '' && { endDate }),
  ...(text !== '' && { filter: text }),
});

/**
 * Returns the active filters of a column's tickets.
 * @param search the settled words; the filters hold them as typed
 */
export const laneQuery = (filters: BoardFilters, search: string): LaneQuery => ({
  ...boardQuery(filters),
  ...(search !== '' && { searchParam: search }),
  ...(filters.unread && { withUnreadMessages: true }),
});
