import { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = webhookEndpointRoutes;

export default httpFunction(routes, {
  bundleKb: 740,
  grants: { secrets: ['signing', 'tenantSecrets'] },
  errorImpact: 'Administrators cannot manage the webhooks of their company, nor see what was sent.',
});
