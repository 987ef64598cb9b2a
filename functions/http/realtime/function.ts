import { realtimeRoutes } from '@prosa/shared/contracts/realtime.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = realtimeRoutes;

export default httpFunction(routes, {
  bundleKb: 710,
  errorImpact: 'Browsers cannot open the live channel; lists stop updating.',
});
