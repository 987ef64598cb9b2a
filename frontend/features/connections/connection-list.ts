import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { LIVE, routeQuery } from '../../lib/query.ts';

/** Every connection of the company, for all who show them; live events keep it fresh. */
export const connectionList = { ...routeQuery(connectionRoutes.list, {}), staleTime: LIVE };
