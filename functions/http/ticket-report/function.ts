import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = ticketReportRoutes;

export default httpFunction(routes, {
  bundleKb: 900,
  grants: { table: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Nobody sees or exports the ticket report.',
});
