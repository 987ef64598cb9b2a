import { messageTemplateRoutes } from '@prosa/shared/contracts/message-templates.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = messageTemplateRoutes;

export default httpFunction(routes, {
  // A sync reads page after page from Meta; the API's limit is 30.
  timeoutS: 29,
  // Holds the largest example of a header's file, 100 MB, which arrives in parts and is joined.
  memoryMb: 1024,
  bundleKb: 1100,
  grants: { send: ['inbound'], bucket: 'read', secrets: ['signing', 'tenantSecrets', 'meta'] },
  errorImpact: 'Administrators cannot manage message templates, and users cannot choose one.',
});
