import { platformRoutes } from '@prosa/shared/contracts/platform.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = platformRoutes;

export default httpFunction(routes, {
  bundleKb: 1600,
  grants: { table: 'read' },
  errorImpact: 'The sign-in page shows no branding and health checks fail.',
});
