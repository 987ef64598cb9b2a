import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { proto, type WAMessage } from 'baileys';
import { describe, expect, it } from 'vitest';
import { toAck, toInboundEvents, toReceipt } from './inbound.ts';
import { InboundSink } from './inbound-sink.ts';

const context = {
  companyId: 1,
  connectionId: 2,
  me: ['5511900000000:1@s.whatsapp.net', '111:1@lid'],
  receivedAt: 1_790_000_000_500,
};
const { Type } = proto.Message.ProtocolMessage;
const bytes = Buffer.from('0123456789abcdef');
const file = {
  directPath: '/v/abc',
  mediaKey: bytes,
  fileSha256: bytes,
  fileLength: 42,
  mimetype: 'image/jpeg',
};

const received = (message: proto.IMessage, more: Partial<WAMessage> = {}): WAMessage => ({
  key: { remoteJid: '5511988887777@s.whatsapp.net', remoteJidAlt: '222@lid', fromMe: false, id: 'ID1' },
  messageTimestamp: 1_790_000_000,
  pushName: 'Maria',
  message,
  ...more,
});
const convert = (message: proto.IMessage, more: Partial<WAMessage> = {}) =>
  toInboundEvents(received(message, more), context).map(({ event }) => inboundEventSchema.parse(event));

