import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { queryClient, routeKey } from '../../lib/api/query.ts';

/** Refetches the list of flows after the user's own change. */
export const refreshFlows = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(flowRoutes.list) });
