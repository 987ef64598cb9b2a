import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = contactFileRoutes;

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Nobody can import or export contacts.',
});
