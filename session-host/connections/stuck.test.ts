import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bench, openBench, REF, TEST_KEYS } from '../testing/harness.ts';
import { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { isWell } from './health.ts';

const CUSTOMER = '5511977776666';
const never = <T>(): Promise<T> => new Promise<T>(() => undefined);

describe('a hanging WhatsApp session is dropped and reopened', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    await bench.close();
  });

  const restartWith = async (overrides: Parameters<Bench['addHost']>[1]) => {
    await bench.host.stop();
    bench.store.started = [REF];
    const host = bench.addHost('again', overrides);
    await host.start();
    await expect.poll(() => bench.fake.network.isConnected('1:2')).toBe(true);
    return host;
  };
  const stuckTimes = (host: Bench['host']): number => host.health().connections[0]?.stuckAt.length ?? 0;
  const hasArrived = (id: string) =>
    bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id, 30_000);

  it('R34: a failing write-ahead log reopens the session without acknowledging the message, which arrives later', async () => {
    const wal = await WriteAheadLog.open(join(bench.dataDir, 'other.wal'), TEST_KEYS);
    const append = wal.append.bind(wal);
    const appending = vi.spyOn(wal, 'append').mockRejectedValueOnce(new Error('no space left on device'));
    appending.mockImplementation(append);
    const host = await restartWith({ wal });
    const id = await bench.write({ from: CUSTOMER, text: 'Bom dia' });
    expect((await hasArrived(id)).content).toEqual({ kind: 'text', text: 'Bom dia' });
    expect(stuckTimes(host)).toBe(1);
    expect(
      bench.inbox.events.some((event) => event.type === 'message' && event.content.kind === 'placeholder'),
    ).toBe(false);
  });

  // Ending its socket waits 15 s for a read of keys.
  it('R34: a message handler that hangs on a read of keys reopens the session', {
    timeout: 60_000,
  }, async () => {
    const host = await restartWith({ handlerLimitMs: 300, handlerCheckMs: 100 });
    const read = bench.store.readAuth.bind(bench.store);
    const reading = vi.spyOn(bench.store, 'readAuth').mockImplementation(never);
    const id = await bench.write({ from: CUSTOMER, text: 'Oi' });
    await expect.poll(() => stuckTimes(host), { timeout: 20_000 }).toBeGreaterThan(0);
    reading.mockImplementation(read);
    expect((await hasArrived(id)).content).toEqual({ kind: 'text', text: 'Oi' });
  });

  it('R34: a notice’s handler that hangs while it holds the keys of outgoing messages reopens the session', {
    timeout: 60_000,
  }, async () => {
    const host = await restartWith({ handlerLimitMs: 300, handlerCheckMs: 100 });
    const read = bench.store.readAuth.bind(bench.store);
    const reading = vi.spyOn(bench.store, 'readAuth').mockImplementation(never);
    bench.fake.network.push('1:2', {
      tag: 'notification',
      attrs: { from: 's.whatsapp.net', type: 'server_sync', id: 'SYNC1', t: '1790000000' },
      content: [{ tag: 'collection', attrs: { name: 'regular' } }],
    });
    // Before the read of keys times out on its own.
    await expect.poll(() => stuckTimes(host), { timeout: 10_000 }).toBeGreaterThan(0);
    reading.mockImplementation(read);
    const id = await bench.write({ from: CUSTOMER, text: 'Oi' });
    expect((await hasArrived(id)).content).toEqual({ kind: 'text', text: 'Oi' });
  });

  it('R34: a hanging look-up for a message reopens the session, and the message is delivered from the log', async () => {
    let isHanging = true;
    const findSecret = async (_ref: unknown, id: string) =>
      isHanging ? never<undefined>() : bench.inbox.secretOf(id);
    const host = await restartWith({
      lookUpLimitMs: 200,
      messages: { findSent: async () => undefined, findSecret },
    });
    const target = await bench.write({ from: CUSTOMER, text: 'Preço?' });
    await hasArrived(target);
    const sealedEdit = {
      secretEncryptedMessage: {
        targetMessageKey: { id: 'UNKNOWN', fromMe: false, remoteJid: '' },
        encPayload: Buffer.alloc(40, 1),
        encIv: Buffer.alloc(12, 1),
        secretEncType: 2,
      },
    };
    await bench.fake.network.phones.write('1:2', { from: CUSTOMER, message: sealedEdit });
    await expect.poll(() => stuckTimes(host), { timeout: 20_000 }).toBe(1);
    isHanging = false;
    const next = await bench.write({ from: CUSTOMER, text: 'depois' });
    expect((await hasArrived(next)).content).toEqual({ kind: 'text', text: 'depois' });
  });
});

describe('the health of a host', () => {
  const connection = {
    companyId: 1,
    connectionId: 2,
    epoch: 1,
    status: 'CONNECTED',
    reason: '',
    lastFrameAt: 0,
    reconnects: 0,
    droppedAt: [],
    qrCodes: 0,
    undecryptable: 0,
    recovered: 0,
    viewOnce: 0,
  };
  const health = {
    shard: 0,
    uptimeS: 1,
    residentMb: 1,
    walEntries: 0,
    walOldestMs: 0,
    walStalledMs: 0,
    inboundWaiting: 0,
  };
  const NOW = 10_000_000;

  it.each([
    ['well', 0, [], true],
    ['well after it was stuck twice', 0, [NOW - 2, NOW - 1], true],
    ['well when the third time was long ago', 0, [NOW - 3_600_000, NOW - 2, NOW - 1], true],
    ['not well when a session was stuck three times', 0, [NOW - 3, NOW - 2, NOW - 1], false],
    ['not well when a write to the log does not end', 31_000, [], false],
  ])('is %s', (_how, walStalledMs, stuckAt, expected) => {
    expect(isWell({ ...health, walStalledMs, connections: [{ ...connection, stuckAt }] }, NOW)).toBe(
      expected,
    );
  });
});
