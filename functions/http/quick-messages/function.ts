import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = quickMessageRoutes;

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Attendants cannot find or keep quick messages.',
});
