import { contactMergeRoutes } from '@prosa/shared/contracts/contact-merges.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...contactRoutes, ...contactMergeRoutes } as const;

export default httpFunction(routes, {
  bundleKb: 730,
  grants: { secrets: ['signing', 'media'] },
  errorImpact: 'Attendants cannot find or edit contacts.',
});
