import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { proto } from 'baileys';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MediaRefused } from '../outbound/fetch-media.ts';
import { directly } from '../testing/directly.ts';
import { cutPieces, wholeMessages, wholePeople } from '../testing/whole-history.ts';
import { Aliases, peopleOf, piecesOf, type Tally } from './history-chunk.ts';
import { ChatOrder } from './history-order.ts';
import { type HistoryPart, usePart } from './history-part.ts';
import { Scratch } from './history-scratch.ts';

const SERVERS = { origin: 'http://127.0.0.1:1', dispatcher: directly() };

const REF = { companyId: 1, connectionId: 2 };
const ME = ['5511900000000@s.whatsapp.net', '211@lid'];
const NOW_S = 1_790_000_000;
const SEED = Number(process.env.SEED ?? 20_261_123);
const EVERYTHING = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, groups: true };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'prosa-stream-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a part whose content arrives in buffers of this size. */
const partOf = (content: Uint8Array, bufferBytes = 64 * 1024): HistoryPart => ({
  folder,
  async *content() {
    for (let at = 0; at < content.length; at += bufferBytes)
      yield Buffer.from(content.subarray(at, at + bufferBytes));
  },
});

const read = async (part: HistoryPart, wish = EVERYTHING) => {
  const aliases = await Aliases.of(part);
  const tally: Tally = { skipped: 0 };
  const pieces = [];
  for await (const piece of piecesOf(part, { ref: REF, me: ME, aliases, wish }, tally)) pieces.push(piece);
  return { people: await peopleOf(part, aliases), pieces, ...tally };
};
/** Returns the events without the time of reading. */
const timeless = (messages: Awaited<ReturnType<typeof read>>['pieces'][number]) =>
  messages.map(({ event: { receivedAt, ...event }, ack }) => ({ event, ack }));

const digits = fc.integer({ min: 0, max: 12 }).map((n) => String(5_511_900_000_000 + n));
const lids = fc.integer({ min: 0, max: 12 }).map((n) => `${200 + n}@lid`);
const phones = digits.map((number) => `${number}@s.whatsapp.net`);
const groups = fc.integer({ min: 0, max: 3 }).map((n) => `12036300000000000${n}@g.us`);
const jids = fc.oneof(lids, phones, groups, fc.constantFrom('', 'status@broadcast', 'ninguém'));
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const texts = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('x'.repeat(3000)));
const seconds = fc.oneof(
  fc.integer({ min: NOW_S, max: NOW_S + 4 }),
  fc.constantFrom(0, NOW_S + 90 * 86_400, 2 ** 60),
);
const { Type } = proto.Message.ProtocolMessage;
const { StubType } = proto.WebMessageInfo;

const contents: fc.Arbitrary<proto.IMessage> = fc.oneof(
  texts.map((conversation) => ({ conversation })),
  texts.map((text) => ({ extendedTextMessage: { text, contextInfo: { stanzaId: 'Q', isForwarded: true } } })),
  texts.map((caption) => ({
    imageMessage: { caption, mimetype: 'image/jpeg', jpegThumbnail: Buffer.alloc(900, 7) },
  })),
  fc.constant({ reactionMessage: { text: '👍', key: { id: 'T' } } }),
  fc.constant({ protocolMessage: { type: Type.REVOKE, key: { id: 'T' } } }),
  fc
    .constant(null)
    .map(() => ({ pollCreationMessage: { name: 'Quando?', options: [{ optionName: 'já' }] } })),
);
const infos: fc.Arbitrary<proto.IWebMessageInfo> = fc.record({
  key: fc.record({
    remoteJid: jids,
    id: fc.integer({ min: -1, max: 500 }).map((n) => (n < 0 ? '' : `M${n}`)),
    fromMe: fc.boolean(),
    participant: maybe(fc.oneof(lids, phones)),
  }),
  message: maybe(contents),
  messageTimestamp: maybe(seconds),
  status: fc.constantFrom(1, 2, 3, 4, null),
  participant: maybe(phones),
  pushName: maybe(fc.constantFrom('Ana', 'Bia')),
  messageStubType: fc.constantFrom(null, StubType.CIPHERTEXT, StubType.CALL_MISSED_VIDEO),
  messageSecret: maybe(fc.constant(Buffer.alloc(32, 3))),
});
const chats: fc.Arbitrary<proto.IConversation> = fc.record({
  id: jids,
  messages: fc.array(fc.record({ message: maybe(infos), msgOrderId: fc.constantFrom(1, 2) }), {
    maxLength: 40,
  }),
  name: maybe(texts),
  displayName: maybe(fc.constantFrom('', ' Ana da padaria ')),
  lidJid: maybe(lids),
  pnJid: maybe(phones),
  unreadCount: maybe(fc.nat()),
  tcToken: maybe(fc.constant(Buffer.alloc(40, 9))),
  participant: fc.constant(null).map(() => [{ userJid: '5@lid' }]),
});
const parts: fc.Arbitrary<proto.IHistorySync> = fc.record({
  syncType: fc.constantFrom(0, 2, 3),
  conversations: fc.array(chats, { maxLength: 6 }),
  statusV3Messages: fc.array(infos, { maxLength: 2 }),
  pushnames: fc.constant(null).map(() => [{ id: '5@lid', pushname: 'Cida' }]),
  phoneNumberToLidMappings: fc.array(fc.record({ pnJid: maybe(phones), lidJid: maybe(lids) }), {
    maxLength: 12,
  }),
});

