import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Every queue of the company in brief, for all who show them; live events keep it fresh. */
export const queueList = { ...routeQuery(queueRoutes.listBrief, {}), staleTime: LIVE };

/** Every queue with its texts, for the table of queues alone. */
export const queueTable = { ...routeQuery(queueRoutes.list, {}), staleTime: LIVE };

/** Fetches again what shows queues, after a change of one's own. */
export const refreshQueues = async (): Promise<void> => {
  await Promise.all(
    [queueRoutes.list, queueRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};
