import { fileListRoutes } from '@prosa/shared/contracts/file-lists.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = fileListRoutes;

export default httpFunction(routes, {
  bundleKb: 1000,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Administrators cannot manage file lists. Queues still send them.',
});
