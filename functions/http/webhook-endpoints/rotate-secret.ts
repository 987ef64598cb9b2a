import type { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { presentEndpoint } from '../../domain/webhook-events/present-endpoint.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { makeWebhookSecret } from '../../platform/webhook-secret.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import { endpointItems } from '../../repositories/webhooks/webhook-endpoints.ts';
import { requireEndpoint } from './require-endpoint.ts';

/** How long deliveries also carry the signature of the secret before. */
const OVERLAP_MS = 24 * 3_600_000;

/** Replaces the secret of an endpoint. A second rotation within a day ends the first secret at once. */
export const rotateSecret: RouteHandler<typeof webhookEndpointRoutes.rotateSecret> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  const secret = await makeWebhookSecret({ companyId, endpointId: params.id }, ids);
  return retryOnConflict(async () => {
    const { endpoint, health } = await requireEndpoint(table, params.id);
    const nowMs = clock.now();
    const after = {
      ...endpoint,
      secret: secret.stored,
      oldSecret: { sealed: endpoint.secret.sealed, until: toInstant(nowMs + OVERLAP_MS) },
    };
    await commit([
      ...endpointItems(table, endpoint, after, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'webhookEndpoints.rotateSecret', {
        id: endpoint.id,
        before: endpoint,
        after,
      }),
    ]);
    const view = presentEndpoint({ ...after, version: endpoint.version + 1 }, health, nowMs);
    return { ...view, secret: secret.text };
  });
};
