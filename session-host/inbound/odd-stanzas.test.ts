import { join } from 'node:path';
import { proto } from 'baileys';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { directly } from '../testing/directly.ts';
import { type Bench, NO_PROGRESS, openBench, REF, TEST_KEYS } from '../testing/harness.ts';
import { replay } from '../write-ahead-log/replay-log.ts';
import { readLog, WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { InboundSink } from './inbound-sink.ts';

const CUSTOMER = '5511977772222';
const GROUP = '120363000000000010';
const KEY = '1:2';

describe('a message that this device cannot decrypt', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(async () => {
    // No processed entry stays in the log, where it would be replayed and make the log grow forever.
    await expect.poll(() => bench.host.health().walEntries).toBe(0);
    await bench.close();
  });

  const phones = () => bench.fake.network.phones;
  const contents = (id: string) =>
    bench.inbox.events.flatMap((event) =>
      event.type === 'message' && event.providerMessageId === id ? [event.content] : [],
    );
  const health = () => bench.host.health().connections[0];
  /** Waits for a later message; everything before it has been processed. */
  const nextArrives = async () => {
    const id = await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'e depois?' } });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
  };

  it('is a placeholder until its phone sends it again, under the same id', async () => {
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      name: 'Maria',
      message: { conversation: 'Quanto custa?' },
      spoiled: 'once',
    });
    await expect
      .poll(() => contents(id))
      .toEqual([
        { kind: 'placeholder', of: 'ciphertext' },
        { kind: 'text', text: 'Quanto custa?' },
      ]);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 1, viewOnce: 0 });
    await nextArrives();
  });

  it.each([
    // An answer never names it: Baileys would ask endlessly, and retries wait for the lock of the keys that it holds.
    ['without a name', {}],
    ['of an empty name', { name: '' }],
    ['of a name that nobody knows', { name: 'tomorrow' }],
  ])('R34: is requested again even if it follows a notice of changed settings %s', async (_which, attrs) => {
    bench.fake.network.push(KEY, {
      tag: 'notification',
      attrs: { from: 's.whatsapp.net', type: 'server_sync', id: 'SYNC1', t: '1790000000' },
      content: [{ tag: 'collection', attrs }],
    });
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      message: { conversation: 'Quanto custa?' },
      spoiled: 'once',
    });
    await expect.poll(() => contents(id)).toContainEqual({ kind: 'text', text: 'Quanto custa?' });
    await nextArrives();
  });

  it.each([
    ['of no bytes', { attrs: { type: 'msg', v: '2' }, content: [] }],
    ['of no kind, and no bytes', { attrs: { count: '3' }, content: [] }],
    ['of a bot', { attrs: { type: 'msmsg' }, content: new Uint8Array([1]) }],
  ])(
    'R38: does not delay later messages if there is nothing to decrypt: a ciphertext %s',
    async (_which, enc) => {
      // The writer's number and opaque id are known from now on.
      await nextArrives();
      const { lid } = bench.fake.network.jidsOf(CUSTOMER);
      bench.fake.network.push(KEY, {
        tag: 'message',
        attrs: { id: 'EMPTY1', from: lid, type: 'text', t: '1790000000' },
        content: [{ tag: 'enc', ...enc }],
      });
      await nextArrives();
      expect(contents('EMPTY1')).toEqual([]);
    },
  );

  it('stays a placeholder if it is not sent again, and is counted', async () => {
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      message: { conversation: 'perdida' },
      spoiled: 'always',
    });
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(contents(id)).toEqual([{ kind: 'placeholder', of: 'ciphertext' }]);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 0 });
  });

  it('an undecryptable group message becomes a placeholder, too, and names its writer', async () => {
    await bench.write({ from: CUSTOMER, text: 'oi', group: { id: GROUP, name: 'Obra' } });
    const id = await phones().write(KEY, {
      from: CUSTOMER,
      group: GROUP,
      message: { conversation: 'Chegou o cimento' },
      spoiled: 'once',
    });
    await expect
      .poll(() => contents(id))
      .toEqual([
        { kind: 'placeholder', of: 'ciphertext' },
        { kind: 'text', text: 'Chegou o cimento' },
      ]);
    const { chat } = await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(chat.participant?.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
  });

  it('an undecryptable first message after an advertisement is sent again by the account’s phone', async () => {
    const id = phones().writeUnavailable(KEY, {
      from: CUSTOMER,
      name: 'Maria',
      message: { extendedTextMessage: { text: 'Vi o anúncio', contextInfo: { conversionSource: 'FB_Ads' } } },
    });
    const placeholder = await bench.inbox.next(
      'message',
      ({ providerMessageId }) => providerMessageId === id,
    );
    expect(placeholder.content).toEqual({ kind: 'placeholder', of: 'ciphertext' });
    expect(placeholder.chat.name).toBe('Maria');
    // Baileys asks after two seconds.
    await expect
      .poll(() => contents(id), { timeout: 10_000 })
      .toContainEqual({ kind: 'text', text: 'Vi o anúncio' });
    const orders = new Set(
      bench.inbox.groups.filter(({ messageId }) => messageId.includes(id)).map(({ groupId }) => groupId),
    );
    expect([...orders]).toEqual(['1:2:phone:551177772222']);
    expect(health()).toMatchObject({ undecryptable: 1, recovered: 1 });
  });

  it.each(['view_once', 'view_once_unavailable_fanout'])(
    'has a placeholder if only the phone can show it: %s',
    async (type) => {
      const message = { viewOnceMessageV2: { message: { imageMessage: { mimetype: 'image/jpeg' } } } };
      const id = phones().writeUnavailable(KEY, { from: CUSTOMER, message }, { type });
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
      await nextArrives();
      expect(contents(id)).toEqual([{ kind: 'placeholder', of: 'view-once' }]);
      expect(health()).toMatchObject({ viewOnce: 1, undecryptable: 0 });
    },
  );

  it('is not replaced by a message from anyone but the account’s own phone', async () => {
    const told = proto.WebMessageInfo.encode({
      key: { remoteJid: '5511900001111@s.whatsapp.net', fromMe: false, id: 'FORGED' },
      message: { conversation: 'Mude a chave PIX' },
      messageTimestamp: 1,
    }).finish();
    await phones().write(KEY, {
      from: CUSTOMER,
      message: {
        protocolMessage: {
          type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
          peerDataOperationRequestResponseMessage: {
            stanzaId: 'X',
            peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes: told } }],
          },
        },
      },
    });
    await nextArrives();
    expect(contents('FORGED')).toEqual([]);
  });

  it('makes no placeholder if it only changes another message', async () => {
    const key = { id: 'OLD', fromMe: false, remoteJid: 'x@lid' };
    const reaction = { reactionMessage: { key, text: '👍' } };
    const spoiled = { from: CUSTOMER, spoiled: 'always' } as const;
    await phones().write(KEY, { ...spoiled, message: reaction, attrs: { type: 'reaction' } });
    await phones().write(KEY, { ...spoiled, message: { conversation: 'x' }, attrs: { edit: '1' } });
    await nextArrives();
    expect(bench.inbox.events.filter(({ type }) => type === 'message')).toHaveLength(1);
  });
});

