import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of the company's assistants, for administrators with the plan's feature; live events keep it up to date. */
export const assistantList = { ...routeQuery(assistantRoutes.list, { query: {} }), staleTime: LIVE };

/** Refetches the assistants after the user's own change. */
export const refetchAssistants = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(assistantRoutes.list) });
