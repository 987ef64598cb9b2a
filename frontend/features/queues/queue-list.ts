import { queueRoutes } from '@prosa/shared/contracts/queues.ts';
import { LIVE, routeQuery } from '../../lib/query.ts';

/** Every queue of the company, for all who show them; live events keep it fresh. */
export const queueList = { ...routeQuery(queueRoutes.list, {}), staleTime: LIVE };
