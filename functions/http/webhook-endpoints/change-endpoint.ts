import type { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import type { AuditAction } from '@prosa/shared/rules/audit-actions.ts';
import { presentEndpoint } from '../../domain/webhook-events/present-endpoint.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { EndpointHealth } from '../../platform/table/entities/webhook-endpoints.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { type EndpointRow, endpointItems } from '../../repositories/webhooks/webhook-endpoints.ts';
import { requireEndpoint } from './require-endpoint.ts';

type Context = Pick<
  HandlerContext<typeof webhookEndpointRoutes.rotateSecret>,
  'principal' | 'params' | 'request' | 'clock' | 'ids'
>;

/**
 * Changes an endpoint, with its audit entry. One with a new address, or switched on again, starts without its earlier
 * failures.
 * @param change returns the endpoint after the change; called again after a write conflict
 * @throws AppError ERR_NO_WEBHOOK_FOUND, and those of `change`
 */
export const changeEndpoint = async (
  { principal, params, request, clock, ids }: Context,
  action: AuditAction,
  change: (endpoint: EndpointRow, nowMs: number) => EndpointRow,
) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const view = await retryOnConflict(async () => {
    const { endpoint, health } = await requireEndpoint(table, params.id);
    const nowMs = clock.now();
    const after = change(endpoint, nowMs);
    const isAnew = after.url !== endpoint.url || (endpoint.off !== null && after.off === null);
    await commit([
      ...endpointItems(table, endpoint, after, nowMs),
      ...(isAnew ? [table.delete(EndpointHealth, { endpointId: endpoint.id })] : []),
      auditItem(table, { principal, request, ids, nowMs }, action, {
        id: endpoint.id,
        before: endpoint,
        after,
      }),
    ]);
    return presentEndpoint({ ...after, version: endpoint.version + 1 }, isAnew ? undefined : health, nowMs);
  });
  forgetDirectory(companyId);
  return view;
};
