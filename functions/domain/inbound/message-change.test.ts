import { type Message, type MessageChange, messageSchema } from '@prosa/shared/entities/message.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedMessage, parkedWith, withParkedChanges } from './message-change.ts';

const settings = { lgpdDeleteMessage: false };
const FAILURE: MessageChange = { type: 'send-failure', reason: 'unreachable' };
const receipt = (ack: number): MessageChange => ({ type: 'receipt', ack });

const message = (fields: Partial<Message> = {}): Message =>
  messageSchema.parse({
    companyId: 1,
    id: '1.1.1795200000123-abcdefgh',
    contactId: 1,
    connectionId: 1,
    sortKey: '1795200000123-abcdefgh',
    ticketId: 1,
    fromMe: true,
    body: 'Bom dia',
    sendState: 'sent',
    ack: 1,
    sentAt: '2026-11-21T12:00:00.000Z',
    ...fields,
  });

describe('a failure after the acceptance', () => {
  it.each(['sent', 'unknown'] as const)('makes a message that is %s failed, with its reason', (sendState) => {
    expect(changedMessage(message({ sendState }), FAILURE, settings)).toMatchObject({
      sendState: 'failed',
      sendError: 'unreachable',
      ack: 0,
    });
  });

  it.each([
    ['delivered', { ack: 2 }],
    ['read', { ack: 3 }],
    ['already failed', { sendState: 'failed', sendError: 'blocked', ack: 0 }],
    ['in a new attempt', { sendState: 'pending', ack: 0 }],
    ['a private note', { sendState: 'private', ack: 0 }],
    ["the contact's", { fromMe: false, sendState: 'received', ack: 0 }],
  ] as const)('does not change a message that is %s', (_state, fields) => {
    const before = message(fields);
    expect(changedMessage(before, FAILURE, settings)).toBe(before);
  });

  it('is overridden by a delivery that is reported later', () => {
    const failed = changedMessage(message(), FAILURE, settings);
    expect(changedMessage(failed, receipt(2), settings)).toMatchObject({
      sendState: 'sent',
      sendError: '',
      ack: 2,
    });
  });
});

it('R04: parked receipts and failures have the same outcome in every order and with repetitions', () => {
  const changes: MessageChange[] = [receipt(1), receipt(2), FAILURE];
  fc.assert(
    fc.property(
      fc.subarray(changes, { minLength: 1 }),
      fc.array(fc.nat()),
      fc.infiniteStream(fc.nat()),
      (some, again, order) => {
        const repeated = again.flatMap((n) => some[n % some.length] ?? []);
        const shuffled = [...some, ...repeated]
          .map((change) => ({ change, at: order.next().value ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ change }) => change);
        const parked = shuffled.reduce<MessageChange[]>(parkedWith, []);
        const isDelivered = some.some((change) => change.type === 'receipt' && change.ack === 2);
        const isFailed = some.includes(FAILURE) && !isDelivered;
        expect(withParkedChanges(message(), parked, settings, [])).toMatchObject({
          sendState: isFailed ? 'failed' : 'sent',
          sendError: isFailed ? 'unreachable' : '',
          ack: isDelivered ? 2 : isFailed ? 0 : 1,
        });
        expect(parked.length).toBeLessThanOrEqual(2);
      },
    ),
  );
});
