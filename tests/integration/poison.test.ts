import { once } from 'node:events';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import type { LocalQueue } from '@prosa/infra/local/sqs-queue.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { CommandLoop, type CommandOutcome } from '@prosa/session-host/connections/command-loop.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { inbound as handler } from '../support/handlers.ts';
import { startDeployedQueue } from './support/deployed-queue.ts';
import { useEdge } from './support/edge.ts';
import { localCommandSource } from './support/local-command-source.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

const POISON = 'veneno';
const tries: string[] = [];

vi.mock(import('@prosa/functions/workers/inbound/store-message.ts'), async (importOriginal) => {
  const { storeMessage } = await importOriginal();
  return {
    storeMessage: async (context, event) => {
      const text = event.content.kind === 'text' ? event.content.text : '';
      tries.push(text);
      if (text === POISON) throw new TypeError('a fault in our code');
      return storeMessage(context, event);
    },
  };
});

useTable();
const clock = createManualClock(Date.now());
const edge = useEdge({ clock });
let company: TestCompany;
let where: Where;

beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
});

const waitsIn = (queue: LocalQueue): number => {
  const { ready, inFlight, delayed } = queue.counts();
  return ready + inFlight + delayed;
};
const countTries = (text: string): number => tries.filter((tried) => tried === text).length;

describe('inbound event that fails on every attempt', () => {
  it("R21: only the event goes to the dead-letter queue, and its customer's later messages are stored in order", async () => {
    const [sick, well] = ['5511955550001', '5511955550002'];
    const worker = startDeployedQueue('inbound', handler, { store: edge().sqs, clock, batchSize: 10 });
    const { queue } = worker;
    const send = (from: string, text: string) =>
      queue.send({
        body: JSON.stringify(textEvent(where, from, text)),
        groupId: from,
        deduplicationId: `${from} ${text}`,
      });
    for (const text of ['um', POISON, 'dois', 'três']) send(sick, text);
    send(well, 'outra conversa');
    await worker.drain();
    await worker.stop();
    expect(countTries(POISON)).toBe(QUEUE_RETRIES.inbound.maxReceives);
    expect(countTries('dois')).toBe(1);
    expect(worker.dead().map((body) => JSON.parse(body).content.text)).toEqual([POISON]);
    const texts = async (number: string) =>
      (await storedFrom(company.table, where.connectionId, number)).map(({ body }) => body);
    expect(await texts(sick)).toEqual(['um', 'dois', 'três']);
    expect(await texts(well)).toEqual(['outra conversa']);
    expect(
      (await findContactByIdentities(company.table, [{ kind: 'phone', value: sick }])).contact,
    ).toBeDefined();
  });
});

describe('failing command of the session host', () => {
  const commandTo = (text: string): SessionCommand =>
    sessionCommandSchema.parse({
      v: 1,
      type: 'edit',
      companyId: 1,
      connectionId: 1,
      to: [{ kind: 'phone', value: '5511955550003' }],
      waitsUntil: Date.now() + 60_000,
      messageId: text,
      attempt: 1,
      providerMessageId: text,
      target: { providerMessageId: text, fromMe: true },
      text,
    });

  /** Runs the real queue on a clock that jumps to the next attempt; `handle` decides as the host would. */
  const run = async (
    texts: readonly string[],
    handle: (text: string, atMs: number, isLastTry: boolean) => CommandOutcome,
  ): Promise<{ done: string[]; dead: string[]; tookS: number }> => {
    const clock = createManualClock();
    const startMs = clock.now();
    const store = createSqsStore({ clock });
    const queue = store.queue('session-commands-0');
    for (const text of texts) {
      queue.send({ body: JSON.stringify(commandTo(text)), groupId: '1:1:1', deduplicationId: text });
    }
    const source = localCommandSource(queue, async (signal) => {
      if (waitsIn(queue) === 0) await once(signal, 'abort');
      clock.advance(500);
    });
    const done: string[] = [];
    const loop = new CommandLoop('prompt', source, async (command, { isLastTry }) => {
      const text = command.type === 'edit' ? command.text : '';
      const outcome = handle(text, clock.now() - startMs, isLastTry);
      if (outcome === 'done') done.push(text);
      return outcome;
    });
    loop.start();
    await expect.poll(() => waitsIn(queue), { timeout: 60_000 }).toBe(0);
    const tookS = (clock.now() - startMs) / 1000;
    await loop.stop();
    store.stop();
    const dead = store.queue('session-commands-0-dlq').receive(10);
    return { done, dead: dead.map(({ body }) => JSON.parse(body).text), tookS };
  };

  it('R21: only the failing command goes to the dead-letter queue, and the later commands run in order', async () => {
    let faults = 0;
    const { done, dead } = await run(['um', POISON, 'dois', 'três'], (text) => {
      if (text !== POISON) return 'done';
      faults += 1;
      throw new TypeError('a fault in our code');
    });
    expect(done).toEqual(['um', 'dois', 'três']);
    expect(dead).toEqual([POISON]);
    expect(faults).toBe(QUEUE_RETRIES['session-commands-0'].maxReceives);
  });

  it('R34: commands wait in order while a connection changes hosts, and are not given up before the lease expires', async () => {
    const TAKEOVER_MS = 45_000;
    const { done, dead, tookS } = await run(['um', 'dois', 'três'], (_text, atMs) =>
      atMs < TAKEOVER_MS ? 'later' : 'done',
    );
    expect(done).toEqual(['um', 'dois', 'três']);
    expect(dead).toEqual([]);
    expect(tookS).toBeLessThanOrEqual(60);
  });

  it('the last attempt is announced once, and a command that is settled then is no dead letter', async () => {
    const lastTries: string[] = [];
    const { done, dead } = await run(['um', 'dois'], (text, _atMs, isLastTry) => {
      if (text === 'um' && !isLastTry) return 'later';
      if (isLastTry) lastTries.push(text);
      return 'done';
    });
    expect(lastTries[0]).toBe('um');
    expect(lastTries.filter((text) => text === 'um')).toHaveLength(1);
    expect(done).toEqual(['um', 'dois']);
    expect(dead).toEqual([]);
  });
});
