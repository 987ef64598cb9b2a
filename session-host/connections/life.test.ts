import { startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import { QUEUE_RETRIES } from '@prosa/shared/messaging/queue-retries.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchMedia, mediaUrl, WHATSAPP_MEDIA_ORIGIN } from '../outbound/fetch-media.ts';
import { WebVersion } from '../socket/web-version.ts';
import { directly } from '../testing/directly.ts';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const CUSTOMER = '5511955554444';
const to = [{ kind: 'phone' as const, value: CUSTOMER }];

describe('the life of a connection', () => {
  let bench: Bench;
  let sends = 0;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  const pushSend = (text: string, receives: number, waitsUntil = inAMinute()): string => {
    sends += 1;
    const messageId = `s${sends}`;
    const providerMessageId = `3EB0${String(sends).padStart(16, 'F')}`;
    bench.commands.push(
      {
        v: 1,
        ...REF,
        type: 'send',
        to,
        messageId,
        attempt: 1,
        providerMessageId,
        content: { kind: 'text', text },
        waitsUntil,
      },
      receives,
    );
    return messageId;
  };
  const send = async (text: string, receives = 1) => {
    const messageId = pushSend(text, receives);
    return (await bench.inbox.next('send-result', (event) => event.messageId === messageId)).result;
  };
  const status = (wanted: string, reason?: string) =>
    bench.inbox.next(
      'session',
      (event) => event.status === wanted && (reason === undefined || event.reason === reason),
    );

  it('shows three QR codes, one after the other, then waits for a user', async () => {
    await bench.host.stop();
    await bench.addHost('impatient', { qrCodeMs: 30 }).start();
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await status('DISCONNECTED', 'qr-not-scanned');
    const codes = bench.inbox.events.flatMap((event) =>
      event.type === 'session' && event.status === 'qrcode' ? event.qrcode : [],
    );
    expect(new Set(codes).size).toBe(3);
    await expect.poll(() => bench.store.leases.get('1:2')?.until).toBe(0);
  });

  it('shows a QR code that a phone can scan', async () => {
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    const { qrcode, retries } = await status('qrcode');
    expect(qrcode).toContain('https://wa.me/settings/linked_devices#');
    expect(retries).toBe(1);
  });

  it('fails a message without a linked device when its time ends', async () => {
    const messageId = pushSend('ninguém', 1, Date.now());
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    expect(result).toEqual({ state: 'failed', reason: 'not-connected' });
  });

  it('R26: keeps messages in order while the connection is down, until their time ends', async () => {
    const results = () => bench.inbox.events.filter(({ type }) => type === 'send-result');
    await bench.pair();
    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    const soon = Date.now() + 60_000;
    const messageId = pushSend('um', 1, soon);
    pushSend('dois', 1, soon);
    await expect.poll(() => bench.commands.givenBack).toHaveLength(2);
    expect(results()).toEqual([]);

    // The queue delivers them again, and the connection is back.
    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await status('CONNECTED');
    bench.commands.giveAgain();
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    expect(result).toMatchObject({ state: 'sent' });
    await expect
      .poll(() => bench.fake.network.conversation(CUSTOMER).map(({ text }) => text))
      .toEqual(['um', 'dois']);

    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    const late = pushSend('tarde demais', 1, Date.now() - 1);
    const failed = await bench.inbox.next('send-result', (event) => event.messageId === late);
    expect(failed.result).toEqual({ state: 'failed', reason: 'not-connected' });
  });

  it('R26: fails only messages that were certainly not sent; those that another process had are unknown', async () => {
    const outcomeOf = async (messageId: string) =>
      (await bench.inbox.next('send-result', (event) => event.messageId === messageId)).result;
    await bench.pair();
    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    // Received once before, by a host that may have died after sending it.
    expect(await outcomeOf(pushSend('de outro', 2, Date.now() - 1))).toEqual({
      state: 'unknown',
      reason: 'connection-lost',
    });
    // This host returned it itself, unchanged.
    const soon = Date.now() + 300;
    const ours = [pushSend('um', 1, soon), pushSend('dois', 1, soon)];
    await expect.poll(() => bench.commands.givenBack).toHaveLength(2);
    // Not longer than their remaining time, because then their outcome is due.
    expect(bench.commands.delaysS).toEqual([1]);
    await expect.poll(() => Date.now()).toBeGreaterThan(soon);
    bench.commands.giveAgain();
    for (const messageId of ours)
      expect(await outcomeOf(messageId)).toEqual({ state: 'failed', reason: 'not-connected' });
  });

  it('R26: fails a message when its time ends, also if the connection was expected until then', async () => {
    await bench.pair();
    bench.inbox.events.length = 0;
    await bench.fake.close();
    bench.fake.close = async () => undefined;
    await status('OPENING');
    pushSend('um', 1, Date.now() + 300);
    const results = () => {
      bench.commands.giveAgain();
      return bench.inbox.events.flatMap((event) => (event.type === 'send-result' ? [event.result] : []));
    };
    await expect.poll(results).toEqual([{ state: 'failed', reason: 'not-connected' }]);
    // A timer may end a millisecond early; then the command returns after the shortest delay.
    expect(Math.max(0, ...bench.commands.delaysS)).toBeLessThanOrEqual(1);
  });

  it('R26: fails a message that waited for another host, with the reason, when its time ends', async () => {
    const until = Date.now() + 3_600_000;
    bench.store.leases.set('1:2', { owner: 'another', until, epoch: 1, version: 1 });
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await expect.poll(() => bench.commands.givenBack).toHaveLength(1);
    const messageId = pushSend('ninguém', 1, Date.now());
    const { result } = await bench.inbox.next('send-result', (event) => event.messageId === messageId);
    expect(result).toEqual({ state: 'failed', reason: 'connection-unavailable' });
    expect(bench.commands.givenBack).toHaveLength(1);
    pushSend('ainda não', QUEUE_RETRIES['session-commands-0'].maxReceives - 1);
    await expect.poll(() => bench.commands.givenBack).toHaveLength(2);
    expect(bench.inbox.events.filter(({ type }) => type === 'send-result')).toHaveLength(1);
  });

  it('edits, deletions and read marks wait as long as messages, stay in order after them, and report failures', async () => {
    await bench.pair();
    const sent = pushSend('um', 1);
    await bench.inbox.next('send-result', (event) => event.messageId === sent);
    const target = {
      providerMessageId: bench.fake.network.conversation(CUSTOMER)[0]?.id ?? '',
      fromMe: true,
    };
    const change = (waitsUntil: number, attempt: number) => ({
      v: 1 as const,
      ...REF,
      to,
      messageId: sent,
      target,
      waitsUntil,
      attempt,
      providerMessageId: `3EB0C4A46E${attempt}`,
    });
    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    pushSend('dois', 1);
    bench.commands.push({ ...change(inAMinute(), 1), type: 'edit', text: 'um, corrigido' });
    bench.commands.push({ ...change(inAMinute(), 2), type: 'delete' });
    await expect.poll(() => bench.commands.givenBack).toHaveLength(3);

    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await status('CONNECTED');
    bench.commands.giveAgain();
    const shown = () => bench.fake.network.conversation(CUSTOMER);
    await expect.poll(() => shown()[0]).toMatchObject({ text: 'um, corrigido', edited: true, deleted: true });
    expect(shown().map(({ type }) => type)).toEqual(['text', 'text', 'edit', 'delete']);
    expect(bench.inbox.events.filter(({ type }) => type === 'change-result')).toEqual([]);

    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    bench.commands.push({ ...change(Date.now(), 3), type: 'edit', text: 'tarde' });
    expect(await bench.inbox.next('change-result')).toMatchObject({
      messageId: sent,
      attempt: 3,
      result: { state: 'failed', reason: 'not-connected' },
    });
  });

  it('opens only one WhatsApp session when a command is repeated', async () => {
    await bench.pair();
    const epoch = bench.store.leases.get('1:2')?.epoch;
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    expect(await send('ainda aqui')).toMatchObject({ state: 'sent' });
    expect(bench.store.leases.get('1:2')?.epoch).toBe(epoch);
  });

  it('R38: reconnects after 503, 428 and a restart', async () => {
    await bench.pair();
    for (const code of ['515', '428', '503']) {
      bench.inbox.events.length = 0;
      bench.fake.network.disconnect('1:2', code);
      await status('CONNECTED');
    }
    bench.commands.push({ v: 1, ...REF, type: 'restart' });
    expect(await send('voltei')).toMatchObject({ state: 'sent' });
  });

  it('R38: deletes its credentials when the phone unlinks the device', async () => {
    await bench.pair();
    expect(bench.store.auth.get('1:2')?.size).toBeGreaterThan(1);
    bench.fake.network.unlink('1:2');
    await status('DISCONNECTED', 'logged-out');
    await expect.poll(() => bench.store.auth.get('1:2')).toBeUndefined();
    await expect.poll(() => bench.store.leases.get('1:2')?.until).toBe(0);
  });

  it('R38: does not reconnect when the WhatsApp session was opened elsewhere', async () => {
    await bench.pair();
    bench.fake.network.replace('1:2');
    await status('DISCONNECTED', 'replaced');
    await expect.poll(() => bench.host.health().connections).toEqual([]);
    expect(bench.store.auth.get('1:2')?.size).toBeGreaterThan(1);
    await expect.poll(() => bench.fake.network.isConnected('1:2')).toBe(false);
  });

  it.each([
    ['402', 'suspended', 'keeps'],
    ['403', 'forbidden', 'keeps'],
    ['405', 'client-outdated', 'keeps'],
    ['406', 'unlinked', 'wipes'],
    ['409', 'client-refused', 'keeps'],
    ['418', 'refused', 'keeps'],
  ])(
    'R38: shows why a login was refused with %s, and does not retry repeatedly',
    async (code, reason, does) => {
      await bench.pair();
      const { network } = bench.fake;
      network.refuseLogins('1:2', ...Array.from({ length: 20 }, () => ({ reason: code })));
      const before = network.logins.length;
      bench.inbox.events.length = 0;
      bench.commands.push({ v: 1, ...REF, type: 'restart' });
      await status('DISCONNECTED', reason);
      await expect.poll(() => bench.store.auth.get('1:2') === undefined).toBe(does === 'wipes');
      expect(network.logins.length - before).toBe(1);
      expect(bench.inbox.events.some((event) => event.type === 'session' && event.status === 'TIMEOUT')).toBe(
        false,
      );
    },
  );

  it('R38: retries a refused connection at once with the configured version when a user asks for it', async () => {
    await bench.pair();
    bench.fake.network.refuseLogins('1:2', { reason: '405' });
    bench.commands.push({ v: 1, ...REF, type: 'restart' });
    await status('DISCONNECTED', 'client-outdated');
    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await status('CONNECTED');
    await bench.host.stop();
    bench.store.started = [REF];
    bench.inbox.events.length = 0;
    const version = new WebVersion([2, 3000, 4_000_000_000]);
    await bench.addHost('raised', { version, wal: undefined }).start();
    await status('CONNECTED');
    expect(bench.fake.network.logins.at(-1)?.version).toBe('2.3000.4000000000');
  });

  it('R38: a connection refused as outdated fetches the current version of WhatsApp Web, once for all connections, and reconnects with it', async () => {
    const other = { companyId: 1, connectionId: 3 };
    await bench.pair();
    await bench.pair(other);
    await bench.host.stop();
    const { network } = bench.fake;
    await expect.poll(() => ['1:2', '1:3'].some((key) => network.isConnected(key))).toBe(false);
    network.refuseLogins('1:2', { reason: '405' });
    network.refuseLogins('1:3', { reason: '405' });
    bench.store.started = [REF, other];
    bench.inbox.events.length = 0;
    let fetched = 0;
    const version = new WebVersion(undefined, async () => {
      fetched += 1;
      return [2, 3000, 4_000_000_000];
    });
    await bench.addHost('renewing', { version, wal: undefined }).start();
    await expect.poll(() => ['1:2', '1:3'].every((key) => network.isConnected(key))).toBe(true);
    expect(fetched).toBe(1);
    expect(network.logins.slice(-2).map((login) => login.version)).toEqual([
      '2.3000.4000000000',
      '2.3000.4000000000',
    ]);
    expect(bench.inbox.events.some((event) => event.type === 'session' && event.reason !== undefined)).toBe(
      false,
    );
  });

  it('R38: a connection refused as outdated with the current version as well reports this and waits', async () => {
    await bench.pair();
    await bench.host.stop();
    const { network } = bench.fake;
    network.refuseLogins('1:2', { reason: '405' }, { reason: '405' }, { reason: '405' });
    bench.store.started = [REF];
    bench.inbox.events.length = 0;
    const before = network.logins.length;
    const version = new WebVersion(undefined, async () => [2, 3000, 4_000_000_000]);
    await bench.addHost('renewing', { version, wal: undefined }).start();
    await status('DISCONNECTED', 'client-outdated');
    expect(network.logins.length - before).toBe(2);
  });

  it('R39: a host that is stopped while it opens its connections opens no more of them', async () => {
    bench.store.started = Array.from({ length: 40 }, (_none, index) => ({
      companyId: 1,
      connectionId: index + 10,
    }));
    const host = bench.addHost('stopped', { random: () => 0.5, wal: undefined });
    const starting = host.start();
    await expect.poll(() => bench.store.leases.size, { interval: 1 }).toBeGreaterThan(0);
    await host.stop();
    await starting;
    expect([...bench.store.leases.values()].filter(({ until }) => until !== 0)).toEqual([]);
    expect(bench.store.leases.size).toBeLessThan(40);
  });

  it('unlinks and deletes credentials on logout, and requests a new code on a fresh start', async () => {
    await bench.pair();
    bench.commands.push({ v: 1, ...REF, type: 'stop', logout: true });
    await status('DISCONNECTED', 'stopped');
    await expect.poll(() => bench.fake.network.isLinked('1:2')).toBe(false);
    expect(bench.store.auth.get('1:2')).toBeUndefined();
    bench.inbox.events.length = 0;
    await bench.pair();
    expect(await send('de novo')).toMatchObject({ state: 'sent' });
    bench.inbox.events.length = 0;
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: true });
    expect((await status('qrcode')).qrcode).not.toBe('');
  });

  it('keeps its WhatsApp sessions over restarts of the network and of the host', async () => {
    await bench.pair();
    await bench.write({ from: CUSTOMER, text: 'antes' });
    await bench.inbox.next('message');
    expect(await send('resposta')).toMatchObject({ state: 'sent' });
    await bench.host.stop();
    await bench.fake.close();
    const again = await startFakeWhatsapp(`${bench.dataDir}/network`);
    bench.fake.close = () => again.close();
    const waiting = await again.network.write('1:2', {
      from: CUSTOMER,
      name: '',
      type: 'text',
      text: 'esperando',
      forwarded: false,
      addressing: 'lid',
    });
    bench.store.started = [REF];
    const host = bench.addHost('host-b', {
      url: () => again.socketUrl.replace('{companyId}', '1').replace('{connectionId}', '2'),
      mediaOrigin: again.mediaOrigin,
      wal: undefined,
    });
    await host.start();
    const event = await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === waiting);
    expect(event.content).toEqual({ kind: 'text', text: 'esperando' });
    expect(await send('e depois')).toMatchObject({ state: 'sent' });
    expect(again.network.conversation(CUSTOMER).filter(({ fromCustomer }) => !fromCustomer)).toMatchObject([
      { text: 'resposta' },
      { text: 'e depois' },
    ]);
  });
});

