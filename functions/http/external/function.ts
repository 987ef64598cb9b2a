import { externalRoutes } from '@prosa/shared/contracts/external.ts';
import { SEND_ANOMALY } from '../../domain/sends/send-limits.ts';
import { restFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = externalRoutes;

export default restFunction(routes, {
  bundleKb: 1020,
  grants: { bucket: 'write', secrets: [] },
  errorImpact: 'Other systems of companies cannot send messages.',
  alarmLines: { [SEND_ANOMALY.metric]: SEND_ANOMALY.impact },
});
