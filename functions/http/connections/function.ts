import { channelLinkRoutes } from '@prosa/shared/contracts/channel-links.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...connectionRoutes, ...tryOutRoutes, ...channelLinkRoutes } as const;

export default httpFunction(routes, {
  // Linking calls Meta several times in a row; the API's limit is 30.
  timeoutS: 29,
  bundleKb: 1180,
  grants: { bucket: 'write', secrets: ['signing', 'media', 'tenantSecrets', 'meta'] },
  errorImpact: 'Administrators cannot manage connections or see QR codes.',
});
