import type { apiUsageRoutes } from '@prosa/shared/contracts/api-usage.ts';
import { localDay } from '@prosa/shared/rules/zone-format.ts';
import { daysOfUsage, totalOf } from '../../domain/external/usage-days.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { openTable } from '../../platform/table/table.ts';
import { loadUsage } from '../../repositories/figures/api-usage.ts';

/** Returns the use of the external API in a month of the company's time zone, the current one by default. One query. */
export const listUsage: RouteHandler<typeof apiUsageRoutes.list> = async ({ principal, query, clock }) => {
  const { companyId, directory } = principal;
  const month = query.month ?? localDay(directory.company.timeZone, clock.now()).slice(0, 7);
  const days = daysOfUsage(await loadUsage(openTable(companyId), month));
  return { month, days, total: totalOf(days) };
};
