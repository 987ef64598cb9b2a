import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type Bench, inAMinute, openBench, REF } from '@prosa/session-host/testing/harness.ts';
import { type InboundEventOf, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommandOf } from '@prosa/shared/messaging/session-command.ts';
import { OUTCOME_WITHIN_MS } from '@prosa/shared/rules/send-failure.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { launchHost } from './support/session-host-process.ts';

/** Long enough that other load on the machine does not fail a test. */
const WAIT = { timeout: 60_000 };
const KEY = `${REF.companyId}:${REF.connectionId}`;

type KillPoint =
  | 'claimed'
  | 'before the call'
  | 'during the call'
  | 'after the call'
  | 'before the record'
  | 'after the record';

let bench: Bench;
const children: ChildProcess[] = [];
/** The command that is in its queue, and how often it was received. */
let queued: { command: SessionCommandOf<'send'>; receives: number; isVisible: boolean } | undefined;
/** Ends the waiting of the living host for commands. */
let handOver: (() => void) | undefined;
/** The outcomes that reached the inbound queue. */
let outcomes: InboundEventOf<'send-result'>['result'][];
let point: KillPoint | undefined;
let isClaimed: boolean;

beforeEach(async () => {
  bench = await openBench();
  queued = undefined;
  handOver = undefined;
  outcomes = [];
  point = undefined;
  isClaimed = false;
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await bench.close();
});

const forever = () => new Promise<never>(() => undefined);
const isUp = () => bench.fake.network.isConnected(KEY);
/** Returns a customer's view of the conversation. */
const shown = (customer: string) =>
  bench.fake.network.conversation(customer).filter(({ fromCustomer }) => !fromCustomer);

/** Hands the queue's message to a host that waits for one. */
const handOut = (): void => {
  if (queued?.isVisible !== true || handOver === undefined) return;
  queued.isVisible = false;
  queued.receives += 1;
  handOver();
  handOver = undefined;
};
const makeVisible = (): void => {
  if (queued !== undefined) queued.isVisible = true;
  handOut();
};

/** Kills the host at this point, and holds the call at which it dies. */
const dieAt = async (at: KillPoint): Promise<void> => {
  if (point !== at) return;
  point = undefined;
  handOver = undefined;
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await forever();
};

const launch = (): void => {
  const { store } = bench;
  const child = launchHost(
    bench,
    join(bench.dataDir, 'child'),
    {
      receive: async () => {
        await new Promise<void>((resolve) => {
          handOver = resolve;
          handOut();
        });
        await dieAt('claimed');
        isClaimed = true;
        if (queued === undefined) return forever();
        const { command, receives } = queued;
        return [{ id: 'c', receipt: 'c', receives, groupId: KEY, body: JSON.stringify(command) }];
      },
      settle: async () => {
        await dieAt('after the record');
        queued = undefined;
      },
      giveBack: makeVisible,
      readAuth: async (ref, names) => {
        if (isClaimed) await dieAt('before the call');
        return [...(await store.readAuth(ref, names))];
      },
      inbound: async (messages) => {
        for (const { body } of messages) {
          const event = inboundEventSchema.parse(JSON.parse(body));
          if (event.type !== 'send-result') continue;
          if (point === 'after the call') await forever();
          await dieAt('before the record');
          outcomes.push(event.result);
        }
      },
    },
    { COMMANDS: 'on' },
  );
  children.push(child);
};

/** Sends a message to a customer, kills the host at the point, and lets another host have the queue's message. */
const killAt = async (at: KillPoint, customer: string) => {
  await bench.pair();
  await bench.host.stop();
  await expect.poll(isUp, WAIT).toBe(false);
  bench.store.started = [REF];
  launch();
  await expect.poll(isUp, WAIT).toBe(true);
  const [host] = children;
  if (host === undefined) throw new Error('no host');
  const died = once(host, 'exit');
  const providerMessageId = '3EB0AAAAAAAAAAAAAAAAAAAAAAAAAAAA';
  point = at;
  // The network cuts the connection when it has the message, and answers nothing.
  if (at === 'during the call') bench.fake.network.setFault('drop', 1);
  const begunMs = performance.now();
  queued = {
    receives: 0,
    isVisible: false,
    command: {
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: [{ kind: 'phone', value: customer }],
      messageId: '1.2.1700000000000-0000000a',
      attempt: 1,
      providerMessageId,
      content: { kind: 'text', text: 'Bom dia' },
    },
  };
  makeVisible();
  if (at === 'during the call') {
    await expect.poll(isUp, { ...WAIT, interval: 1 }).toBe(false);
    void dieAt(at);
  }
  if (at === 'after the call') {
    await expect.poll(() => shown(customer).length, { ...WAIT, interval: 1 }).toBe(1);
    void dieAt(at);
  }
  await died;
  const before = { outcomes: outcomes.length, shown: shown(customer).length };
  await expect.poll(isUp, WAIT).toBe(false);
  launch();
  await expect.poll(isUp, WAIT).toBe(true);
  makeVisible();
  await expect.poll(() => queued, WAIT).toBeUndefined();
  expect(performance.now() - begunMs).toBeLessThan(OUTCOME_WITHIN_MS);
  return { before, id: providerMessageId, lines: shown(customer), outcomes };
};

it.each<[KillPoint, { outcomes: number; shown: number }, number]>([
  ['claimed', { outcomes: 0, shown: 0 }, 1],
  ['before the call', { outcomes: 0, shown: 0 }, 1],
  ['during the call', { outcomes: 0, shown: 0 }, 1],
  ['after the call', { outcomes: 0, shown: 1 }, 2],
  ['before the record', { outcomes: 0, shown: 1 }, 2],
  ['after the record', { outcomes: 1, shown: 1 }, 2],
])(
  'R26: kill -9 of a session host %s: the next host sends the message under the same id, the customer sees it once',
  async (at, atKill, copies) => {
    const { before, id, lines, outcomes: told } = await killAt(at, '5511955554444');
    expect(before).toEqual(atKill);
    expect(lines).toMatchObject([{ id, text: 'Bom dia', copies }]);
    expect(new Set(told.map(({ state }) => state))).toEqual(new Set(['sent']));
  },
);