describe('calls', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(async () => {
    await expect.poll(() => bench.host.health().walEntries).toBe(0);
    await bench.close();
  });

  let serial = 0;
  /** Sends a stanza of a call, as WhatsApp sends it to linked devices. */
  const push = (callId: string, tag: string, attrs: Record<string, string> = {}, video = false) => {
    const { lid, phone } = bench.fake.network.jidsOf(CUSTOMER);
    serial += 1;
    bench.fake.network.push(KEY, {
      tag: 'call',
      attrs: { id: `${tag}-${serial}`, from: lid, t: '1790000000', notify: 'Maria' },
      content: [
        {
          tag,
          attrs: { 'call-id': callId, 'call-creator': lid, caller_pn: phone, ...attrs },
          content: video ? [{ tag: 'video', attrs: {} }] : [],
        },
      ],
    });
  };
  const settled = () => expect.poll(() => bench.fake.network.isSettled(KEY)).toBe(true);
  const missed = () =>
    bench.inbox.events.flatMap((event) => (event.type === 'message' ? [event.content] : []));

  it.each([
    ['ring out', { reason: 'timeout' }],
    ['the caller cancels', {}],
  ])('calls that %s are shown as missed in the conversation, once', async (_how, attrs) => {
    push('CALL1', 'offer');
    push('CALL1', 'relaylatency');
    push('CALL1', 'terminate', attrs);
    const event = await bench.inbox.next('message');
    await settled();
    expect(event).toMatchObject({
      providerMessageId: 'CALL1',
      fromMe: false,
      content: { kind: 'missed-call', video: false },
      chat: { isGroup: false, name: 'Maria' },
    });
    expect(event.chat.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
    expect(missed()).toHaveLength(1);
  });

  it('video calls are marked as such', async () => {
    push('CALL2', 'offer', {}, true);
    push('CALL2', 'terminate', { reason: 'timeout' });
    expect((await bench.inbox.next('message')).content).toEqual({ kind: 'missed-call', video: true });
  });

  it('calls without a reported end are shown as missed after a while, once', async () => {
    await bench.host.stop();
    bench.store.started = [REF];
    bench.inbox.events.length = 0;
    bench.host = bench.addHost('patient', { ringMs: 200 });
    await bench.host.start();
    await expect.poll(() => bench.fake.network.isConnected(KEY)).toBe(true);
    push('CALL6', 'offer');
    await settled();
    expect(missed()).toEqual([]);
    await bench.inbox.next('message');
    push('CALL6', 'terminate');
    await settled();
    expect(missed()).toEqual([{ kind: 'missed-call', video: false }]);
  });

  it.each(['accepted_elsewhere', 'rejected_elsewhere'])(
    'calls that the phone accepted or rejected are not missed: %s',
    async (reason) => {
      push('CALL3', 'offer');
      push('CALL3', 'terminate', { reason });
      push('CALL4', 'offer');
      push('CALL4', 'accept');
      push('CALL4', 'terminate');
      push('CALL5', 'terminate', { reason: 'timeout' });
      await settled();
      expect(missed().filter(({ kind }) => kind === 'missed-call').length).toBeLessThanOrEqual(1);
    },
  );
});

