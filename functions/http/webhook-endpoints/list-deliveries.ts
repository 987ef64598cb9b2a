import {
  DELIVERIES_PER_PAGE,
  type webhookEndpointRoutes,
} from '@prosa/shared/contracts/webhook-endpoints.ts';
import { DELIVERIES_KEPT_DAYS } from '@prosa/shared/entities/webhook-endpoint.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { toInstant } from '../../platform/clock.ts';
import type { RouteHandler } from '../../platform/http/bind-routes.ts';
import { pagingOf } from '../../platform/http/paging.ts';
import { openTable, type Table } from '../../platform/table/table.ts';
import {
  type DeliveryRow,
  loadDelivery,
  readDeliveries,
} from '../../repositories/webhooks/webhook-deliveries.ts';
import { requireEndpoint } from './require-endpoint.ts';

const KEPT_MS = DELIVERIES_KEPT_DAYS * 86_400_000;

/** Returns a delivery of an endpoint. @throws AppError ERR_NO_WEBHOOK_FOUND, ERR_NO_DELIVERY_FOUND */
export const requireDelivery = async (
  table: Table,
  endpointId: number,
  id: string,
  nowMs: number,
): Promise<DeliveryRow> => {
  const delivery = await loadDelivery(table, endpointId, id);
  if (delivery === undefined || Date.parse(delivery.createdAt) < nowMs - KEPT_MS)
    throw new AppError('ERR_NO_DELIVERY_FOUND');
  return delivery;
};

/** Lists what was sent to an endpoint. One read and one query. */
export const listDeliveries: RouteHandler<typeof webhookEndpointRoutes.deliveries> = async ({
  principal,
  params,
  query,
  clock,
}) => {
  const { cursor, state } = query;
  const table = openTable(principal.companyId);
  await requireEndpoint(table, params.id);
  const paging = await pagingOf(principal, 'webhook-deliveries', { id: params.id, state }, { cursor });
  const since = toInstant(clock.now() - KEPT_MS);
  const page = await paging.read((after) =>
    readDeliveries(table, params.id, { state, after, limit: DELIVERIES_PER_PAGE, since }),
  );
  return {
    deliveries: page.rows,
    hasMore: page.next !== undefined,
    cursor: paging.seal(page.next),
  };
};

/** Returns one delivery with its body. Two reads. */
export const getDelivery: RouteHandler<typeof webhookEndpointRoutes.delivery> = async ({
  principal,
  params,
  clock,
}) => {
  const table = openTable(principal.companyId);
  await requireEndpoint(table, params.id);
  return requireDelivery(table, params.id, params.deliveryId, clock.now());
};
