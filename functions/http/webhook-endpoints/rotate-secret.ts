import type { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { makeWebhookSecret } from '../../platform/webhook-secret.ts';
import { changeEndpoint } from './change-endpoint.ts';

/** How long deliveries also carry the signature of the previous secret. */
const OVERLAP_MS = 24 * 3_600_000;

/** Replaces the secret of an endpoint. A second rotation within a day ends the first secret at once. */
export const rotateSecret: RouteHandler<typeof webhookEndpointRoutes.rotateSecret> = async (context) => {
  const { principal, params, ids } = context;
  const secret = await makeWebhookSecret({ companyId: principal.companyId, endpointId: params.id }, ids);
  const view = await changeEndpoint(context, 'webhookEndpoints.rotateSecret', (endpoint, nowMs) => ({
    ...endpoint,
    secret: secret.stored,
    oldSecret: { sealed: endpoint.secret.sealed, until: toInstant(nowMs + OVERLAP_MS) },
  }));
  return { ...view, secret: secret.text };
};
