import { internalChatRoutes } from '@prosa/shared/contracts/internal-chats.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = internalChatRoutes;

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Users cannot read or write messages of the internal chat.',
});
