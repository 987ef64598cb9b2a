import { type ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { LIVE, routeQuery } from '../../../lib/query.ts';

const isWhole = (connection: object): connection is ConnectionView => 'queueIds' in connection;

/** The connections as who manages them sees them, kept fresh by live events. */
export const useConnections = () => {
  const query = useQuery({
    ...routeQuery(connectionRoutes.list, {}),
    staleTime: LIVE,
    meta: { silent: true },
  });
  return { query, connections: query.data?.filter(isWhole) };
};
