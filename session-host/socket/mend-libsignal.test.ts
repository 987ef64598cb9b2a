import { AsyncLocalStorage } from 'node:async_hooks';
import { DEFAULT_CACHE_TTLS } from 'baileys';
import { ProtocolAddress, type SignalStorage } from 'libsignal';
import { calculateSignature, generateKeyPair } from 'libsignal/src/curve.js';
import SessionBuilder from 'libsignal/src/session_builder.js';
import SessionCipher from 'libsignal/src/session_cipher.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';
import { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { FencedWriter } from './fenced-writer.ts';

const CUSTOMER = '5511988887777';
const { USER_DEVICES } = DEFAULT_CACHE_TTLS;

let bench: Bench;
beforeAll(async () => {
  // Makes every send request the devices and open new Signal sessions.
  Object.assign(DEFAULT_CACHE_TTLS, { USER_DEVICES: 0.001 });
  bench = await openBench();
  await bench.pair();
});
afterAll(async () => {
  Object.assign(DEFAULT_CACHE_TTLS, { USER_DEVICES });
  await bench.close();
});

it('messages that cross an outgoing one with a new Signal session are read at once, and so are later ones on that session', async () => {
  for (let round = 0; round < 12; round++) {
    const messageId = `m${round}`;
    const writing = [`a${round}`, `b${round}`].map((text) => bench.write({ from: CUSTOMER, text }));
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      waitsUntil: inAMinute(),
      to: [{ kind: 'phone', value: CUSTOMER }],
      messageId,
      attempt: 1,
      providerMessageId: `3EB0${String(round).padStart(18, '0')}`,
      content: { kind: 'text', text: 'Bom dia' },
    });
    for (const id of await Promise.all(writing))
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    await bench.inbox.next('send-result', (event) => event.messageId === messageId);
  }
  const contents = bench.inbox.events.flatMap((event) =>
    event.type === 'message' ? [event.content.kind] : [],
  );
  expect(contents).toEqual(Array.from({ length: 24 }, () => 'text'));
});

it('the Signal sessions of a contact, and of the own phone, stay a row of a few kilobytes however often they are reopened', () => {
  const rows = [...(bench.store.auth.get('1:2') ?? [])].filter(([name]) => name.startsWith('session-'));
  expect(rows).toHaveLength(2);
  for (const [, sealed] of rows) expect(sealed.length).toBeLessThan(8_000);
});

it('R34: when two of our numbers receive from one contact at once, no ratchet is stored before its message is in the log', async () => {
  const other = { ...REF, connectionId: REF.connectionId + 1 };
  await bench.pair(other);
  // Both have a Signal session with the contact, as after a first message.
  const first = await Promise.all(
    [REF, other].map((ref) => bench.write({ from: CUSTOMER, text: 'Bom dia' }, ref)),
  );
  for (const id of first)
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);

  let openDisk = (): void => undefined;
  const disk = new Promise<void>((resolve) => {
    openDisk = resolve;
  });
  const { append } = WriteAheadLog.prototype;
  const appends = vi.spyOn(WriteAheadLog.prototype, 'append').mockImplementation(async function (
    this: WriteAheadLog,
    ...entry
  ) {
    await disk;
    return append.apply(this, entry);
  });
  // The first pauses in the middle of its work until the second is queued behind it.
  const queued = vi.spyOn(SessionCipher.prototype, 'queueJob');
  const decrypt = SessionCipher.prototype.doDecryptWhisperMessage;
  vi.spyOn(SessionCipher.prototype, 'doDecryptWhisperMessage').mockImplementation(async function (
    this: SessionCipher,
    ...message
  ) {
    const isOfSame = (cipher: unknown): boolean =>
      cipher instanceof SessionCipher && String(cipher.addr) === String(this.addr);
    await expect.poll(() => queued.mock.contexts.filter(isOfSame).length).toBe(2);
    return decrypt.apply(this, message);
  });
  const stored = [vi.spyOn(FencedWriter.prototype, 'defer'), vi.spyOn(FencedWriter.prototype, 'write')];
  const sessions = (): string[] =>
    stored
      .flatMap(({ mock }) => mock.calls.flatMap(([changes]) => changes.map(({ name }) => name)))
      .filter((name) => name.startsWith('session-'));
  try {
    const second = await Promise.all(
      [REF, other].map((ref) => bench.write({ from: CUSTOMER, text: 'Quanto custa?' }, ref)),
    );
    await expect.poll(() => appends.mock.calls.length).toBe(2);
    expect(sessions()).toEqual([]);
    openDisk();
    for (const id of second)
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    await expect.poll(() => sessions().length).toBeGreaterThan(0);
  } finally {
    openDisk();
    vi.restoreAllMocks();
  }
});

it('each queued job of a contact runs in the async context of its caller', async () => {
  const context = new AsyncLocalStorage<string>();
  const asked: (string | undefined)[] = [];
  const [own, theirs, signed, once] = [
    generateKeyPair(),
    generateKeyPair(),
    generateKeyPair(),
    generateKeyPair(),
  ];
  const signature = calculateSignature(theirs.privKey, signed.pubKey);
  const device = {
    registrationId: 1,
    identityKey: theirs.pubKey,
    signedPreKey: { keyId: 1, publicKey: signed.pubKey, signature },
    preKey: { keyId: 2, publicKey: once.pubKey },
  };
  const storage: SignalStorage = {
    loadSession: async () => {
      asked.push(context.getStore());
      // Long enough for the other jobs to queue.
      await new Promise((resolve) => setImmediate(resolve));
      return undefined;
    },
    storeSession: async () => {
      asked.push(context.getStore());
    },
    isTrustedIdentity: () => true,
    getOurIdentity: () => own,
    getOurRegistrationId: () => 2,
    loadSignedPreKey: () => own,
    loadPreKey: async () => undefined,
    removePreKey: () => undefined,
  };
  const address = new ProtocolAddress('5511988887777', 0);
  await Promise.all([
    context.run('a', () => new SessionCipher(storage, address).hasOpenSession()),
    context.run('b', () => new SessionCipher(storage, address).hasOpenSession()),
    context.run('c', () => new SessionBuilder(storage, address).initOutgoing(device)),
  ]);
  expect(asked).toEqual(['a', 'b', 'c', 'c']);
});
