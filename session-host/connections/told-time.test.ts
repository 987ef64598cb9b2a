import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { proto } from 'baileys';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Aliases, piecesOf } from '../history/history-chunk.ts';
import { toInboundEvents } from '../inbound/inbound.ts';
import { type ToldSeconds, toldDate } from './told-time.ts';

const NOW_MS = 1_790_000_000_500;
const NOW_S = 1_790_000_000;
const DAY_S = 86_400;
const DAY_MS = DAY_S * 1000;

/** Returns a 64-bit number as a message contains it. */
const long = (digits: string): ToldSeconds =>
  proto.WebMessageInfo.fromObject({ messageTimestamp: digits }).messageTimestamp;

/** Values that a sender may write in place of seconds. */
const hostileSeconds: fc.Arbitrary<ToldSeconds> = fc.oneof(
  fc.constantFrom(undefined, null, 0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER),
  fc.double(),
  fc.integer(),
  fc.integer({ min: NOW_S - 60 * DAY_S, max: NOW_S + 60 * DAY_S }),
  fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => long(String(value))),
);

const textSentAt = (messageTimestamp: ToldSeconds, message: proto.IMessage = { conversation: 'oi' }) => {
  const [told] = toInboundEvents(
    {
      key: { remoteJid: '5511988887777@s.whatsapp.net', fromMe: false, id: 'ID' },
      messageTimestamp: messageTimestamp ?? null,
      message,
    },
    { companyId: 1, connectionId: 2, me: [], receivedAt: NOW_MS },
  );
  const event = inboundEventSchema.parse(told?.event);
  if (!('sentAt' in event)) throw new Error('no time');
  return event.sentAt;
};

describe('the time of sending in a message', () => {
  it.each<[string, ToldSeconds, number]>([
    ['its own second', NOW_S, NOW_S * 1000],
    ['30 days ago, as long as WhatsApp keeps it', NOW_S - 30 * DAY_S, (NOW_S - 30 * DAY_S) * 1000],
    ['its arrival where it says 36 days ago', NOW_S - 36 * DAY_S, NOW_MS],
    ['its arrival where it says 1970', 1, NOW_MS],
    ['half a minute ahead, as clocks are', NOW_S + 30, (NOW_S + 30) * 1000],
    ['its arrival where it says in five minutes', NOW_S + 300, NOW_MS],
    ['its arrival where it says in the year 584942417355', long('18446744073709551615'), NOW_MS],
    ['its arrival where it says nothing', null, NOW_MS],
  ])('is %s', (_what, seconds, expected) => {
    expect(textSentAt(seconds)).toBe(expected);
  });

  it('is between 35 days before and a minute after its arrival, for any claimed value of any type', () => {
    const { Type } = proto.Message.ProtocolMessage;
    const key = { id: 'ANOTHER', remoteJid: '5511988887777@s.whatsapp.net' };
    const messages: proto.IMessage[] = [
      { conversation: 'oi' },
      { reactionMessage: { key, text: '👍' } },
      { protocolMessage: { type: Type.REVOKE, key } },
      { protocolMessage: { type: Type.MESSAGE_EDIT, key, editedMessage: { conversation: 'olá' } } },
    ];
    fc.assert(
      fc.property(hostileSeconds, fc.constantFrom(...messages), (seconds, message) => {
        const sentAt = textSentAt(seconds, message);
        expect(sentAt).toBeGreaterThanOrEqual(NOW_MS - 35 * DAY_MS);
        expect(sentAt).toBeLessThanOrEqual(NOW_MS + 60_000);
        expect(toInstant(sentAt)).toMatch(/^20\d\d-/);
      }),
    );
  });
});

it('toldDate returns a date between 2009 and 2100, or undefined', () => {
  fc.assert(
    fc.property(hostileSeconds, (seconds) => {
      const ms = toldDate(seconds);
      if (ms !== undefined)
        expect(new Date(ms).getUTCFullYear()).toSatisfy((year) => year >= 2009 && year < 2100);
    }),
  );
  expect(toldDate(1_290_000_000)).toBe(1_290_000_000_000);
});

it('a message of a phone’s history is imported with a date between 2009 and now, or not at all', async () => {
  const wish = { fromMs: Number.MIN_SAFE_INTEGER, toMs: Number.MAX_SAFE_INTEGER, groups: false };
  const id = '5511988887777@s.whatsapp.net';
  const folder = mkdtempSync(join(tmpdir(), 'prosa-told-'));
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileSeconds), async (times) => {
        const messages = times.map((messageTimestamp, index) => ({
          message: {
            key: { remoteJid: id, fromMe: false, id: `P${index}` },
            messageTimestamp: messageTimestamp ?? null,
            message: { conversation: 'oi' },
          },
        }));
        const chunk = { syncType: proto.HistorySync.HistorySyncType.FULL, conversations: [{ id, messages }] };
        const bytes = Buffer.from(proto.HistorySync.encode(proto.HistorySync.fromObject(chunk)).finish());
        const part = {
          folder,
          async *content() {
            yield bytes;
          },
        };
        const reading = { ref: { companyId: 1, connectionId: 2 }, me: [], aliases: new Aliases(), wish };
        for await (const piece of piecesOf(part, reading))
          for (const { event } of piece) {
            expect(event.sentAt).toBeGreaterThanOrEqual(Date.UTC(2009, 0, 1));
            expect(event.sentAt).toBeLessThan(Date.now() + 61_000);
          }
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
