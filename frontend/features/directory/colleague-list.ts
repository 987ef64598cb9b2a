import { userRoutes } from '@prosa/shared/contracts/users.ts';
import { LIVE, routeQuery } from '../../lib/api/query.ts';

/** Query of all users of the company by name, shared by all screens; live events keep it up to date. */
export const colleagueList = { ...routeQuery(userRoutes.listBrief, {}), staleTime: LIVE };
