import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { encodeTime, toBase32 } from '@prosa/functions/platform/ids.ts';
import { WebhookDelivery } from '@prosa/functions/platform/table/entities/webhook-endpoints.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { deliveryMessage } from '@prosa/functions/repositories/webhooks/webhook-deliveries.ts';
import { ACCOUNT_CONCURRENCY, concurrencyOf } from '@prosa/infra/concurrency.ts';
import { QUEUES } from '@prosa/infra/resources.ts';
import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { deliveriesBy } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { useReceiver } from './support/receiver.ts';
import { useTable } from './support/table.ts';
import { addEndpoint, healthOf } from './support/webhook-desk.ts';

useTable();
const edge = useEdge();
const receiver = useReceiver();

/** Each has lanes of its own; a fourth would share those of the first. */
const HOSTS = 3;
const PER_HOST = 10;
const PER_SECOND = 200;
const DEAD = 'host-0.example';

/** Concurrent runs of the worker, as its event source allows them. */
const CONCURRENT = concurrencyOf(ACCOUNT_CONCURRENCY).sources.get('webhook-deliveries') ?? 0;

/**
 * Sends events for three endpoints, 200 a second.
 * @returns the milliseconds after which the hosts except the first one got theirs, in rising order; the most calls
 *   that the first host held at once, and all that it got
 */
const measure = async (isDead: boolean, perHost: number) => {
  const company = await makeCompany();
  const endpoints: Awaited<ReturnType<typeof addEndpoint>>[] = [];
  for (let nth = 0; nth < HOSTS; nth++)
    endpoints.push(await addEndpoint(company, { name: `host ${nth}`, url: `https://host-${nth}.example/` }));
  const sentAt = new Map<string, number>();
  const tookMs: number[] = [];
  const held = new Set<ServerResponse>();
  const dead = { most: 0, calls: 0 };
  for (let nth = 0; nth < HOSTS; nth++) {
    receiver.answers.set(`host-${nth}.example`, (response, { host, body }) => {
      if (host === DEAD) {
        dead.calls += 1;
        dead.most = Math.max(dead.most, held.add(response).size);
        response.on('close', () => held.delete(response));
        if (isDead) return;
      } else tookMs.push(performance.now() - (sentAt.get(body.id) ?? 0));
      response.writeHead(204).end();
    });
  }
  const nowMs = Date.now();
  const events = Array.from({ length: perHost }, (_none, nth) =>
    endpoints.map((endpoint) => ({
      endpoint,
      id: `${encodeTime(nowMs)}${toBase32(BigInt(endpoint.id * 1000 + nth), 10)}-t${nth}`,
    })),
  ).flat();
  await writeBatch(
    events.map(({ endpoint, id }) => {
      const head = {
        id,
        type: 'ticket.closed',
        timestamp: toInstant(nowMs),
        companyId: company.id,
        data: {},
      };
      const { item, ...put } = company.table.put(
        WebhookDelivery,
        {
          companyId: company.id,
          endpointId: endpoint.id,
          id,
          type: 'ticket.closed',
          subject: id.slice(id.indexOf('-') + 1),
          body: JSON.stringify(head),
          state: 'pending',
          attempts: 0,
          createdAt: toInstant(nowMs),
          nextAt: null,
          last: null,
        },
        'any',
      );
      return { item, ...put };
    }),
  );
  const queue = edge().sqs.queue('webhook-deliveries');
  const worker = deliveriesBy(receiver.ask);
  const running = new Set<Promise<void>>();
  /** Starts a run of the worker for each message that may be received, as far as its event source allows. */
  const pull = (): void => {
    while (running.size < CONCURRENT) {
      const [message] = queue.receive(1, QUEUES['webhook-deliveries'].visibilityS * 1000);
      if (message === undefined) return;
      const run = worker(sqsEvent([message.body])).then(({ batchItemFailures }) => {
        if (batchItemFailures.length === 0) queue.delete(message.receipt);
        running.delete(run);
        pull();
      });
      running.add(run);
    }
  };
  const ticks = setInterval(1000 / PER_SECOND);
  for (const { endpoint, id } of events) {
    const { id: deduplicationId, ...message } = deliveryMessage({
      companyId: company.id,
      endpointId: endpoint.id,
      deliveryId: id,
    });
    sentAt.set(id, performance.now());
    queue.send({ ...message, deduplicationId });
    pull();
    await ticks[Symbol.asyncIterator]().next();
  }
  await expect.poll(() => tookMs.length).toBe((HOSTS - 1) * perHost);
  for (const response of held) response.destroy();
  while (running.size > 0) await Promise.all(running);
  const [first] = endpoints;
  const health = first === undefined ? undefined : await healthOf(company, first.id);
  return { tookMs: tookMs.sort((a, b) => a - b), dead, failures: health?.failures ?? 0 };
};

const p95 = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length * 0.95)] ?? 0;
/** For so long a call that is not answered holds its worker. */
const TIMEOUT_MS = 10_000;

it('R23: one dead host among three holds four calls at most, and does not slow the other two', async () => {
  // Loads the code of the worker and opens its connections.
  await measure(false, 1);
  const well = await measure(false, PER_HOST);
  const ill = await measure(true, PER_HOST);
  expect(well.failures).toBe(0);
  expect(ill.failures).toBeGreaterThan(0);
  expect(ill.dead.most).toBeLessThanOrEqual(4);
  expect(p95(ill.tookMs)).toBeLessThan(p95(well.tookMs) + TIMEOUT_MS);
});
