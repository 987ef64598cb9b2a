import { webhookRoutes } from '@prosa/shared/contracts/webhooks.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = webhookRoutes;

export default httpFunction(routes, {
  memoryMb: 1024,
  // A provider unsubscribes after an hour of refused deliveries, whatever else uses the account's concurrency.
  reserves: { perThousand: 100 },
  bundleKb: 910,
  grants: { table: 'read', send: ['meta-webhooks'], secrets: ['meta', 'signing'], claims: 'put' },
  errorImpact: 'Meta retries and, after an hour, unsubscribes the pages.',
});
