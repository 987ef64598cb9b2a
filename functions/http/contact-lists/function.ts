import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = contactListRoutes;

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Administrators cannot manage the contact lists of campaigns.',
});
