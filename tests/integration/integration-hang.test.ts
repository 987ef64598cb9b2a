import type { ServerResponse } from 'node:http';
import { callGroup } from '@prosa/functions/domain/engine/leader-call.ts';
import { loadHealth as loadAssistantHealth } from '@prosa/functions/repositories/assistants/assistant-health.ts';
import { loadHealth } from '@prosa/functions/repositories/integrations/integration-health.ts';
import { ACCOUNT_CONCURRENCY, concurrencyOf } from '@prosa/infra/concurrency.ts';
import { completion } from '@prosa/infra/local/fake-integrations/chat-model.ts';
import { sendJson } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { QUEUES } from '@prosa/infra/resources.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { assistantCallsBy, integrationCallsBy } from '../support/handlers.ts';
import { addAssistant, awaitAssistant } from './support/assistant-desk.ts';
import { useEdge } from './support/edge.ts';
import { addIntegration, awaitAnswer, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
/** Longer than the test, so that the counts do not depend on how fast the machine is. */
const { fake, ports } = useIntegrations(120_000);

/** Conversations that wait for the hanging host. */
const HUNG = 300;
const HEALTHY = 20;
/** Calls of one integration or assistant at a time, as README and function declarations state. */
const LANES = 18;
/** Failures after which an integration or assistant is paused. */
const FAILURES = 5;

const KINDS = {
  integration: {
    queue: 'integration-calls',
    worker: integrationCallsBy(ports),
    add: (company: TestCompany, host: string) =>
      addIntegration(company, 'n8n', { urlN8N: `https://${host}/` }),
    ask: async (company: TestCompany, integrationId: number, connectionId: number) =>
      (await awaitAnswer(company, { connectionId, integrationId }, ['oi'])).call,
    load: loadHealth,
    answer: { reply: 'Olá' },
  },
  assistant: {
    queue: 'assistant-calls',
    worker: assistantCallsBy(ports),
    add: (company: TestCompany, host: string) =>
      addAssistant(company, { baseUrl: `https://${host}/v1`, key: fake.model.apiKey }),
    ask: async (company: TestCompany, promptId: number, connectionId: number) =>
      (await awaitAssistant(company, { connectionId, promptId }, ['oi'])).call,
    load: loadAssistantHealth,
    answer: completion({ text: 'Olá' }),
  },
} as const;

/** Runs a worker over its queue with the deployed concurrency. @returns how to send it a call */
const runWorker = (kind: keyof typeof KINDS) => {
  const { queue: name, worker } = KINDS[kind];
  const concurrency = concurrencyOf(ACCOUNT_CONCURRENCY).sources.get(name) ?? 0;
  const queue = edge().sqs.queue(name);
  const running = new Set<Promise<void>>();
  const pull = (): void => {
    while (running.size < concurrency) {
      const [message] = queue.receive(1, QUEUES[name].visibilityS * 1000);
      if (message === undefined) return;
      const run = worker(sqsEvent([message.body])).then(({ batchItemFailures }) => {
        if (batchItemFailures.length === 0) queue.delete(message.receipt);
        running.delete(run);
        pull();
      });
      running.add(run);
    }
  };
  return (leaderId: number, call: { companyId: number; ticketId: number; token: string }): void => {
    const groupId = callGroup(call.companyId, leaderId, call.ticketId);
    queue.send({ body: JSON.stringify(call), groupId, deduplicationId: call.token });
    pull();
  };
};

describe.each(['integration', 'assistant'] as const)('an %s whose host hangs', (kind) => {
  it('R23, S-47: holds 18 runs of its worker, leaves the others to other hosts, and after five failures gives its customers to people', async () => {
    const { add, ask, load, answer } = KINDS[kind];
    const company = await makeCompany();
    const connectionId = await company.addConnection();
    const [ill, well] = [await add(company, 'ill.example'), await add(company, 'well.example')];
    const held = new Set<ServerResponse>();
    let asked = 0;
    fake.faults.set('ill.example', (response) => {
      asked += 1;
      held.add(response);
      response.once('close', () => held.delete(response));
    });
    fake.faults.set('well.example', (response) => sendJson(response, 200, answer));
    const askAll = async (leaderId: number, count: number) => {
      const calls: Awaited<ReturnType<typeof ask>>[] = [];
      for (let nth = 0; nth < count; nth++) calls.push(await ask(company, leaderId, connectionId));
      return calls;
    };
    const [hung, healthy] = [await askAll(ill, HUNG), await askAll(well, HEALTHY)];
    const answers = new Map<string, string>();
    const answeredOf = (calls: readonly { token: string }[]) => {
      for (const event of edge()
        .takeAll('inbound')
        .map((body) => inboundEventSchema.parse(body)))
        if (event.type === 'answer') answers.set(event.token, event.next.goesTo);
      return calls.filter(({ token }) => answers.has(token)).length;
    };

    const send = runWorker(kind);
    for (const call of hung) send(ill, call);
    await expect.poll(() => held.size).toBe(LANES);
    for (const call of healthy) send(well, call);
    await expect.poll(() => answeredOf(healthy)).toBe(HEALTHY);
    expect([held.size, asked, answeredOf(hung)]).toEqual([LANES, LANES, 0]);

    for (const response of [...held].slice(0, FAILURES)) response.destroy();
    await expect.poll(async () => (await load(company.table, ill))?.pausedUntil).toEqual(expect.any(String));
    // The next call of each lane whose call failed before the pause may be under way.
    fake.faults.set('ill.example', (response) => {
      asked += 1;
      response.destroy();
    });
    for (const response of held) response.destroy();
    await expect.poll(() => answeredOf(hung)).toBe(HUNG);
    // An assistant gives its customers to the people of its queue.
    const goesTo = kind === 'integration' ? 'people' : 'queue';
    expect(new Set(hung.map(({ token }) => answers.get(token)))).toEqual(new Set([goesTo]));
    expect(asked).toBeLessThanOrEqual(LANES + FAILURES);
    expect((await load(company.table, well))?.pausedUntil ?? null).toBeNull();
  });
});
