import type { TicketStatus } from '@prosa/shared/entities/ticket.ts';
import type { ListState, ListTab } from './list-store.ts';
import type { TicketListQuery } from './ticket-list-query.ts';

type Settings = Pick<ListState, 'searchOnMessages' | 'filters' | 'showAll' | 'sort' | 'queueIds'>;

const orNothing = (ids: number[]): number[] | undefined => (ids.length === 0 ? undefined : ids);

/**
 * What a tab of the list asks the server for. Filters only count in the search view, sorting only in the live tabs,
 * and only who may show all ever does.
 */
export const tabQuery = (
  tab: ListTab,
  settings: Settings,
  search: string,
  may: { showAll: boolean; admin: boolean },
): TicketListQuery => {
  const queues = settings.queueIds === null ? {} : { queueIds: settings.queueIds };
  if (tab === 'search') {
    const { tags, users, whatsapps, statusFilter } = settings.filters;
    const filters = {
      tags: orNothing(tags),
      users: may.admin ? orNothing(users) : undefined,
      whatsapps: orNothing(whatsapps),
      statusFilter: statusFilter.length === 0 ? undefined : statusFilter,
    };
    const chosen = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
    return {
      status: 'search',
      searchParam: search,
      showAll: may.admin && settings.showAll,
      searchOnMessages: settings.searchOnMessages,
      ...queues,
      ...chosen,
    };
  }
  const showAll = may.showAll && settings.showAll;
  return tab === 'closed'
    ? { status: tab, showAll, ...queues }
    : { status: tab, showAll, sortTickets: settings.sort, ...queues };
};

/** What a tab's count asks for: the tab without its filters, which say what is looked at and not what there is to do. */
export const tabCountQuery = (
  status: Exclude<ListTab, 'search'>,
  { showAll, queueIds }: Pick<ListState, 'showAll' | 'queueIds'>,
  may: { showAll: boolean },
): { status: TicketStatus; showAll: boolean; queueIds?: number[] } => ({
  status,
  showAll: may.showAll && showAll,
  ...(queueIds === null ? {} : { queueIds }),
});
