import { authRoutes } from '@prosa/shared/contracts/auth.ts';
import { ownSessionRoutes } from '@prosa/shared/contracts/own-sessions.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...authRoutes, ...ownSessionRoutes } as const;

export default httpFunction(routes, {
  bundleKb: 740,
  grants: { realtime: true, secrets: ['signing', 'media'] },
  errorImpact: 'Sessions end as they expire, and nobody can sign out.',
});
