import { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = messageTemplateRoutes;

export default httpFunction(routes, {
  // A sync reads page after page from Meta; the API's limit is 30.
  timeoutS: 29,
  bundleKb: 900,
  grants: { send: ['inbound'], secrets: ['signing', 'tenantSecrets', 'meta'] },
  errorImpact: 'Administrators cannot manage message templates, and users cannot choose one.',
});
