import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { LIVE, routeQuery } from '../../lib/api/query.ts';

/** Query of the panel's tickets in attendance and waiting, latest activity last; live events keep it up to date. */
export const panelTickets = { ...routeQuery(ticketRoutes.usersMoments, {}), staleTime: LIVE };
