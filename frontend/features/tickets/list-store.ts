import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { createStore } from 'zustand/vanilla';

export const LIST_TABS = ['open', 'pending', 'group', 'closed', 'search'] as const;
export type ListTab = (typeof LIST_TABS)[number];

export interface TicketFilters {
  tags: number[];
  users: number[];
  whatsapps: number[];
  /** Heeded in the search view alone: every other tab is of one. */
  statusFilter: TicketStatus[];
  unread: boolean;
  /** Day of the last activity, `YYYY-MM-DD`; empty for any. */
  day: string;
}

export interface ListState {
  tab: ListTab;
  /** As typed; lower-cased and waited for before it is asked. */
  search: string;
  searchOnMessages: boolean;
  filtersOpen: boolean;
  filters: TicketFilters;
  showAll: boolean;
  sort: 'ASC' | 'DESC';
  /** Null: all of one's queues. */
  queueIds: number[] | null;
}

export const NO_FILTERS: TicketFilters = {
  tags: [],
  users: [],
  whatsapps: [],
  statusFilter: [],
  unread: false,
  day: '',
};
export const START: ListState = {
  tab: 'open',
  search: '',
  searchOnMessages: false,
  filtersOpen: false,
  filters: NO_FILTERS,
  showAll: false,
  sort: 'DESC',
  queueIds: null,
};

/** How the ticket list is set, kept while the app is open. */
export const listStore = createStore<ListState>(() => START);

export const setList = (change: Partial<ListState>): void => listStore.setState(change);

/** Shows the tab that a ticket belongs into. */
export const followTicket = ({ status }: { status: TicketStatus }): void => {
  if (status === 'open' || status === 'pending' || status === 'group') setList({ tab: status });
};

/** How many choices narrow a view. */
export const countFilters = (
  { tags, users, whatsapps, statusFilter, unread, day }: TicketFilters,
  tab: ListTab,
): number =>
  tags.length +
  users.length +
  whatsapps.length +
  (tab === 'search' ? statusFilter.length : 0) +
  (unread ? 1 : 0) +
  (day === '' ? 0 : 1);
