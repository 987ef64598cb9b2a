import type { ListState, ListTab } from './list-store.ts';
import type { TicketCountQuery, TicketListQuery } from './ticket-list-query.ts';

type Settings = Pick<ListState, 'searchOnMessages' | 'filters' | 'showAll' | 'sort' | 'queueIds'>;

/** The filters that are set: those that narrow nothing are left out of the query's key. */
const chosenFilters = (
  { tags, users, whatsapps, statusFilter, unread, day }: ListState['filters'],
  { admin, search }: { admin: boolean; search: boolean },
): Partial<TicketListQuery> => ({
  ...(tags.length > 0 && { tags }),
  ...(admin && users.length > 0 && { users }),
  ...(whatsapps.length > 0 && { whatsapps }),
  ...(search && statusFilter.length > 0 && { statusFilter }),
  ...(unread && { unread }),
  ...(day !== '' && { updatedAt: day }),
});

/**
 * What a tab of the list asks the server for. Filters narrow the tab they are opened in; sorting only counts in the live
 * tabs, and only who may show all ever does.
 */
export const tabQuery = (
  tab: ListTab,
  settings: Settings,
  search: string,
  may: { showAll: boolean; admin: boolean },
): TicketListQuery => {
  const queues = settings.queueIds === null ? {} : { queueIds: settings.queueIds };
  const filters = chosenFilters(settings.filters, { admin: may.admin, search: tab === 'search' });
  if (tab === 'search') {
    return {
      status: 'search',
      searchParam: search,
      showAll: may.admin && settings.showAll,
      searchOnMessages: settings.searchOnMessages,
      ...queues,
      ...filters,
    };
  }
  const showAll = may.showAll && settings.showAll;
  return tab === 'closed'
    ? { status: tab, showAll, ...queues, ...filters }
    : { status: tab, showAll, sortTickets: settings.sort, ...queues, ...filters };
};

/** What a tab's count asks for: the tab with its filters, in whatever order. */
export const tabCountQuery = (
  status: Exclude<ListTab, 'search'>,
  settings: Settings,
  may: { showAll: boolean; admin: boolean },
): TicketCountQuery => {
  const { sortTickets: _sort, ...query } = tabQuery(status, settings, '', may);
  return { ...query, status };
};
