import { ENDPOINTS_MAX, type webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import type { WebhookEndpoint as EndpointFields } from '@prosa/shared/entities/webhook-endpoint.ts';
import { AppError } from '@prosa/shared/errors.ts';
import { foreignSecrets } from '@prosa/shared/rules/secret-of-address.ts';
import { presentEndpoint } from '../../domain/webhook-events/present-endpoint.ts';
import { toInstant } from '../../platform/clock.ts';
import { forgetDirectory } from '../../platform/directory.ts';
import type { HandlerContext, RouteHandler } from '../../platform/http/bind-routes.ts';
import { commit } from '../../platform/table/commit.ts';
import { Counter } from '../../platform/table/entities/counters.ts';
import { WebhookEndpoint } from '../../platform/table/entities/webhook-endpoints.ts';
import { retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { openTable } from '../../platform/table/table.ts';
import { nextId } from '../../platform/table/updates.ts';
import { makeWebhookSecret } from '../../platform/webhook-secret.ts';
import { auditItem } from '../../repositories/rows/audit.ts';
import {
  type EndpointRow,
  endpointItems,
  loadEndpoints,
} from '../../repositories/webhooks/webhook-endpoints.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { requireEndpoint, requirePublicUrl } from './require-endpoint.ts';

/** Lists the company's endpoints by name. One consistent query. */
export const listEndpoints: RouteHandler<typeof webhookEndpointRoutes.list> = async ({
  principal,
  clock,
}) => {
  const all = await loadEndpoints(openTable(principal.companyId));
  const nowMs = clock.now();
  return all
    .map(({ endpoint, health }) => presentEndpoint(endpoint, health, nowMs))
    .sort((a, b) => a.name.localeCompare(b.name) || a.id - b.id);
};

/**
 * Adds an endpoint. The transaction fails and is retried if a simultaneous request took a newer number, so two of
 * them cannot both take the last place.
 * @throws AppError ERR_WEBHOOK_URL, ERR_WEBHOOK_LIMIT
 */
export const createEndpoint: RouteHandler<typeof webhookEndpointRoutes.create> = async ({
  principal,
  body,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  requirePublicUrl(body.url);
  const made = await retryOnConflict(async () => {
    const id = await nextId(table, WebhookEndpoint);
    if ((await loadEndpoints(table)).length >= ENDPOINTS_MAX)
      throw new AppError('ERR_WEBHOOK_LIMIT', { details: { limit: ENDPOINTS_MAX } });
    const secret = await makeWebhookSecret({ companyId, endpointId: id }, ids);
    const nowMs = clock.now();
    const endpoint: EndpointFields = {
      companyId,
      id,
      name: body.name,
      url: body.url,
      events: [...new Set(body.events)],
      secret: secret.stored,
      oldSecret: null,
      off: null,
      createdAt: toInstant(nowMs),
    };
    await commit([
      table.check(Counter, { name: WebhookEndpoint.name }, { value: id }),
      ...endpointItems(table, undefined, endpoint, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'webhookEndpoints.create', {
        id,
        after: endpoint,
      }),
    ]);
    return { ...presentEndpoint({ ...endpoint, version: 1 }, undefined, nowMs), secret: secret.text };
  });
  forgetDirectory(companyId);
  return made;
};

type Change = HandlerContext<typeof webhookEndpointRoutes.update>['body'];

const offAfter = (endpoint: EndpointRow, isOn: boolean | undefined, nowMs: number): EndpointRow['off'] => {
  if (isOn === undefined) return endpoint.off;
  if (isOn) return null;
  return endpoint.off ?? { reason: 'user', at: toInstant(nowMs) };
};

/** Returns an endpoint after a change. Another address gets `newSecret` in place of all secrets of the one before. */
const changed = (
  endpoint: EndpointRow,
  { name, url = endpoint.url, events, isOn }: Change,
  newSecret: EndpointRow['secret'],
  nowMs: number,
): EndpointRow => {
  const foreign = foreignSecrets('webhookEndpoint', endpoint, { url });
  return {
    ...endpoint,
    ...(name === undefined ? {} : { name }),
    ...(events === undefined ? {} : { events: [...new Set(events)] }),
    url,
    secret: foreign.has('secret') ? newSecret : endpoint.secret,
    oldSecret: foreign.has('oldSecret') ? null : endpoint.oldSecret,
    off: offAfter(endpoint, isOn, nowMs),
  };
};

/**
 * Changes an endpoint. With another address its secret is replaced at once; the answer has the new one.
 * @throws AppError ERR_NO_WEBHOOK_FOUND, ERR_WEBHOOK_URL, ERR_CONFLICT
 */
export const updateEndpoint: RouteHandler<typeof webhookEndpointRoutes.update> = async ({
  body,
  ...context
}) => {
  if (body.url !== undefined) requirePublicUrl(body.url);
  const { principal, params, ids } = context;
  const secret = await makeWebhookSecret({ companyId: principal.companyId, endpointId: params.id }, ids);
  let isReplaced = false;
  const view = await changeEndpoint(context, 'webhookEndpoints.update', (endpoint, nowMs) => {
    if (body.version !== undefined && body.version !== endpoint.version) throw new AppError('ERR_CONFLICT');
    const after = changed(endpoint, body, secret.stored, nowMs);
    isReplaced = after.secret.sealed === secret.stored.sealed;
    return after;
  });
  return isReplaced ? { ...view, secret: secret.text } : view;
};

/** Removes an endpoint. Its deliveries can no longer be read, and expire; those that wait are not sent. */
export const removeEndpoint: RouteHandler<typeof webhookEndpointRoutes.remove> = async ({
  principal,
  params,
  request,
  clock,
  ids,
}) => {
  const { companyId } = principal;
  const table = openTable(companyId);
  await retryOnConflict(async () => {
    const { endpoint } = await requireEndpoint(table, params.id);
    const nowMs = clock.now();
    await commit([
      ...endpointItems(table, endpoint, undefined, nowMs),
      auditItem(table, { principal, request, ids, nowMs }, 'webhookEndpoints.remove', {
        id: endpoint.id,
        before: endpoint,
      }),
    ]);
  });
  forgetDirectory(companyId);
  return {};
};
