import { apiUsageRoutes } from '@prosa/shared/contracts/api-usage.ts';
import { auditRoutes } from '@prosa/shared/contracts/audit.ts';
import { companyRoutes } from '@prosa/shared/contracts/companies.ts';
import { sendCapRoutes } from '@prosa/shared/contracts/send-caps.ts';
import { httpFunction } from '../../platform/lambda/declare-function.ts';

/** Routes of this function. */
export const routes = {
  ...companyRoutes,
  ...auditRoutes,
  ...sendCapRoutes,
  listApiUsage: apiUsageRoutes.list,
} as const;

export default httpFunction(routes, {
  bundleKb: 710,
  grants: { secrets: ['signing', 'tenantSecrets'] },
  errorImpact: 'Plans, companies and their settings cannot be read or changed.',
});
