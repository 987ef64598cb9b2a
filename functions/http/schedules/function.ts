import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = scheduleRoutes;

export default httpFunction(routes, {
  bundleKb: 990,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Messages cannot be scheduled or changed; those that are scheduled still go.',
});
