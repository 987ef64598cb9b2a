import { assistantCallRoutes } from '@prosa/shared/contracts/assistant-calls.ts';
import { assistantCorrectionRoutes } from '@prosa/shared/contracts/assistant-corrections.ts';
import { assistantReplayRoutes } from '@prosa/shared/contracts/assistant-replays.ts';
import { assistantRoutes } from '@prosa/shared/contracts/assistants.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = {
  ...assistantRoutes,
  ...assistantReplayRoutes,
  ...assistantCallRoutes,
  ...assistantCorrectionRoutes,
};

export default httpFunction(routes, {
  // A test waits for a model.
  timeoutS: 29,
  bundleKb: 900,
  grants: { secrets: ['signing', 'tenantSecrets'] },
  errorImpact:
    'Administrators cannot manage assistants, nor see their calls. Assistants still answer customers.',
});
