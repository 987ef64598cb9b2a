import { interactiveRoutes } from '@prosa/shared/contracts/interactive.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...messageRoutes, ...interactiveRoutes } as const;

export default httpFunction(routes, {
  bundleKb: 1020,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Attendants cannot read or answer conversations.',
});
