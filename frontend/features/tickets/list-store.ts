import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { createStore } from 'zustand/vanilla';

export const LIST_TABS = ['open', 'pending', 'group', 'closed', 'search'] as const;
export type ListTab = (typeof LIST_TABS)[number];

export interface TicketFilters {
  tags: number[];
  users: number[];
  whatsapps: number[];
  /** Used only in the search view, because every other tab has a fixed status. */
  statusFilter: TicketStatus[];
  unread: boolean;
  /** Day of the last activity, `YYYY-MM-DD`; empty for any. */
  day: string;
  /** Further conditions, in the text form of filters; empty for none. */
  text: string;
}

export interface ListState {
  tab: ListTab;
  /** As typed; lower-cased and debounced before the query. */
  search: string;
  searchOnMessages: boolean;
  filtersOpen: boolean;
  filters: TicketFilters;
  showAll: boolean;
  sort: 'ASC' | 'DESC';
  /** Null means all of the user's queues. */
  queueIds: number[] | null;
}

export const NO_FILTERS: TicketFilters = {
  tags: [],
  users: [],
  whatsapps: [],
  statusFilter: [],
  unread: false,
  day: '',
  text: '',
};
export const START: ListState = {
  tab: 'open',
  search: '',
  searchOnMessages: true,
  filtersOpen: false,
  filters: NO_FILTERS,
  showAll: false,
  sort: 'DESC',
  queueIds: null,
};

/** The ticket list's settings, kept while the app is open. */
export const listStore = createStore<ListState>(() => START);

export const setList = (change: Partial<ListState>): void => listStore.setState(change);

/** Switches to the tab that contains a ticket. */
export const followTicket = ({ status }: { status: TicketStatus }): void => {
  if (status === 'open' || status === 'pending' || status === 'group') setList({ tab: status });
};

/** Returns the number of active filter values. */
export const countFilters = (
  { tags, users, whatsapps, statusFilter, unread, day, text }: TicketFilters,
  tab: ListTab,
): number =>
  tags.length +
  users.length +
  whatsapps.length +
  (tab === 'search' ? statusFilter.length : 0) +
  (unread ? 1 : 0) +
  (day === '' ? 0 : 1) +
  (text === '' ? 0 : 1);
