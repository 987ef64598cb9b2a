import type { ListState, ListTab } from './list-store.ts';
import type { TicketCountQuery, TicketListQuery } from './ticket-list-query.ts';

type Settings = Pick<ListState, 'searchOnMessages' | 'filters' | 'showAll' | 'sort' | 'queueIds'>;

/** Returns the active filters; inactive ones are left out of the query's key. */
const chosenFilters = (
  { tags, users, whatsapps, statusFilter, unread, day, text }: ListState['filters'],
  { admin, search }: { admin: boolean; search: boolean },
): Partial<TicketListQuery> => ({
  ...(tags.length > 0 && { tags }),
  ...(admin && users.length > 0 && { users }),
  ...(whatsapps.length > 0 && { whatsapps }),
  ...(search && statusFilter.length > 0 && { statusFilter }),
  ...(unread && { unread }),
  ...(day !== '' && { updatedAt: day }),
  ...(text !== '' && { filter: text }),
});

/**
 * Returns a tab's query. Filters apply to the tab in which they were opened; sorting applies only to the live tabs,
 * and showAll only to users with the permission.
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

/** Returns the query of a tab's count: the tab's filters without the order. */
export const tabCountQuery = (
  status: Exclude<ListTab, 'search'>,
  settings: Settings,
  may: { showAll: boolean; admin: boolean },
): TicketCountQuery => {
  const { sortTickets: _sort, ...query } = tabQuery(status, settings, '', may);
  return { ...query, status };
};
