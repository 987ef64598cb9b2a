import { type CampaignReceiver, campaignReceiverSchema } from '@prosa/shared/entities/campaign.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { campaignMessagePlace, makeMessageId, parseMessageId, receiverOfMessage } from '../message-id.ts';
import { isCounted, isSameShare, isSentUnkept, receiverShare, stepsBetween } from './receiver-share.ts';
import {
  handedOver,
  receiverAfterAnswer,
  receiverAfterMessage,
  receiverAfterOutcome,
  receiverAfterReceipt,
} from './receiver-steps.ts';

const AT = '2026-11-20T13:00:00.000Z';
const LATER = '2026-11-20T13:05:00.000Z';
const ID = 'm1';

const receiverWith = (fields: object = {}): CampaignReceiver =>
  campaignReceiverSchema.parse({
    companyId: 1,
    campaignId: 4,
    position: 6,
    name: 'Ana',
    number: '5511999990000',
    ...fields,
  });
const handed = (part: 'question' | 'message', before = receiverWith()): CampaignReceiver =>
  handedOver(before, { part, variant: 1, messageId: ID, ticketUuid: '', contactId: null, at: AT });
const sending = handed('message');
const asked = handed('question');
const failed = (reason: string) => ({ state: 'failed', reason }) as const;

describe('the outcome of a message of a campaign', () => {
  it('is never taken back, and certain outcomes replace unknown ones', () => {
    const sent = receiverAfterOutcome(sending, ID, { state: 'sent' });
    expect(sent).toMatchObject({ state: 'sent', sentAt: AT, reason: '' });
    if (sent === undefined) throw new Error('not sent');
    for (const outcome of [failed('refused-403'), failed('not-connected'), { state: 'unknown' } as const])
      expect(receiverAfterOutcome(sent, ID, outcome)).toBeUndefined();
    const unknown = receiverAfterOutcome(sending, ID, { state: 'unknown' });
    if (unknown === undefined) throw new Error('not unknown');
    expect(receiverAfterOutcome(unknown, ID, { state: 'sent' })).toMatchObject({ state: 'sent' });
    expect(receiverAfterOutcome(unknown, ID, failed('blocked'))).toMatchObject({
      state: 'failed',
      reason: 'blocked',
    });
  });

  it('of another message changes nothing', () => {
    expect(receiverAfterOutcome(sending, 'm0', { state: 'sent' })).toBeUndefined();
    expect(receiverAfterOutcome(receiverWith(), '', { state: 'sent' })).toBeUndefined();
  });

  it('lets the campaign try again if the send did not begin', () => {
    expect(receiverAfterOutcome(sending, ID, failed('not-connected'))).toMatchObject({
      state: 'waiting',
      sentAt: null,
      messageId: ID,
    });
    expect(receiverAfterOutcome(asked, ID, failed('rate-limited'))).toMatchObject({
      state: 'waiting',
      askedAt: null,
    });
    const agreed = receiverAfterAnswer(asked, 'other', { status: 'running' }, LATER);
    const again = handedOver(agreed, {
      part: 'message',
      variant: 0,
      messageId: 'm2',
      ticketUuid: '',
      contactId: null,
      at: LATER,
    });
    expect(receiverAfterOutcome(again, 'm2', failed('not-connected'))).toMatchObject({
      state: 'agreed',
      askedAt: AT,
      sentAt: null,
    });
  });

  it('that could not be delivered after all has failed, unless it arrived', () => {
    const sent = receiverWith({ state: 'sent', messageId: ID, sentAt: AT });
    const outcome = { state: 'undelivered', reason: 'unreachable' } as const;
    expect(receiverAfterOutcome(sent, ID, outcome)).toMatchObject({ state: 'failed', reason: 'unreachable' });
    expect(receiverAfterOutcome({ ...sent, deliveredAt: AT }, ID, outcome)).toBeUndefined();
  });
});

describe('receipts', () => {
  it('prove that a message was sent, and keep the first times', () => {
    const delivered = receiverAfterReceipt(sending, ID, 2, AT);
    expect(delivered).toMatchObject({ state: 'sent', deliveredAt: AT, readAt: null });
    if (delivered === undefined) throw new Error('not delivered');
    expect(receiverAfterReceipt(delivered, ID, 2, LATER)).toBeUndefined();
    expect(receiverAfterReceipt(delivered, ID, 3, LATER)).toMatchObject({ deliveredAt: AT, readAt: LATER });
  });

  it('of the question for consent count for nothing', () => {
    expect(receiverAfterReceipt(asked, ID, 3, AT)).toBeUndefined();
  });

  it('and outcomes come from the stored message, where there is one', () => {
    const message = { id: ID, sendError: '', ack: 3, sendState: 'sent' as const };
    expect(receiverAfterMessage(sending, message, AT)).toMatchObject({ state: 'sent', readAt: AT });
    const lost = { ...message, sendState: 'failed' as const, sendError: 'unreachable' };
    expect(receiverAfterMessage(sending, lost, AT)).toMatchObject({ state: 'failed' });
    expect(receiverAfterMessage(sending, { ...message, sendState: 'pending' }, AT)).toBeUndefined();
    expect(receiverAfterMessage(asked, message, AT)).toBeUndefined();
  });
});

