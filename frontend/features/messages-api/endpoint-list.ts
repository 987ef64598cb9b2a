import { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';

const REFRESH_MS = 10_000;

/** Query of the company's webhooks. Refetched while it is shown, because no event announces how their hosts answer. */
export const endpointList = {
  ...routeQuery(webhookEndpointRoutes.list, {}),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  meta: { silent: true },
};

/** Refetches the webhooks after the user's own change. */
export const refetchEndpoints = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: routeKey(webhookEndpointRoutes.list) });
