import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** Query of a company's settings. */
export const settingsOf = (companyId: number) =>
  routeQuery(companyRoutes.settings, { params: { companyId } });
