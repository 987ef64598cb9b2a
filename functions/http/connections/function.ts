import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...connectionRoutes, ...tryOutRoutes } as const;

export default httpFunction(routes, {
  bundleKb: 940,
  grants: { bucket: 'write', secrets: ['signing', 'media', 'tenantSecrets'] },
  errorImpact: 'Administrators cannot manage connections or see QR codes.',
});
