import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** Query of a company's weekly working hours, time zone and holidays. */
export const hoursOf = (companyId: number) => routeQuery(companyRoutes.schedules, { params: { companyId } });
