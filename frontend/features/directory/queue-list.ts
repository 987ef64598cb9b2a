import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of all queues of the company in brief, shared by all screens; live events keep it up to date. */
export const queueList = { ...routeQuery(queueRoutes.listBrief, {}), staleTime: LIVE };

/** Query of all queues with their texts, for the queue table only. */
export const queueTable = { ...routeQuery(queueRoutes.list, {}), staleTime: LIVE };

/** Refetches all queue queries after the user's own change. */
export const refreshQueues = async (): Promise<void> => {
  await Promise.all(
    [queueRoutes.list, queueRoutes.listBrief].map((row) =>
      queryClient.invalidateQueries({ queryKey: routeKey(row) }),
    ),
  );
};