describe('an answer', () => {
  const answer = (
    receiver: CampaignReceiver,
    meaning: 'other' | 'no' | 'opt-out',
    status: 'running' | 'paused' | 'finished' = 'running',
  ) => receiverAfterAnswer(receiver, meaning, { status }, LATER);

  it('consents unless it is a no, also while the campaign is paused, and not after its end', () => {
    expect(answer(asked, 'other')).toMatchObject({ state: 'agreed', confirmedAt: LATER, answeredAt: LATER });
    expect(answer(asked, 'other', 'paused')).toMatchObject({ state: 'agreed' });
    expect(answer(asked, 'no')).toMatchObject({ state: 'declined', confirmedAt: null });
    expect(answer(asked, 'other', 'finished')).toMatchObject({ state: 'asked', answeredAt: LATER });
    expect(answer(answer(asked, 'no'), 'other')).toMatchObject({ state: 'declined' });
  });

  it('opts out in any state, once', () => {
    const out = answer(asked, 'opt-out');
    expect(out).toMatchObject({ state: 'declined', optedOutAt: LATER });
    const sent = receiverWith({ state: 'sent', messageId: ID, sentAt: AT, answeredAt: AT });
    expect(answer(sent, 'opt-out')).toMatchObject({ state: 'sent', optedOutAt: LATER, answeredAt: AT });
    expect(receiverAfterAnswer(out, 'opt-out', { status: 'running' }, AT)).toEqual(out);
  });
});

describe('what a receiver is counted as', () => {
  const share = (receiver: CampaignReceiver, held?: ReturnType<typeof receiverShare>) =>
    receiverShare({ ...receiver, version: 2 }, held, 'America/Sao_Paulo');

  it('follows its state and times', () => {
    expect(isCounted(receiverWith())).toBe(false);
    expect(share(receiverWith({ state: 'skipped', reason: 'invalid' }))).toMatchObject({
      figures: ['skipped'],
      day: '',
      quality: [],
    });
    expect(share(sending)).toMatchObject({ figures: [], day: '2026-11-20', quality: ['sent'] });
    const read = { ...sending, state: 'sent' as const, deliveredAt: AT, readAt: AT, optedOutAt: LATER };
    expect(share(read)).toMatchObject({
      figures: ['sent', 'delivered', 'read', 'optedOut'],
      quality: ['sent', 'delivered', 'read', 'rejected'],
    });
  });

  it('keeps the day on which it was first counted, and takes back a send that did not begin', () => {
    const first = share(sending);
    const again = share({ ...receiverWith(), messageId: ID }, first);
    expect(again).toMatchObject({ day: '2026-11-20', quality: [] });
    expect([...stepsBetween(first.quality, again.quality)]).toEqual([['sent', -1]]);
    expect(isSameShare(sending, { ...sending, begun: true })).toBe(true);
    expect(isSameShare(sending, asked)).toBe(false);
  });
});

describe('the id of a message that is stored nowhere', () => {
  it('names its receiver', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 20 - 1 }),
        fc.integer({ min: 0, max: 2 ** 20 - 1 }),
        (campaignId, position) => {
          const place = campaignMessagePlace({ campaignId, position }, 3, 1_763_640_000_000);
          const id = makeMessageId(place);
          expect(parseMessageId(id)).toEqual(place);
          expect(receiverOfMessage(parseMessageId(id))).toEqual({ campaignId, position });
        },
      ),
    );
    expect(receiverOfMessage({ contactId: 0, sortKey: '1763640000000-00000000' })).toBeUndefined();
    expect(() => campaignMessagePlace({ campaignId: 2 ** 20, position: 0 }, 3, 1)).toThrow(RangeError);
  });

  it('counts for the caps of sends, which a stored message does by itself', () => {
    const messageId = makeMessageId(
      campaignMessagePlace({ campaignId: 4, position: 6 }, 3, 1_763_640_000_000),
    );
    expect(isSentUnkept({ ...sending, messageId })).toBe(true);
    expect(isSentUnkept({ ...sending, messageId: '7.3.1763640000000-0123456789' })).toBe(false);
    expect(isSentUnkept({ ...receiverWith(), messageId })).toBe(false);
  });
});
