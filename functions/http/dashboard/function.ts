import { dashboardRoutes } from '@prosa/shared/contracts/dashboard.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = dashboardRoutes;

export default httpFunction(routes, {
  bundleKb: 760,
  grants: { table: 'read', secrets: ['signing', 'media'] },
  errorImpact: 'Nobody sees the figures of the dashboard.',
});
