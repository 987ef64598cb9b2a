import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { routeQuery } from '../../lib/api/query.ts';

/** What a company has chosen. */
export const settingsOf = (companyId: number) =>
  routeQuery(companyRoutes.settings, { params: { companyId } });
