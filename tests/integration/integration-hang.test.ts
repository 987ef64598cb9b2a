import type { ServerResponse } from 'node:http';
import { setInterval } from 'node:timers/promises';
import { loadHealth } from '@prosa/functions/repositories/integrations/integration-health.ts';
import { sendJson } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { QUEUES } from '@prosa/infra/resources.ts';
import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { integrationCallsBy } from '../support/handlers.ts';
import { useEdge } from './support/edge.ts';
import { addIntegration, awaitAnswer, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
const { fake, ports } = useIntegrations();
const worker = integrationCallsBy(ports);

/** Conversations that a hanging service holds. */
const HUNG = 200;
/** Conversations of the healthy service, and how often one comes. */
const HEALTHY = 40;
const EVERY_MS = 50;
/** How long the healthy service takes. */
const THINKS_MS = 100;

const DECLARED = FUNCTIONS['integration-calls'];
/** Concurrent runs of the worker, as its event source allows them. */
const CONCURRENT = DECLARED?.kind === 'queue' ? (DECLARED.maxConcurrency ?? 0) : 0;

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

it('S-47: a service that hangs in 200 conversations does not slow another one', async () => {
  const company = await makeCompany();
  const connectionId = await company.addConnection();
  const ill = await addIntegration(company, 'n8n', { urlN8N: 'https://ill.example/' });
  const well = await addIntegration(company, 'n8n', { urlN8N: 'https://well.example/' });
  const callsOf = async (integrationId: number, count: number): Promise<IntegrationCallMessage[]> => {
    const calls: IntegrationCallMessage[] = [];
    for (let nth = 0; nth < count; nth++)
      calls.push((await awaitAnswer(company, { connectionId, integrationId }, ['oi'])).call);
    return calls;
  };
  const held = new Set<ServerResponse>();
  fake.faults.set('ill.example', (response) => {
    held.add(response);
  });
  fake.faults.set('well.example', (response) => {
    setTimeout(() => sendJson(response, 200, { reply: 'Olá' }), THINKS_MS);
  });

  const queue = edge().sqs.queue('integration-calls');
  const answeredAt = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const pull = (): void => {
    while (running.size < CONCURRENT) {
      const [message] = queue.receive(1, QUEUES['integration-calls'].visibilityS * 1000);
      if (message === undefined) return;
      const run = worker(sqsEvent([message.body])).then(({ batchItemFailures }) => {
        if (batchItemFailures.length === 0) queue.delete(message.receipt);
        answeredAt.set(message.groupId ?? '', performance.now());
        running.delete(run);
        pull();
      });
      running.add(run);
    }
  };
  const send = ({ ticketId, token, ...rest }: IntegrationCallMessage): string => {
    const groupId = `${company.id}:${ticketId}`;
    queue.send({ body: JSON.stringify({ ticketId, token, ...rest }), groupId, deduplicationId: token });
    pull();
    return groupId;
  };
  /** Returns how long the healthy service's answers take at half of its conversations, in milliseconds. */
  const measure = async (calls: readonly IntegrationCallMessage[]): Promise<number> => {
    const sent = new Map<string, number>();
    const ticks = setInterval(EVERY_MS)[Symbol.asyncIterator]();
    for (const call of calls) {
      const at = performance.now();
      sent.set(send(call), at);
      await ticks.next();
    }
    await expect.poll(() => [...sent.keys()].every((group) => answeredAt.has(group))).toBe(true);
    return median([...sent].map(([group, at]) => (answeredAt.get(group) ?? 0) - at));
  };

  // Loads the code of the worker and opens its connections.
  await measure(await callsOf(well, 5));
  const alone = await measure(await callsOf(well, HEALTHY));
  const beside = await callsOf(well, HEALTHY);
  for (const call of await callsOf(ill, HUNG)) send(call);
  await expect.poll(() => held.size).toBe(HUNG);
  const crowded = await measure(beside);
  expect(crowded).toBeLessThan(1.5 * alone);

  for (const response of held) response.destroy();
  while (running.size > 0) await Promise.all(running);
  expect((await loadHealth(company.table, ill))?.pausedUntil).toEqual(expect.any(String));
  expect(await loadHealth(company.table, well)).toBeUndefined();
  expect(edge().takeAll('inbound')).toHaveLength(HUNG + 2 * HEALTHY + 5);
});
