import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** Query of the contacts' tags, shared by all screens. */
export const tagList = routeQuery(tagRoutes.listBrief, { query: { kanban: 0 } });

/** Query of the kanban board's columns. */
export const laneList = routeQuery(tagRoutes.listBrief, { query: { kanban: 1 } });
