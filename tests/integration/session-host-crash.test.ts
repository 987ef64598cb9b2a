import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HostHealth } from '@prosa/session-host/connections/health.ts';
import type { ConnectionRef } from '@prosa/session-host/connections/ports.ts';
import { type Bench, openBench } from '@prosa/session-host/testing/harness.ts';
import { caller } from '@prosa/session-host/testing/remote.ts';
import { type InboundContent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../support/seeded-random.ts';
import { launchHost } from './support/session-host-process.ts';

const QUEUE_DELAY_MS = 60;
const MESSAGES_PER_KILL = 40;
const SEED = 20_261_121;
/** Long enough that other load on the machine does not fail a test. */
const WAIT = { timeout: 60_000 };

interface Child {
  process: ChildProcess;
  health(): Promise<HostHealth>;
  /** Returns how long after it was woken the host had closed its connections; infinite before that. */
  fencedAfterMs(): Promise<number>;
}

describe('session hosts in processes of their own', () => {
  let bench: Bench;
  let folder: string;
  const children: ChildProcess[] = [];
  /** Provider ids of messages that the inbound queue accepted. */
  let queued: Set<string>;
  /** Contents of those messages by their ids. */
  let contents: Map<string, InboundContent>;
  /** Whether the queue is down: it does not answer sends of messages. */
  let isQueueAway: boolean;
  /** Connection statuses that the hosts reported. */
  let statuses: Set<string>;

  beforeEach(async () => {
    bench = await openBench();
    folder = mkdtempSync(join(tmpdir(), 'prosa-crash-'));
    queued = new Set();
    contents = new Map();
    isQueueAway = false;
    statuses = new Set();
  });
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const launch = (name: string, env: Record<string, string> = {}): Child => {
    const inbound = async (messages: { body: string }[]) => {
      // A slow queue, so that a kill finds messages still waiting.
      await new Promise((resolve) => setTimeout(resolve, QUEUE_DELAY_MS));
      const events = messages.map(({ body }) => inboundEventSchema.parse(JSON.parse(body)));
      if (isQueueAway && events.some(({ type }) => type === 'message'))
        await new Promise<never>(() => undefined);
      for (const event of events) {
        if (event.type === 'message') {
          queued.add(event.providerMessageId);
          contents.set(event.providerMessageId, event.content);
        }
        if (event.type === 'session') statuses.add(event.status);
      }
    };
    const child = launchHost(bench, join(folder, name), { inbound }, env);
    children.push(child);
    const call = caller(child);
    return {
      process: child,
      health: () => call('health'),
      fencedAfterMs: async () => (await call('fencedAfterMs')) ?? Number.POSITIVE_INFINITY,
    };
  };

  const isUp = (ref: ConnectionRef) => bench.fake.network.isConnected(`${ref.companyId}:${ref.connectionId}`);
  const pairAll = async (count: number): Promise<ConnectionRef[]> => {
    const refs = Array.from({ length: count }, (_, index) => ({ companyId: 1, connectionId: index + 1 }));
    for (const ref of refs) await bench.pair(ref);
    await bench.host.stop();
    await expect.poll(() => refs.some(isUp), WAIT).toBe(false);
    bench.store.started = refs;
    return refs;
  };

  /**
   * Customers write to all connections while the host is killed again and again. Returns the messages that never
   * reached the queue.
   */
  const killUnderTraffic = async (
    refs: readonly ConnectionRef[],
    kills: number,
    env: Record<string, string>,
  ) => {
    const random = seededRandom(SEED);
    let child = launch('a', env);
    await expect.poll(() => refs.every(isUp), WAIT).toBe(true);
    const written: string[] = [];
    let takeoverMs = 0;
    for (let round = 0; round < kills; round++) {
      const before = queued.size;
      for (let i = 0; i < MESSAGES_PER_KILL; i++) {
        const ref = refs[i % refs.length];
        if (ref === undefined) continue;
        written.push(await bench.write({ from: `55119${10_000_000 + (i % 7)}`, text: `mensagem ${i}` }, ref));
        await new Promise((resolve) => setImmediate(resolve));
      }
      // The host is killed while it holds some of the messages and writes its keys.
      const handedOver = before + Math.floor((random() * MESSAGES_PER_KILL) / 2);
      await expect.poll(() => queued.size, { ...WAIT, interval: 1 }).toBeGreaterThan(handedOver);
      const exited = once(child.process, 'exit');
      child.process.kill('SIGKILL');
      await exited;
      await expect.poll(() => refs.some(isUp), WAIT).toBe(false);
      const killedMs = performance.now();
      child = launch('a', env);
      await expect.poll(() => refs.every(isUp), WAIT).toBe(true);
      takeoverMs = Math.max(takeoverMs, performance.now() - killedMs);
    }
    // One more message per conversation: when it arrives, every message waiting before it has been handed over.
    for (const ref of refs) {
      const id = await bench.write({ from: '5511977770000', text: 'fim' }, ref);
      await expect.poll(() => queued.has(id), WAIT).toBe(true);
    }
    const missing = () => written.filter((id) => !queued.has(id));
    return { written, missing, takeoverMs };
  };

  it('R34, R37: ten kill -9 under traffic on 20 connections lose no message and none of 200 sets of credentials', async () => {
    const refs = await pairAll(20);
    const { written, missing, takeoverMs } = await killUnderTraffic(refs, 10, {});
    await expect.poll(() => missing().length, WAIT).toBe(0);
    expect(written).toHaveLength(400);
    // Every connection reconnected with its credentials: no connection asks for a new link.
    expect([...statuses].sort()).toEqual(['CONNECTED', 'OPENING']);
    expect(takeoverMs).toBeLessThan(45_000);
  });

  it('R34: without the write-ahead log the same kills lose messages', async () => {
    const refs = await pairAll(4);
    const { written, missing } = await killUnderTraffic(refs, 2, { WRITE_AHEAD_LOG: 'off' });
    const lost = missing().length;
    console.log(`R34: ${lost} of ${written.length} messages lost with the write-ahead log off`);
    expect(lost).toBeLessThan(written.length);
  });

  /**
   * Has placeholders and calls acknowledged to WhatsApp while the queue is down, kills the host and starts it again.
   * Returns the ids of the placeholders.
   */
  const acknowledgedUnqueued = async (env: Record<string, string>) => {
    const [ref] = await pairAll(1);
    if (ref === undefined) throw new Error('no connection');
    const { network } = bench.fake;
    const key = `${ref.companyId}:${ref.connectionId}`;
    isQueueAway = true;
    const child = launch('a', env);
    await expect.poll(() => isUp(ref), WAIT).toBe(true);
    const from = '5511966665555';
    const { lid, phone } = network.jidsOf(from);
    const ring = (callId: string, tag: string, attrs: Record<string, string> = {}) =>
      network.push(key, {
        tag: 'call',
        attrs: { id: `${callId}-${tag}`, from: lid, t: '1790000000' },
        content: [{ tag, attrs: { 'call-id': callId, 'call-creator': lid, caller_pn: phone, ...attrs } }],
      });
    const message = { conversation: 'Quanto custa?' };
    const spoiled = await network.phones.write(key, { from, message, spoiled: 'always' });
    const advertised = network.phones.writeUnavailable(key, { from, message });
    const viewOnce = network.phones.writeUnavailable(key, { from, message }, { type: 'view_once' });
    ring('MISSED', 'offer');
    ring('MISSED', 'terminate', { reason: 'timeout' });
    ring('ANSWERED', 'offer');
    ring('ANSWERED', 'terminate', { reason: 'accepted_elsewhere' });
    ring('RINGING', 'offer');
    await expect.poll(() => network.isSettled(key), { ...WAIT, interval: 1 }).toBe(true);
    const exited = once(child.process, 'exit');
    child.process.kill('SIGKILL');
    await exited;
    expect(contents.size).toBe(0);
    await expect.poll(() => isUp(ref), WAIT).toBe(false);
    isQueueAway = false;
    launch('a', env);
    await expect.poll(() => isUp(ref), WAIT).toBe(true);
    const last = await bench.write({ from, text: 'fim' }, ref);
    await expect.poll(() => queued.has(last), WAIT).toBe(true);
    contents.delete(last);
    return { spoiled, advertised, viewOnce };
  };

  it('R34: kill -9 between acknowledgement and queue loses no placeholder or call, and turns no answered call into a missed one', async () => {
    const { spoiled, advertised, viewOnce } = await acknowledgedUnqueued({});
    const ciphertext = { kind: 'placeholder', of: 'ciphertext' };
    const missed = { kind: 'missed-call', video: false };
    expect(Object.fromEntries(contents)).toEqual({
      [spoiled]: ciphertext,
      [advertised]: ciphertext,
      [viewOnce]: { kind: 'placeholder', of: 'view-once' },
      MISSED: missed,
      // How this call ended is unknown after the kill.
      RINGING: missed,
    });
  });

  it('R34: without the write-ahead log the same kill loses all messages', async () => {
    await acknowledgedUnqueued({ WRITE_AHEAD_LOG: 'off' });
    expect([...contents]).toEqual([]);
  });

  it('R35: a suspended host detects that its lease is lost, and writes nothing', async () => {
    const [ref] = await pairAll(1);
    if (ref === undefined) throw new Error('no connection');
    const a = launch('a');
    await expect.poll(() => isUp(ref), WAIT).toBe(true);
    const epochOfA = bench.store.leases.get('1:1')?.epoch ?? 0;
    a.process.kill('SIGSTOP');
    const b = launch('b');
    await expect.poll(() => bench.store.leases.get('1:1')?.epoch, WAIT).toBe(epochOfA + 1);
    await expect.poll(async () => (await b.health()).connections[0]?.status, WAIT).toBe('CONNECTED');
    const acceptedBefore = bench.store.accepted.length;
    a.process.kill('SIGCONT');
    await expect.poll(() => a.fencedAfterMs(), WAIT).toBeLessThan(1000);
    const id = await bench.write({ from: '5511977770000', text: 'depois' }, ref);
    await expect.poll(() => queued.has(id), WAIT).toBe(true);
    const after = bench.store.accepted.slice(acceptedBefore);
    expect(after.filter(({ epoch }) => epoch === epochOfA)).toEqual([]);
    expect(isUp(ref)).toBe(true);
  });

  it('R39: on SIGTERM a host hands over its connections within 30 s without a second WebSocket connection', async () => {
    const refs = await pairAll(3);
    const a = launch('a');
    await expect.poll(() => refs.every(isUp), WAIT).toBe(true);
    const b = launch('b');
    const startedMs = performance.now();
    const exited = once(a.process, 'exit');
    a.process.kill('SIGTERM');
    const [code] = await exited;
    expect(code).toBe(0);
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    const all = async () =>
      (await b.health()).connections.filter(({ status }) => status === 'CONNECTED').length;
    await expect.poll(all, WAIT).toBe(3);
    // WhatsApp would have ended the first of two WebSocket connections as replaced, which stops the connection for
    // good.
    expect(
      bench.inbox.events.filter((event) => event.type === 'session' && event.reason === 'replaced'),
    ).toEqual([]);
  });
});
