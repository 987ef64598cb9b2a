import { helpRoutes } from '@prosa/shared/contracts/helps.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = helpRoutes;

export default httpFunction(routes, {
  bundleKb: 700,
  errorImpact: 'Users cannot read the helps, and the operator cannot manage them.',
});