describe('files of messages', () => {
  const source = (directPath: string) => ({
    kind: 'image' as const,
    directPath,
    mediaKey: Buffer.alloc(32).toString('base64'),
    fileSha256: Buffer.alloc(32).toString('base64'),
    key: { remoteJid: '222@lid', id: 'X', fromMe: false },
  });

  it.each(['//evil.example/x', 'https://evil.example/x', '\\\\evil.example\\x'])(
    'are never fetched from an address that a sender chose: %s',
    (path) => {
      expect(() => mediaUrl(source(path), WHATSAPP_MEDIA_ORIGIN)).toThrow('foreign-address');
    },
  );

  it('are fetched from WhatsApp', () => {
    expect(mediaUrl(source('@169.254.170.2/v2/x'), WHATSAPP_MEDIA_ORIGIN)).toBe(
      'https://mmg.whatsapp.net/@169.254.170.2/v2/x',
    );
    expect(mediaUrl(source('/v/t62/abc?oh=1'), WHATSAPP_MEDIA_ORIGIN)).toBe(
      'https://mmg.whatsapp.net/v/t62/abc?oh=1',
    );
  });

  it('files with an invalid source fail without a request', async () => {
    const media = { mimeType: 'image/png', voice: false, source: '{"kind":"image"}' };
    const command = {
      v: 1,
      ...REF,
      type: 'fetch-media',
      messageId: 'm',
      key: 'k',
      media,
      maxBytes: 10,
    } as const;
    expect(
      await fetchMedia(
        command,
        { origin: WHATSAPP_MEDIA_ORIGIN, dispatcher: directly() },
        async () => undefined,
      ),
    ).toEqual({
      state: 'failed',
      reason: 'bad-source',
    });
  });
});
