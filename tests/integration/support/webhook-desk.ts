import { handler as endpoints } from '@prosa/functions/http/webhook-endpoints/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import type { AskOutside } from '@prosa/functions/platform/fetch-outside.ts';
import { WebhookDelivery } from '@prosa/functions/platform/table/entities/webhook-endpoints.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadEndpoint } from '@prosa/functions/repositories/webhooks/webhook-endpoints.ts';
import { webhookEndpointRoutes } from '@prosa/shared/contracts/webhook-endpoints.ts';
import { WEBHOOK_EVENTS, type WebhookEventType } from '@prosa/shared/entities/webhook-endpoint.ts';
import { expect } from 'vitest';
import type { TestCompany } from '../../factories/company.ts';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { deliveriesBy } from '../../support/handlers.ts';
import { call } from './call.ts';
import { consume } from './consumers.ts';
import type { Edge } from './edge.ts';
import { fireTimers } from './fire-timers.ts';
import { followStream } from './stream.ts';

/** Adds an endpoint to a company. Returns it with its secret. */
export const addEndpoint = async (
  { admin }: Pick<TestCompany, 'admin'>,
  fields: { name?: string; url?: string; events?: readonly WebhookEventType[] } = {},
) => {
  const body = { name: 'CRM', url: 'https://crm.example/prosa', events: WEBHOOK_EVENTS, ...fields };
  const answer = await call(endpoints, { to: 'POST /webhook-endpoints', token: admin.token, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return webhookEndpointRoutes.create.response.parse(answer.body);
};

/** Returns the deliveries to an endpoint, the oldest first. */
export const deliveriesTo = async ({ table }: Pick<TestCompany, 'table'>, endpointId: number) => {
  const { pk } = keys.webhookDelivery({ endpointId, id: '' });
  return (await table.query(WebhookDelivery, { pk, limit: 1000, maxExamined: 1000, consistent: true })).rows;
};

export const healthOf = async ({ table }: Pick<TestCompany, 'table'>, endpointId: number) =>
  (await loadEndpoint(table, endpointId)).health;

/**
 * Runs the stream's readers and the worker of webhooks as the system does, with calls by `ask`.
 * @param tableEndpoint the table's engine
 */
export const runWebhooks = async (tableEndpoint: string, edge: Edge, ask: AskOutside) => {
  const read = await followStream(tableEndpoint);
  const worker = deliveriesBy(ask);
  const queue = edge.sqs.queue('webhook-deliveries');
  /** Processes the next message of the queue. Returns false if there is none, or it failed. */
  const work = async (): Promise<boolean> => {
    const [message] = queue.receive(1);
    if (message === undefined) return false;
    const { batchItemFailures } = await worker(sqsEvent([message.body]));
    if (batchItemFailures.length > 0) {
      queue.changeVisibility(message.receipt, 0);
      return false;
    }
    queue.delete(message.receipt);
    return true;
  };
  /** Processes everything that waits, and what it causes. */
  const settle = async (): Promise<void> => {
    for (let goesOn = true; goesOn; ) {
      const records = await read();
      expect((await consume(records)).batchItemFailures).toEqual([]);
      goesOn = (await work()) || records.length > 0;
    }
  };
  /** Fires the timers of an endpoint's deliveries that are due, and processes what they cause. */
  const fireDue = async (company: TestCompany, endpointId: number): Promise<void> => {
    for (const { id } of await deliveriesTo(company, endpointId)) {
      const key = { kind: 'webhook-retry', subject: `${endpointId}.${id}` };
      const timer = await company.table.get(Timer, key, { consistent: true });
      if (timer === undefined || Date.parse(timer.dueAt) > systemClock.now()) continue;
      expect(await fireTimers({ companyId: company.id, ...key, token: timer.token })).toEqual([]);
      await settle();
    }
  };
  return { read, work, settle, fireDue };
};
