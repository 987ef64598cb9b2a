import { helpChatRoutes } from '@prosa/shared/contracts/help-chat.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. It alone may read the key of the help chat. */
export const routes = helpChatRoutes;

export default httpFunction(routes, {
  // A question waits for a model.
  timeoutS: 29,
  bundleKb: 800,
  grants: { secrets: ['signing', 'helpChat'] },
  errorImpact: 'The help chat is missing or does not answer. Users still read the helps.',
});
