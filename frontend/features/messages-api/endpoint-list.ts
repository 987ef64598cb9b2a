import {
  type WebhookEndpointView,
  webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
import { isOffBySystem } from '@prosa/shared/rules/webhook-endpoints.ts';
import { queryClient, routeKey, routeQuery } from '../../lib/api/query.ts';
import { replaceUser, sessionStore } from '../../lib/session/session-store.ts';

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

/** Shows in the menu whether the system has switched off a webhook, as the list now says. */
export const noteEndpoints = (endpoints: readonly Pick<WebhookEndpointView, 'off'>[]): void => {
  const { user } = sessionStore.getState();
  const webhooksOff = isOffBySystem(endpoints);
  if (user !== null && user.company.webhooksOff !== webhooksOff)
    replaceUser({ ...user, company: { ...user.company, webhooksOff } });
};
