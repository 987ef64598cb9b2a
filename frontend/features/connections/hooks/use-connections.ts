import type { ConnectionView, connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import type { ResponseOf } from '@prosa/shared/contracts/route.ts';
import { useQuery } from '@tanstack/react-query';
import { connectionList } from '../../directory/connection-list.ts';

type Listed = ResponseOf<typeof connectionRoutes.list>[number];

const isWhole = (connection: Listed): connection is Extract<Listed, ConnectionView> =>
  'queueIds' in connection;

/** Returns the connections with the fields for their administrators, kept up to date by live events. */
export const useConnections = () => {
  const query = useQuery({
    ...connectionList,
    meta: { silent: true },
  });
  return { query, connections: query.data?.filter(isWhole) };
};
