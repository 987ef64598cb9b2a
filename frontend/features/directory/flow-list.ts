import { flowRoutes } from '@prosa/shared/contracts/flows.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** The query of a field that chooses a flow: the newest flows with a text in their name. */
export const flowsNamed = (searchParam: string) =>
  // The page's number makes it another query than the pages of the list of flows.
  routeQuery(flowRoutes.list, { query: { searchParam, pageNumber: 1 } });

/** Query of a flow, for its name. Refetched whenever a field needs it, because no live event updates it. */
export const flowById = (id: number) => ({
  ...routeQuery(flowRoutes.get, { params: { id } }),
  staleTime: 0,
});