describe("the streaming reader of a phone's history", () => {
  it('finds the same people, and the same messages in the same pieces, as decoding the whole part', async () => {
    const wishes = fc.record({
      fromMs: fc.constantFrom(0, NOW_S * 1000, (NOW_S + 2) * 1000),
      toMs: fc.constantFrom((NOW_S + 3) * 1000, NOW_S * 2000),
      groups: fc.boolean(),
    });
    const buffers = fc.constantFrom(1, 7, 100, 65_536);
    await fc.assert(
      fc.asyncProperty(parts, wishes, buffers, async (tree, wish, bufferBytes) => {
        const bytes = proto.HistorySync.encode(tree).finish();
        const whole = proto.HistorySync.decode(bytes);
        const { people, pieces, skipped } = await read(partOf(bytes, bufferBytes), wish);
        expect(people).toEqual(wholePeople(whole));
        const expected = cutPieces(wholeMessages(whole, wish, REF, ME));
        expect(pieces.map(timeless)).toEqual(expected.map(timeless));
        expect(skipped).toBe(0);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  it('cuts pieces of a hundred messages, or fewer if they are long, across chats', async () => {
    const chatOf = (n: number): proto.IConversation => ({
      id: `${200 + n}@lid`,
      messages: Array.from({ length: 270 }, (_none, m) => ({
        message: {
          key: { id: `${n}-${m}`, fromMe: false },
          message: { conversation: (m < 60 ? 'x' : 'ã').repeat(m < 60 ? 10_000 : 20) },
          messageTimestamp: NOW_S + m,
        },
      })),
    });
    const bytes = proto.HistorySync.encode({ syncType: 3, conversations: [0, 1, 2].map(chatOf) }).finish();
    const expected = cutPieces(wholeMessages(proto.HistorySync.decode(bytes), EVERYTHING, REF, ME));
    const { pieces } = await read(partOf(bytes));
    expect(pieces.map(timeless)).toEqual(expected.map(timeless));
    const lengths = pieces.map(({ length }) => length);
    expect(lengths.slice(0, -1).filter((length) => length < 100).length).toBeGreaterThan(1);
    expect(lengths).toContain(100);
  });

  it('cuts the same part into the same pieces each time', async () => {
    await fc.assert(
      fc.asyncProperty(parts, async (tree) => {
        const bytes = proto.HistorySync.encode(tree).finish();
        const [once, again] = [await read(partOf(bytes)), await read(partOf(bytes, 333))];
        expect(once.pieces.map(timeless)).toEqual(again.pieces.map(timeless));
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  it('sorts 200,000 unordered messages, with the last received one first within a second', async () => {
    const scratch = await Scratch.open(join(folder, 'order'));
    const order = new ChatOrder(scratch);
    const expected = Array.from({ length: 200_000 }, (_none, n) => ({ n, second: (n * 7919) % 50_000 }));
    for (const { n, second } of expected) await order.add(second, Buffer.from(String(n)));
    expected.sort((a, b) => a.second - b.second || b.n - a.n);
    const found: string[] = [];
    for await (const { second, record } of order.drain()) found.push(`${second}:${record.toString()}`);
    expect(found).toEqual(expected.map(({ n, second }) => `${second}:${n}`));
    // Nothing remains for the next chat.
    for await (const left of order.drain()) expect(left).toBeUndefined();
    await scratch.close();
  });
});

const messageOf = (id: string, message: proto.IMessage, second = NOW_S): proto.IHistorySyncMsg => ({
  message: { key: { id, remoteJid: '201@lid', fromMe: false }, message, messageTimestamp: second },
});
const chatWith = (...messages: proto.IHistorySyncMsg[]): Buffer =>
  Buffer.from(
    proto.HistorySync.encode({ syncType: 3, conversations: [{ id: '201@lid', messages }] }).finish(),
  );
const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))];
const field = (number: number, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]), content]);
const textsIn = ({ pieces }: Awaited<ReturnType<typeof read>>) =>
  pieces.flat().map(({ event }) => event.content.kind === 'text' && event.content.text);

describe("a malicious part of a phone's history", () => {
  it('is refused or read, and throws no other error, whatever bytes are changed or missing', async () => {
    const bytes = chatWith(
      ...Array.from({ length: 8 }, (_none, n) => messageOf(`M${n}`, { conversation: `texto ${n}` })),
    );
    const changes = fc.array(fc.record({ at: fc.nat(bytes.length - 1), to: fc.nat(255) }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(bytes.length), async (made, end) => {
        const broken = Buffer.from(bytes);
        for (const { at, to } of made) broken[at] = to;
        await read(partOf(broken.subarray(0, end === 0 ? broken.length : end), 50)).catch((error: unknown) =>
          expect(error).toBeInstanceOf(MediaRefused),
        );
      }),
      { seed: SEED, numRuns: 400 },
    );
  });

  it.each([
    ['a field longer than the part', Buffer.from([0x12, 0xff, 0xff, 0xff, 0xff, 0x0f])],
    [
      'a field longer than its conversation',
      Buffer.concat([Buffer.from([0x12, 3, 0x12, 100]), Buffer.alloc(200)]),
    ],
    ['a length that does not end', Buffer.from([0x12, ...Array.from({ length: 30 }, () => 0xff)])],
    ['an obsolete group', Buffer.from([0x13, 0x14])],
    ['zeros', Buffer.alloc(1000)],
  ])('is refused with %s', async (_what, bytes) => {
    await expect(read(partOf(bytes))).rejects.toBeInstanceOf(MediaRefused);
  });

  it('loses only the message that is malformed, nested without end or too large', async () => {
    // A disappearing message in a disappearing message in …: twenty thousand levels, deeper than any stack.
    const heads: Buffer[] = [];
    for (let depth = 0, size = 0; depth < 40_000; depth++) {
      const head = Buffer.from([...varint((depth % 2 === 0 ? 1 : 40) * 8 + 2), ...varint(size)]);
      heads.unshift(head);
      size += head.length;
    }
    const bomb = field(
      1,
      Buffer.concat([field(2, Buffer.concat(heads)), Buffer.from([0x18, ...varint(NOW_S)])]),
    );
    const malformed = field(1, Buffer.from([0x0a, 0x7f, 0x18, 1]));
    const [before, after] = [
      messageOf('A', { conversation: 'antes' }, NOW_S + 2),
      messageOf('B', { conversation: 'depois' }, NOW_S + 1),
    ];
    const large = messageOf('L', {
      conversation: 'x',
      imageMessage: { jpegThumbnail: Buffer.alloc(2 ** 20) },
    });
    const messages = [
      proto.HistorySyncMsg.encode(before).finish(),
      bomb,
      malformed,
      proto.HistorySyncMsg.encode(large).finish(),
      proto.HistorySyncMsg.encode(after).finish(),
    ];
    const chat = Buffer.concat([field(1, Buffer.from('201@lid')), ...messages.map((one) => field(2, one))]);
    const told = await read(partOf(field(2, chat)));
    expect(textsIn(told)).toEqual(['depois', 'antes']);
    expect(told.skipped).toBe(3);
  });

  it('is refused when it inflates beyond the limit, and leaves no file behind', async () => {
    const bomb = deflateSync(Buffer.alloc(20_000_000));
    const before = readdirSync(tmpdir());
    const used = usePart(
      { initialHistBootstrapInlinePayload: bomb },
      SERVERS,
      (part) => read(part),
      1_000_000,
    );
    await expect(used).rejects.toThrow(MediaRefused);
    expect(
      readdirSync(tmpdir()).filter((name) => name.startsWith('history-') && !before.includes(name)),
    ).toEqual([]);
  });

  it('is refused when it is not compressed, or ends too early', async () => {
    const packed = deflateSync(chatWith(messageOf('A', { conversation: 'x'.repeat(5000) })), { level: 0 });
    for (const payload of [Buffer.from('não é zlib'), packed.subarray(0, 3000)]) {
      const notice = { initialHistBootstrapInlinePayload: payload };
      await expect(usePart(notice, SERVERS, read)).rejects.toThrow(MediaRefused);
    }
  });
});
