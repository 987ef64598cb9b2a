import { deflateSync } from 'node:zlib';
import { type BinaryNode, proto } from 'baileys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../testing/harness.ts';

const CUSTOMER = '5511977775555';
const WITNESS = '5511977776666';
const KEY = '1:2';
const { Type } = proto.Message.ProtocolMessage;
const { HistorySyncType } = proto.HistorySync;

/** Node ends a process on an unhandled rejection; the host logs them (`main.ts`), and so does this test. */
const rejections: unknown[] = [];
const note = (error: unknown): void => {
  rejections.push(error);
};

describe('unusual but real stanzas', () => {
  let bench: Bench;
  beforeAll(async () => {
    process.on('unhandledRejection', note);
    bench = await openBench();
    await bench.pair();
  });
  afterAll(async () => {
    await bench.close();
    process.off('unhandledRejection', note);
  });

  let serial = 0;
  const push = (node: Omit<BinaryNode, 'attrs'> & { attrs?: Record<string, string> }) => {
    serial += 1;
    const { lid } = bench.fake.network.jidsOf(CUSTOMER);
    const attrs = { id: `ODD${serial}`, from: lid, t: '1790000000', ...node.attrs };
    bench.fake.network.push(KEY, { ...node, attrs });
  };
  const phones = () => bench.fake.network.phones;
  const messages = () => bench.inbox.events.filter(({ type }) => type === 'message');
  /** Checks that later messages, of the same contact and of another one, arrive and are the only ones. */
  const survives = async () => {
    const own = await phones().write(KEY, { from: CUSTOMER, message: { conversation: 'continuo aqui' } });
    const id = await phones().write(KEY, { from: WITNESS, message: { conversation: 'e eu aqui' } });
    for (const each of [own, id])
      await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === each);
    expect(bench.fake.network.isConnected(KEY)).toBe(true);
    return messages().filter(
      (event) => event.type === 'message' && ![own, id].includes(event.providerMessageId),
    );
  };

  it.each<[string, () => unknown]>([
    ['messages without a content', () => push({ tag: 'message' })],
    ['messages with an empty content', () => push({ tag: 'message', content: [] })],
    [
      'messages of an unknown encryption',
      () =>
        push({
          tag: 'message',
          content: [{ tag: 'enc', attrs: { type: 'frankmsg' }, content: Buffer.from('x') }],
        }),
    ],
    [
      'messages of a bot',
      () => push({ tag: 'message', content: [{ tag: 'enc', attrs: { type: 'msmsg' } }] }),
    ],
    ['messages of nobody known', () => push({ tag: 'message', attrs: { from: 'x@interop' }, content: [] })],
    [
      'messages of a group without a writer',
      () => push({ tag: 'message', attrs: { from: '1203@g.us' }, content: [] }),
    ],
    [
      'somebody else’s status',
      () => push({ tag: 'message', attrs: { from: 'status@broadcast' }, content: [] }),
    ],
    ['receipts of unknown messages', () => push({ tag: 'receipt', attrs: { type: 'read' } })],
    ['receipts played', () => push({ tag: 'receipt', attrs: { type: 'played' } })],
    [
      'receipts with an empty list of participants',
      () => push({ tag: 'receipt', content: [{ tag: 'participants', attrs: {}, content: [] }] }),
    ],
    [
      'receipts of many at once',
      () =>
        push({
          tag: 'receipt',
          attrs: { type: 'read' },
          content: [
            {
              tag: 'list',
              attrs: {},
              content: Array.from({ length: 300 }, (_, i) => ({ tag: 'item', attrs: { id: `I${i}` } })),
            },
          ],
        }),
    ],
    [
      'asking for an unknown message again',
      () =>
        push({
          tag: 'receipt',
          attrs: { type: 'retry' },
          content: [{ tag: 'retry', attrs: { count: '1' } }],
        }),
    ],
    ['asking for it without saying which time', () => push({ tag: 'receipt', attrs: { type: 'retry' } })],
    ['a call without a content', () => push({ tag: 'call' })],
    ['an unknown word in a call', () => push({ tag: 'call', content: [{ tag: 'transport', attrs: {} }] })],
    ...[
      'w:gp2',
      'mediaretry',
      'encrypt',
      'devices',
      'account_sync',
      'picture',
      'mex',
      'newsletter',
      'server_sync',
      'privacy_token',
      'link_code_companion_reg',
      'tomorrow',
    ].map((type): [string, () => unknown] => [
      `an empty notification of ${type}`,
      () => push({ tag: 'notification', attrs: { type } }),
    ]),
    [
      'a group that loses a member nobody names',
      () =>
        push({
          tag: 'notification',
          attrs: { type: 'w:gp2', from: '120363000000000077@g.us' },
          content: [{ tag: 'remove', attrs: {}, content: [] }],
        }),
    ],
    ['presence', () => push({ tag: 'presence', attrs: { type: 'unavailable' } })],
    ['typing', () => push({ tag: 'chatstate', content: [{ tag: 'composing', attrs: {} }] })],
    ['a chat state without a content', () => push({ tag: 'chatstate', content: [] })],
    ['a question nobody knows', () => push({ tag: 'iq', attrs: { type: 'get', xmlns: 'urn:future' } })],
    ['a word nobody knows', () => push({ tag: 'future', content: Buffer.from('?') })],
    [
      'an offline end in the middle',
      () => push({ tag: 'ib', content: [{ tag: 'offline', attrs: { count: '0' } }] }),
    ],
  ])('%s', async (_name, inject) => {
    bench.inbox.events.length = 0;
    inject();
    const others = await survives();
    // An undecryptable message becomes a placeholder; nothing else becomes a message.
    expect(others.every((event) => event.type === 'message' && event.content.kind === 'placeholder')).toBe(
      true,
    );
  });

  it('a history that arrives during a conversation makes no messages, but its identities are learnt', async () => {
    bench.inbox.events.length = 0;
    const info = {
      key: { remoteJid: '222@lid', id: 'OLD1', fromMe: false },
      message: { conversation: 'de ontem' },
    };
    const history = proto.HistorySync.encode({
      syncType: HistorySyncType.INITIAL_BOOTSTRAP,
      conversations: [{ id: '222@lid', messages: [{ message: info }] }],
      pushnames: [{ id: '222@lid', pushname: 'Ontem' }],
      phoneNumberToLidMappings: [{ pnJid: '5511977779999@s.whatsapp.net', lidJid: '222@lid' }],
    }).finish();
    for (const syncType of [
      HistorySyncType.INITIAL_BOOTSTRAP,
      HistorySyncType.RECENT,
      HistorySyncType.PUSH_NAME,
    ])
      await phones().tellDevice(KEY, {
        protocolMessage: {
          type: Type.HISTORY_SYNC_NOTIFICATION,
          historySyncNotification: {
            syncType,
            initialHistBootstrapInlinePayload: deflateSync(history),
            chunkOrder: 1,
            progress: 100,
          },
        },
      });
    expect(await survives()).toEqual([]);
  });

  it.each<[string, proto.IMessage]>([
    [
      'an unreadable history',
      {
        protocolMessage: {
          type: Type.HISTORY_SYNC_NOTIFICATION,
          historySyncNotification: {
            syncType: HistorySyncType.RECENT,
            initialHistBootstrapInlinePayload: Buffer.from('x'),
          },
        },
      },
    ],
    [
      'keys without keys',
      { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: {} } },
    ],
    ['names without names', { protocolMessage: { type: Type.LID_MIGRATION_MAPPING_SYNC } }],
    [
      'an answer to nothing',
      { protocolMessage: { type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE } },
    ],
    [
      'an answer that is unreadable',
      {
        protocolMessage: {
          type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
          peerDataOperationRequestResponseMessage: {
            peerDataOperationResult: [
              { placeholderMessageResendResponse: { webMessageInfoBytes: Buffer.from('{') } },
              {},
            ],
          },
        },
      },
    ],
  ])('%s of the account’s own phone', async (_name, message) => {
    bench.inbox.events.length = 0;
    await phones().tellDevice(KEY, message);
    expect(await survives()).toEqual([]);
  });

  it('a message written on the phone itself counts as ours, in the conversation where it was written', async () => {
    bench.inbox.events.length = 0;
    const { lid, phone } = bench.fake.network.jidsOf(CUSTOMER);
    const sent = { deviceSentMessage: { destinationJid: lid, message: { conversation: 'do celular' } } };
    const id = await phones().tellDevice(KEY, sent, { recipient: lid, peer_recipient_pn: phone });
    const event = await bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
    expect(event).toMatchObject({ fromMe: true, content: { kind: 'text', text: 'do celular' } });
    expect(event.chat.identities[0]).toEqual({ kind: 'phone', value: CUSTOMER });
  });

  it('long and hostile fields never stop later messages', async () => {
    bench.inbox.events.length = 0;
    const long = 'x'.repeat(5000);
    const hostile: { message: proto.IMessage; id?: string; name?: string }[] = [
      { message: { conversation: 'id longa' }, id: `3A${'F'.repeat(400)}` },
      { message: { extendedTextMessage: { text: 'cita', contextInfo: { stanzaId: long } } } },
      { message: { reactionMessage: { key: { id: long, fromMe: false, remoteJid: '2@lid' }, text: long } } },
      {
        message: {
          imageMessage: {
            directPath: long,
            mediaKey: Buffer.alloc(32),
            fileSha256: Buffer.alloc(32),
            fileLength: 2 ** 60,
          },
        },
      },
      { message: { contactMessage: { displayName: long, vcard: long.repeat(20) } } },
      { message: { locationMessage: { degreesLatitude: Number.NaN, degreesLongitude: 1 } } },
      {
        message: {
          audioMessage: {
            mimetype: long,
            directPath: '/v/x',
            mediaKey: Buffer.alloc(32),
            fileSha256: Buffer.alloc(32),
            seconds: 4_000_000_000,
          },
        },
      },
      { message: { conversation: '\u0000\ud800' }, name: '\u0000'.repeat(300) },
    ];
    for (const one of hostile) await phones().write(KEY, { from: CUSTOMER, ...one });
    await survives();
    expect(bench.inbox.sink.depth).toBe(0);
  });

  it('no promise rejection is unhandled', () => {
    expect(rejections).toEqual([]);
  });
});
