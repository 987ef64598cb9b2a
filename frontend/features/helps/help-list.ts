import { helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { LIVE, queryClient, routeQuery } from '../../lib/api/query.ts';

/** Query of all helps by title; live events keep it up to date. */
export const helpList = { ...routeQuery(helpRoutes.listAll, {}), staleTime: LIVE };

/** Refetches the helps after the user's own change. */
export const refetchHelps = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: helpList.queryKey });
