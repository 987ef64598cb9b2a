import { kanbanRoutes } from '@prosa/shared/contracts/kanban.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = { ...tagRoutes, ...kanbanRoutes };

export default httpFunction(routes, {
  bundleKb: 740,
  grants: { secrets: ['signing', 'media'] },
  errorImpact: 'Attendants cannot tag contacts, manage tags, nor see the kanban board.',
});
