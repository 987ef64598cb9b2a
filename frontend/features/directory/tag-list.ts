import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** The tags of contacts, for all who show them. */
export const tagList = routeQuery(tagRoutes.listBrief, { query: { kanban: 0 } });

/** The columns of the kanban board. */
export const laneList = routeQuery(tagRoutes.listBrief, { query: { kanban: 1 } });
