import { userSessionRoutes } from '@prosa/shared/contracts/user-sessions.ts';
import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...userRoutes, ...userSessionRoutes } as const;

export default httpFunction(routes, {
  bundleKb: 910,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Administrators cannot manage users.',
});
