import { announcementRoutes } from '@prosa/shared/contracts/announcements.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = announcementRoutes;

export default httpFunction(routes, {
  bundleKb: 800,
  grants: { bucket: 'write', secrets: ['signing', 'media'] },
  errorImpact: 'Announcements cannot be read or written.',
});
