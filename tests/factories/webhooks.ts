import { toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  WebhookDelivery,
  WebhookEndpoint,
} from '@prosa/functions/platform/table/entities/webhook-endpoints.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { makeWebhookSecret } from '@prosa/functions/platform/webhook-secret.ts';
import { endpointItems } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@prosa/shared/entities/webhook-endpoint.ts';
import type { TestCompany } from './company.ts';

/**
 * Stores an endpoint whose address is refused, so that a call of it fails at once, and a delivery that waits for it.
 * @returns their ids
 */
export const plantEndpoint = async (
  { table, id: companyId }: Pick<TestCompany, 'table' | 'id'>,
  {
    name = 'CRM',
    events = WEBHOOK_EVENTS,
    nowMs = Date.now(),
  }: { name?: string; events?: readonly WebhookEventType[]; nowMs?: number } = {},
): Promise<{ endpoint: number; delivery: string }> => {
  const endpoint = await nextId(table, WebhookEndpoint);
  const secret = await makeWebhookSecret({ companyId, endpointId: endpoint }, systemIds);
  const createdAt = toInstant(nowMs);
  const row = {
    companyId,
    id: endpoint,
    name,
    url: 'https://127.0.0.1/',
    events: [...events],
    secret: secret.stored,
    oldSecret: null,
    off: null,
    createdAt,
  };
  const delivery = `01m8ba94660001sh83sd-t${endpoint}`;
  const waiting = {
    companyId,
    endpointId: endpoint,
    id: delivery,
    type: 'ticket.created',
    subject: `t${endpoint}`,
    body: JSON.stringify({ name }),
    state: 'pending',
    attempts: 0,
    createdAt,
    nextAt: null,
    last: null,
  } as const;
  await commit([
    ...endpointItems(table, undefined, row, nowMs),
    table.put(WebhookDelivery, waiting, 'absent', nowMs),
  ]);
  forgetDirectory(companyId);
  return { endpoint, delivery };
};
