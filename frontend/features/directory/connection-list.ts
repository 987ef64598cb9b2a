import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of all connections of the company, shared by all screens; live events keep it up to date. */
export const connectionList = { ...routeQuery(connectionRoutes.list, {}), staleTime: LIVE };

/** Refetches the connections, so that the user's own change is visible before its event arrives. */
export const refetchConnections = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(connectionRoutes.list) });
