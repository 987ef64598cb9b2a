import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = ticketRoutes;

export default httpFunction(routes, {
  bundleKb: 770,
  grants: { secrets: ['signing', 'media'] },
  errorImpact: 'Attendants cannot list, accept, transfer or close tickets.',
});
