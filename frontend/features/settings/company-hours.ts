import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** When a company works: hours of the week, time zone and holidays. */
export const hoursOf = (companyId: number) => routeQuery(companyRoutes.schedules, { params: { companyId } });
