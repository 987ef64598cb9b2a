import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Every connection of the company, for all who show them; live events keep it fresh. */
export const connectionList = { ...routeQuery(connectionRoutes.list, {}), staleTime: LIVE };

/** What was just changed is seen before its event comes. */
export const refetchConnections = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.list) });
