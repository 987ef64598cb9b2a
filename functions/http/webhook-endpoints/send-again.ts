import type { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { TRIAL_EVENT } from '@prosa/shared/entities/webhook-endpoint.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { WebhookDelivery } from '../../platform/table/entities/webhook-endpoints.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import { deliveryOutboxItem } from '../../repositories/webhooks/webhook-deliveries.ts';
import { endPauseItems } from '../../repositories/webhooks/webhook-endpoints.ts';
import { requireDelivery } from './list-deliveries.ts';
import { requireEndpoint } from './require-endpoint.ts';

/** Returns an endpoint that is on, and its health. @throws AppError ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_OFF */
const requireOn = async (table: Table, id: number) => {
  const found = await requireEndpoint(table, id);
  if (found.endpoint.off !== null) throw new AppError('ERR_WEBHOOK_OFF');
  return found;
};

/** Sends an event without content to an endpoint, once, also while the endpoint is paused. */
export const sendTrial: RouteHandler<typeof webhookEndpointRoutes.sendTrial> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  return retryOnConflict(async () => {
    const { endpoint, health } = await requireOn(table, params.id);
    const nowMs = clock.now();
    const at = toInstant(nowMs);
    const id = `${ids.sortable(nowMs)}-${TRIAL_EVENT}`;
    const data = { endpoint: { id: endpoint.id, name: endpoint.name } };
    const delivery = {
      companyId,
      endpointId: endpoint.id,
      id,
      type: TRIAL_EVENT,
      subject: TRIAL_EVENT,
      body: JSON.stringify({ id, type: TRIAL_EVENT, timestamp: at, companyId, data }),
      state: 'pending',
      attempts: 0,
      createdAt: at,
      nextAt: null,
      last: null,
    } as const;
    await commit([
      table.put(WebhookDelivery, delivery, 'absent', nowMs),
      deliveryOutboxItem(table, { endpointId: endpoint.id, deliveryId: id }, { ids, nowMs }),
      ...endPauseItems(table, health, nowMs),
    ]);
    return delivery;
  });
};

/**
 * Sends a delivery again with the same id and body, also while the endpoint is paused. A failure is followed by
 * further attempts only within a day of the event.
 * @throws AppError ERR_NO_WEBHOOK_FOUND, ERR_NO_DELIVERY_FOUND, ERR_WEBHOOK_OFF
 */
export const redeliver: RouteHandler<typeof webhookEndpointRoutes.redeliver> = async ({
  principal,
  params,
  clock,
  ids,
}) => {
  const table = openTable(principal.companyId);
  return retryOnConflict(async () => {
    const { endpoint, health } = await requireOn(table, params.id);
    const nowMs = clock.now();
    const delivery = await requireDelivery(table, endpoint.id, params.deliveryId, nowMs);
    const pending = { ...delivery, state: 'pending', nextAt: null } as const;
    await commit([
      table.put(WebhookDelivery, pending, delivery.version, nowMs),
      deliveryOutboxItem(table, { endpointId: endpoint.id, deliveryId: delivery.id }, { ids, nowMs }),
      ...endPauseItems(table, health, nowMs),
    ]);
    return pending;
  });
};