describe('Baileys’ messages become inbound events', () => {
  it.each<[string, proto.IMessage, object]>([
    ['plain text', { conversation: 'oi' }, { kind: 'text', text: 'oi' }],
    ['text with extras', { extendedTextMessage: { text: 'oi' } }, { kind: 'text', text: 'oi' }],
    [
      'disappearing text',
      { ephemeralMessage: { message: { conversation: 'oi' } } },
      { kind: 'text', text: 'oi' },
    ],
    [
      'image',
      { imageMessage: { ...file, caption: 'foto' } },
      { kind: 'image', caption: 'foto', media: { size: 42, mimeType: 'image/jpeg' } },
    ],
    [
      'image to be seen once',
      { viewOnceMessageV2: { message: { imageMessage: file } } },
      { kind: 'placeholder', of: 'view-once' },
    ],
    [
      'voice note to be heard once, in a chat that forgets',
      { ephemeralMessage: { message: { audioMessage: { ...file, viewOnce: true } } } },
      { kind: 'placeholder', of: 'view-once' },
    ],
    ['video', { videoMessage: { ...file, seconds: 9 } }, { kind: 'video', media: { durationS: 9 } }],
    ['round video', { ptvMessage: file }, { kind: 'video' }],
    [
      'voice note',
      { audioMessage: { ...file, ptt: true, seconds: 4 } },
      { kind: 'audio', media: { voice: true, durationS: 4 } },
    ],
    ['audio file', { audioMessage: file }, { kind: 'audio', media: { voice: false } }],
    [
      'document with caption',
      {
        documentWithCaptionMessage: {
          message: { documentMessage: { ...file, fileName: 'a.pdf', caption: 'leia' } },
        },
      },
      { kind: 'document', caption: 'leia', media: { fileName: 'a.pdf' } },
    ],
    ['sticker', { stickerMessage: file }, { kind: 'sticker' }],
    [
      'location',
      { locationMessage: { degreesLatitude: -23, degreesLongitude: -46, name: 'Sé' } },
      { kind: 'location', location: { latitude: -23, longitude: -46, name: 'Sé' } },
    ],
    [
      'live location',
      { liveLocationMessage: { degreesLatitude: 1, degreesLongitude: 2 } },
      { kind: 'location' },
    ],
    [
      'impossible location',
      { locationMessage: { degreesLatitude: 999, degreesLongitude: 2 } },
      { kind: 'unsupported' },
    ],
    [
      'contact card',
      { contactMessage: { displayName: 'Zé', vcard: 'BEGIN' } },
      { kind: 'contacts', contacts: [{ name: 'Zé', vcard: 'BEGIN' }] },
    ],
    [
      'contact cards',
      {
        contactsArrayMessage: {
          contacts: [
            { displayName: 'A', vcard: 'a' },
            { displayName: 'B', vcard: 'b' },
          ],
        },
      },
      { kind: 'contacts' },
    ],
    [
      'button answer',
      { buttonsResponseMessage: { selectedDisplayText: 'Sim' } },
      { kind: 'text', text: 'Sim' },
    ],
    ['list answer', { listResponseMessage: { title: 'Opção 2' } }, { kind: 'text', text: 'Opção 2' }],
    [
      'poll',
      {
        pollCreationMessageV3: {
          name: 'Qual?',
          options: [{ optionName: 'A' }, { optionName: '' }, { optionName: 'B' }],
          selectableOptionsCount: 1,
        },
      },
      { kind: 'poll', poll: { question: 'Qual?', options: ['A', 'B'], multiple: false } },
    ],
    [
      'poll with several answers',
      { pollCreationMessage: { name: 'Quais?', options: [{ optionName: 'A' }] } },
      { kind: 'poll', poll: { question: 'Quais?', options: ['A'], multiple: true } },
    ],
    [
      'event',
      {
        eventMessage: {
          name: 'Inauguração',
          location: { name: 'Loja', address: 'Rua A, 1' },
          joinLink: 'https://call.example/1',
          startTime: 1_790_000_000,
        },
      },
      {
        kind: 'event',
        event: {
          name: 'Inauguração',
          description: '',
          place: 'Loja, Rua A, 1',
          link: 'https://call.example/1',
          startsAt: 1_790_000_000_000,
          endsAt: null,
          isCancelled: false,
        },
      },
    ],
    [
      'event whose times are none',
      { eventMessage: { name: 'Festa', startTime: -1, joinLink: `https://x.example/${'a'.repeat(3000)}` } },
      { kind: 'event', event: { startsAt: null, link: '' } },
    ],
    [
      'text that answers an advertisement',
      {
        extendedTextMessage: {
          text: 'Quero saber mais',
          contextInfo: {
            externalAdReply: {
              title: 'Sofá',
              body: '20% off',
              sourceUrl: 'https://fb.me/x',
              thumbnail: Buffer.from([0xff, 0xd8, 0xff, 1]),
            },
          },
        },
      },
      {
        kind: 'ad',
        text: 'Quero saber mais',
        ad: { title: 'Sofá', body: '20% off', link: 'https://fb.me/x', thumbnail: '/9j/AQ==' },
      },
    ],
    [
      'advertisement without a text, whose picture is none',
      {
        extendedTextMessage: {
          text: '',
          contextInfo: { externalAdReply: { title: 'Sofá', thumbnail: Buffer.from('<svg/>') } },
        },
      },
      { kind: 'ad', text: '', ad: { title: 'Sofá', thumbnail: '' } },
    ],
    [
      'advertisement with a large picture',
      {
        extendedTextMessage: {
          text: 'oi',
          contextInfo: {
            externalAdReply: {
              title: 'Sofá',
              thumbnail: Buffer.alloc(40_000, Buffer.from([0xff, 0xd8, 0xff])),
            },
          },
        },
      },
      { kind: 'ad', ad: { thumbnail: '' } },
    ],
    [
      'call that was spoken on',
      { callLogMesssage: { isVideo: true, durationSecs: 61 } },
      { kind: 'answered-call', video: true, durationS: 61 },
    ],
    [
      'file without its keys',
      { imageMessage: { mimetype: 'image/png' } },
      { kind: 'unsupported', providerType: 'imageMessage' },
    ],
  ])('%s', (_name, message, content) => {
    expect(convert(message)).toMatchObject([
      { type: 'message', providerMessageId: 'ID1', fromMe: false, sentAt: 1_790_000_000_000, content },
    ]);
  });

  it.each<[string, proto.IMessage]>([
    ['keys of a group', { senderKeyDistributionMessage: { groupId: 'g' } }],
    ['votes', { pollUpdateMessage: {} }],
    ['history', { protocolMessage: { type: Type.HISTORY_SYNC_NOTIFICATION } }],
    ['nothing', {}],
  ])('%s make no event', (_name, message) => {
    expect(convert(message)).toEqual([]);
  });

  it('lists a person’s number first, then the opaque id', () => {
    const [event] = convert(
      { conversation: 'oi' },
      {
        key: { remoteJid: '222@lid', remoteJidAlt: '5511988887777:3@s.whatsapp.net', fromMe: false, id: 'X' },
      },
    );
    expect(event).toMatchObject({
      chat: {
        isGroup: false,
        name: 'Maria',
        identities: [
          { kind: 'phone', value: '5511988887777' },
          { kind: 'lid', value: '222' },
        ],
      },
    });
  });

  it('accepts a person without a number', () => {
    const [event] = convert(
      { conversation: 'oi' },
      { key: { remoteJid: '222@lid', fromMe: false, id: 'X' } },
    );
    expect(event).toMatchObject({ chat: { identities: [{ kind: 'lid', value: '222' }] } });
  });

  it('gives all events of a chat the same order key, whichever identity comes first', () => {
    const keys = [
      { remoteJid: '222@lid', remoteJidAlt: '5511988887777@s.whatsapp.net' },
      { remoteJid: '5511988887777@s.whatsapp.net', remoteJidAlt: '222@lid' },
      { remoteJid: '5511988887777@s.whatsapp.net' },
    ];
    const orders = keys.map(
      (key) =>
        toInboundEvents(received({ conversation: 'a' }, { key: { ...key, id: 'X' } }), context)[0]?.chatKey,
    );
    expect(new Set(orders)).toEqual(new Set(['phone:551188887777']));
  });

  it('never takes the own account for the other side of a message written on the phone', () => {
    const [event] = convert(
      { conversation: 'oi' },
      {
        key: { remoteJid: '5511988887777@s.whatsapp.net', remoteJidAlt: '111@lid', fromMe: true, id: 'X' },
      },
    );
    expect(event).toMatchObject({
      fromMe: true,
      chat: { identities: [{ kind: 'phone', value: '5511988887777' }] },
    });
    expect(event).not.toHaveProperty('chat.name');
  });

  it('distinguishes the group from the member who wrote', () => {
    const [event] = convert(
      { conversation: 'oi' },
      {
        key: {
          remoteJid: '120363-1@g.us',
          participant: '222@lid',
          participantAlt: '5511988887777@s.whatsapp.net',
          fromMe: false,
          id: 'X',
        },
      },
    );
    expect(event).toMatchObject({
      chat: {
        isGroup: true,
        identities: [{ kind: 'group', value: '120363-1' }],
        participant: {
          name: 'Maria',
          identities: [
            { kind: 'phone', value: '5511988887777' },
            { kind: 'lid', value: '222' },
          ],
        },
      },
    });
  });

  it.each(['status@broadcast', '123@newsletter', '1313555@bot', 'nonsense'])(
    '%s has no conversation',
    (remoteJid) => {
      expect(convert({ conversation: 'oi' }, { key: { remoteJid, fromMe: false, id: 'X' } })).toEqual([]);
    },
  );

  it('passes on reactions, edits and deletions with their target', () => {
    const key = { id: 'TARGET', fromMe: true, remoteJid: '5511988887777@s.whatsapp.net' };
    expect(convert({ reactionMessage: { key, text: '❤️' } })).toMatchObject([
      { type: 'reaction', emoji: '❤️', targetProviderMessageId: 'TARGET' },
    ]);
    expect(convert({ reactionMessage: { key, text: '' } })).toMatchObject([{ type: 'reaction', emoji: '' }]);
    const edited = {
      protocolMessage: { key, type: Type.MESSAGE_EDIT, editedMessage: { conversation: 'novo' } },
    };
    expect(convert(edited)).toMatchObject([
      { type: 'edit', text: 'novo', targetProviderMessageId: 'TARGET' },
    ]);
    expect(convert({ editedMessage: { message: edited } })).toMatchObject([{ type: 'edit', text: 'novo' }]);
    expect(convert({ protocolMessage: { key, type: Type.REVOKE } })).toMatchObject([
      { type: 'revoke', targetProviderMessageId: 'TARGET' },
    ]);
  });

  it('keeps quotes and forwards', () => {
    const contextInfo = { stanzaId: 'QUOTED', isForwarded: true };
    expect(convert({ extendedTextMessage: { text: 'x', contextInfo } })).toMatchObject([
      { quotedProviderMessageId: 'QUOTED', isForwarded: true },
    ]);
  });

  it('cuts long fields instead of losing the message', () => {
    const [event] = convert({ conversation: 'a'.repeat(70_000) }, { pushName: 'n'.repeat(900) });
    expect(event).toMatchObject({ content: { text: 'a'.repeat(65_536) }, chat: { name: 'n'.repeat(500) } });
  });

  it('converts receipts to the product’s acks, and only for own messages', () => {
    const { Status } = proto.WebMessageInfo;
    expect(
      [Status.SERVER_ACK, Status.DELIVERY_ACK, Status.READ, Status.PLAYED, Status.ERROR, Status.PENDING].map(
        toAck,
      ),
    ).toEqual([1, 2, 3, 4, undefined, undefined]);
    const key = { remoteJid: '5511988887777@s.whatsapp.net', id: 'X' };
    expect(toReceipt({ ...key, fromMe: true }, 3, context)?.event).toMatchObject({ type: 'receipt', ack: 3 });
    expect(toReceipt({ ...key, fromMe: false }, 3, context)).toBeUndefined();
  });

  it('R40: a message that is new, caught up or replayed has one deduplication id', async () => {
    const ids: string[] = [];
    const sink = new InboundSink(async (messages) => void ids.push(...messages.map(({ id }) => id)));
    for (const receivedAt of [1, 2, 3]) {
      for (const outgoing of toInboundEvents(received({ conversation: 'oi' }), { ...context, receivedAt }))
        await sink.push(outgoing);
    }
    const [other] = toInboundEvents(
      received({ conversation: 'oi' }, { key: { remoteJid: '5511988887777@s.whatsapp.net', id: 'ID2' } }),
      context,
    );
    if (other !== undefined) await sink.push(other);
    expect(ids).toEqual(['m:1:2:ID1', 'm:1:2:ID1', 'm:1:2:ID1', 'm:1:2:ID2']);
  });
});

describe('the sink to the inbound queue', () => {
  const events = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      toInboundEvents(
        received(
          { conversation: String(i) },
          { key: { remoteJid: '5511988887777@s.whatsapp.net', id: `I${i}` } },
        ),
        context,
      ),
    ).flat();

  it('keeps the order while the queue is unavailable', async () => {
    const taken: string[] = [];
    let calls = 0;
    const sink = new InboundSink(async (messages) => {
      calls += 1;
      if (calls <= 2) throw new Error('away');
      taken.push(...messages.map(({ id }) => id));
    });
    await Promise.all(events(25).map((event) => sink.push(event)));
    expect(taken).toEqual(Array.from({ length: 25 }, (_, i) => `m:1:2:I${i}`));
    expect(calls).toBe(5);
  });

  it('never sends an id twice in one call', async () => {
    const calls: string[][] = [];
    const sink = new InboundSink(async (messages) => void calls.push(messages.map(({ id }) => id)));
    await Promise.all([...events(2), ...events(2)].map((event) => sink.push(event)));
    expect(calls.every((ids) => new Set(ids).size === ids.length)).toBe(true);
    expect(calls.flat()).toHaveLength(4);
  });
});
