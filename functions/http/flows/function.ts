import { flowPhraseRoutes } from '@prosa/shared/contracts/flow-phrases.ts';
import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...flowRoutes, ...flowPhraseRoutes };

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Administrators cannot change flows and their phrases. Published flows still run.',
});
