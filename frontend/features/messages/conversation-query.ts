import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { LIVE, routePages, routeQuery } from '../../lib/query.ts';

/** Options of the ticket whose conversation is open. */
export const openTicketOptions = (uuid: string) => ({
  ...routeQuery(ticketRoutes.getByUuid, { params: { uuid } }),
  staleTime: LIVE,
});

/** Options of its messages. Reading is told apart, once it is seen: the first answer still says how much was unread. */
export const historyOptions = (uuid: string) => ({
  ...routePages(messageRoutes.list, { params: { ticketUuid: uuid }, query: { markRead: false } }),
  staleTime: LIVE,
});
