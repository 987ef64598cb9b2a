import type { ConnectionView } from '@prosa/shared/contracts/connections.ts';
import { useQuery } from '@tanstack/react-query';
import { connectionList } from '../connection-list.ts';

const isWhole = (connection: object): connection is ConnectionView => 'queueIds' in connection;

/** The connections as who manages them sees them, kept fresh by live events. */
export const useConnections = () => {
  const query = useQuery({
    ...connectionList,
    meta: { silent: true },
  });
  return { query, connections: query.data?.filter(isWhole) };
};
