import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { keepDelivery } from '../../platform/webhooks/envelope.ts';
import { routes } from './function.ts';

export const handler = bindRoutes(routes, {
  verify: async ({ query }) => query['hub.challenge'] ?? '',

  // Verify, queue, answer, in this order: an answered delivery is stored, and the provider retries any other.
  receive: async ({ principal, request, ids, clock }) => {
    await keepDelivery(principal.provider, request, { uuid: ids.uuid(), receivedAt: clock.now() });
    return 'EVENT_RECEIVED';
  },
});
