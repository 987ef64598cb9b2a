import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { LIVE, routeQuery } from '../../lib/api/query.ts';

/** What is attended or waits, the latest activity last; live events keep it fresh. */
export const panelTickets = { ...routeQuery(ticketRoutes.usersMoments, {}), staleTime: LIVE };
