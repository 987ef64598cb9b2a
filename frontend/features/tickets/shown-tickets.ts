import type { SessionUser } from '@prosa/shared/contracts/auth.ts';
import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { isAdmin } from '@prosa/shared/permissions.ts';
import { queryClient } from '../../lib/api/query.ts';
import { listStore } from './list-store.ts';
import { tabQuery } from './tab-query.ts';
import { ticketListOptions } from './ticket-list-query.ts';

/** Returns the cached tickets of the current tab, if it is a list of tickets to work on; otherwise none. */
export const shownTickets = (user: SessionUser): TicketView[] => {
  const settings = listStore.getState();
  const { tab } = settings;
  if (tab === 'closed' || tab === 'search') return [];
  const may = { showAll: user.abilities.includes('tickets-manager:showall'), admin: isAdmin(user) };
  const data = queryClient.getQueryData(ticketListOptions(tabQuery(tab, settings, '', may)).queryKey);
  return data?.pages.flatMap(({ tickets }) => tickets) ?? [];
};
