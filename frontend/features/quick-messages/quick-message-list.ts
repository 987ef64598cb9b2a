import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** What is offered where replies are written; beyond its bound, what begins with what is typed. */
export const quickMessageList = (searchParam: string) =>
  routeQuery(quickMessageRoutes.listBrief, { query: { searchParam } });
