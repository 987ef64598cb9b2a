import { quickMessageRoutes } from '@prosa/shared/contracts/quick-messages.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** Query of the composer's quick messages. Above the server's limit, only those that begin with the typed text. */
export const quickMessageList = (searchParam: string) =>
  routeQuery(quickMessageRoutes.listBrief, { query: { searchParam } });
