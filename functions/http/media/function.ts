import { mediaRoutes } from '@prosa/shared/contracts/media.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = mediaRoutes;

export default httpFunction(routes, {
  // The edge's maximum response time, because a company's transcription service may need most of it.
  timeoutS: 29,
  bundleKb: 1050,
  grants: { bucket: 'write', secrets: ['signing', 'media', 'tenantSecrets'] },
  errorImpact: 'Attendants cannot attach or open files, nor have voice notes written down.',
});
