import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { LIVE, queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

/** Query of the company's integrations, for administrators with the plan's feature; live events keep it up to date. */
export const integrationList = { ...routeQuery(integrationRoutes.list, { query: {} }), staleTime: LIVE };

/** Refetches the integrations after the user's own change. */
export const refetchIntegrations = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(integrationRoutes.list) });
