import { webhookRoutes } from '@prosa/shared/contracts/webhooks.ts';
import { bindRoutes } from '../../platform/http/bind-routes.ts';
import { keepDelivery } from '../../platform/webhooks/envelope.ts';

export const handler = bindRoutes(webhookRoutes, {
  verify: async ({ query }) => query['hub.challenge'] ?? '',

  // Proven, queued, answered, in this order: what was answered is kept, and what was not comes again.
  receive: async ({ principal, request, ids, clock }) => {
    await keepDelivery(principal.provider, request, { uuid: ids.uuid(), receivedAt: clock.now() });
    return 'EVENT_RECEIVED';
  },
});