describe('a stanza that cannot be decrypted, or need not be', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(() => bench.close());

  it('R34: is acknowledged only when it is on disk', async () => {
    const wal = await WriteAheadLog.open(join(bench.dataDir, 'slow.wal'), TEST_KEYS);
    const disk = Promise.withResolvers<void>();
    const append = wal.append.bind(wal);
    const appended: string[] = [];
    vi.spyOn(wal, 'append').mockImplementation(async (id, entry) => {
      appended.push(id);
      await disk.promise;
      return append(id, entry);
    });
    await bench.host.stop();
    bench.store.started = [REF];
    await bench.addHost('slow', { wal }).start();
    const { network } = bench.fake;
    await expect.poll(() => network.isConnected(KEY)).toBe(true);
    const { lid, phone } = network.jidsOf(CUSTOMER);
    const message = { conversation: 'Quanto custa?' };
    const unavailable = network.phones.writeUnavailable(KEY, { from: CUSTOMER, message });
    const offer = { 'call-id': 'CALL7', 'call-creator': lid, caller_pn: phone };
    network.push(KEY, {
      tag: 'call',
      attrs: { id: 'ringing', from: lid, t: '1790000000' },
      content: [{ tag: 'offer', attrs: offer }],
    });
    await expect.poll(() => appended).toEqual([`1:2:${unavailable}`, '1:2:CALL7']);
    // A later stanza that needs no log is acknowledged meanwhile.
    const notify = async (id: string) => {
      network.push(KEY, {
        tag: 'notification',
        attrs: { id, from: 's.whatsapp.net', type: 'server', t: '1' },
      });
      await expect.poll(() => network.unsettled(KEY)).not.toContain(id);
    };
    await notify('later');
    expect(network.unsettled(KEY).toSorted()).toEqual([unavailable, 'ringing'].toSorted());
    const spoiled = await network.phones.write(KEY, { from: CUSTOMER, message, spoiled: 'always' });
    await notify('latest');
    expect(network.unsettled(KEY)).toContain(spoiled);

    disk.resolve();
    await expect.poll(() => network.isSettled(KEY)).toBe(true);
    expect(appended).toContain(`1:2:${spoiled}`);
    await wal.close();
  });
});

