import { integrationRoutes } from '@prosa/shared/contracts/integrations.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = integrationRoutes;

export default httpFunction(routes, {
  // A test waits for a service.
  timeoutS: 29,
  bundleKb: 900,
  grants: { secrets: ['signing', 'tenantSecrets'] },
  errorImpact:
    'Administrators cannot manage integrations, nor see their calls. Integrations still answer customers.',
});
