import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { LIVE, routeQuery } from '../../lib/api/query.ts';

/** Everyone of the company by name, for all who show them; live events keep it fresh. */
export const colleagueList = { ...routeQuery(userRoutes.listBrief, {}), staleTime: LIVE };