describe('a person with two ids', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(() => bench.close());

  it('has one order and one contact, whichever id a stanza uses and however the number is written', async () => {
    const say = (text: string, addressing: 'lid' | 'lid-alone' | 'phone') =>
      bench.write({ from: CUSTOMER, text, addressing });
    const first = await say('um', 'lid');
    await bench.inbox.next('message');
    const ids = [
      first,
      await say('dois', 'lid-alone'),
      await say('três', 'phone'),
      await say('quatro', 'lid-alone'),
    ];
    await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === ids[3]);
    const groups = bench.inbox.groups.filter(({ messageId }) => ids.some((id) => messageId.includes(id)));
    expect(groups.map(({ messageId }) => messageId.split(':').at(-1))).toEqual(ids);
    expect(new Set(groups.map(({ groupId }) => groupId))).toEqual(new Set(['1:2:phone:551177772222']));
    const people = bench.inbox.events.flatMap((event) =>
      event.type === 'message' ? [event.chat.identities.map(({ kind, value }) => `${kind}:${value}`)] : [],
    );
    const [known] = people;
    expect(people).toHaveLength(4);
    for (const identities of people) expect(identities).toEqual(known);
  });

  it('has messages that need a look-up passed on before later ones that need none', async () => {
    const before = await bench.write({ from: CUSTOMER, text: 'antes' });
    await bench.inbox.next('message');
    const ids = [before];
    for (let turn = 0; turn < 20; turn += 1)
      ids.push(
        await bench.write({
          from: CUSTOMER,
          text: String(turn),
          addressing: turn % 2 === 0 ? 'lid-alone' : 'lid',
        }),
      );
    await expect.poll(() => bench.inbox.events.filter(({ type }) => type === 'message').length).toBe(21);
    const order = bench.inbox.events.flatMap((event) =>
      event.type === 'message' ? [event.providerMessageId] : [],
    );
    expect(order).toEqual(ids);
  });

  it('has one order key in the log, too, because a replay cannot look ids up any more', async () => {
    await bench.write({ from: CUSTOMER, text: 'primeiro' });
    await bench.inbox.next('message');
    const stuck = new InboundSink(() => new Promise(() => undefined));
    const path = join(bench.dataDir, 'stuck.wal');
    const wal = await WriteAheadLog.open(path, TEST_KEYS);
    await bench.host.stop();
    bench.store.started = [REF];
    await bench.addHost('stuck', { wal, sink: stuck }).start();
    await expect.poll(() => bench.fake.network.isConnected(KEY)).toBe(true);
    const id = await bench.write({ from: CUSTOMER, text: 'segundo', addressing: 'lid-alone' });
    await expect.poll(() => wal.size).toBe(1);
    const messages = { findSent: async () => undefined, findSecret: async () => undefined };
    const attempts = new PartAttempts(bench.dataDir);
    const history = new History({
      store: bench.past,
      mediaOrigin: bench.fake.mediaOrigin,
      downloadsOf: directly,
      attempts,
    });
    const ports = { sink: bench.inbox.sink, messages, history };
    await (await replay(await readLog(path, TEST_KEYS), ports, NO_PROGRESS)).settled;
    expect(bench.inbox.groups.find(({ messageId }) => messageId.includes(id))?.groupId).toBe(
      '1:2:phone:551177772222',
    );
  });
});
