import {
  type CampaignReceiver,
  campaignProgressSchema,
  campaignReceiverSchema,
  campaignSchema,
} from '@prosa/shared/entities/campaign.ts';
import { describe, expect, it } from 'vitest';
import { type BeatFacts, campaignBeat, OUTCOME_OVERDUE_MS } from './campaign-beat.ts';

const at = (text: string) => Date.parse(`${text}-03:00`);
/** A Friday in the hours of the company. */
const NOW = at('2026-11-20T10:00:00');
const SECOND = 1000;

const campaign = campaignSchema.parse({
  companyId: 1,
  id: 4,
  name: 'Black Friday',
  messages: ['a', 'b', 'c', 'd'],
  confirmationMessages: ['Posso?'],
  status: 'running',
  connectionId: 3,
  createdById: 2,
  run: 1,
});
const progressWith = (fields: object = {}) =>
  campaignProgressSchema.parse({
    companyId: 1,
    campaignId: 4,
    run: 1,
    planned: 10,
    isPlanned: true,
    ...fields,
  });
const receiverAt = (position: number, fields: object = {}): CampaignReceiver =>
  campaignReceiverSchema.parse({
    companyId: 1,
    campaignId: 4,
    position,
    name: 'Ana',
    number: '5511999990000',
    ...fields,
  });
const NONE = { sent: 0, delivered: 0, read: 0, answered: 0, rejected: 0 };
const UP = {
  state: 'up',
  isRestricted: false,
  reachedByPairing: true,
  reachesNumbers: true,
  pairedAtMs: NOW - 400 * 86_400_000,
} as const;

const factsWith = (fields: Partial<BeatFacts> = {}): BeatFacts => ({
  campaign,
  progress: progressWith(),
  rules: {
    pace: { messageIntervalS: 20, longerIntervalAfter: 20, greaterIntervalS: 80 },
    allowed: {
      startHour: '09:00',
      endHour: '18:00',
      onSaturday: false,
      onSunday: false,
      timeZone: 'America/Sao_Paulo',
    },
    avoidsNights: true,
    variables: new Map(),
  },
  nowMs: NOW,
  chance: { pause: 0.5, variant: 0.5 },
  isEntitled: true,
  line: UP,
  quality: { recent: NONE, today: NONE },
  cappedUntilMs: undefined,
  agreed: undefined,
  ahead: [receiverAt(0)],
  candidate: { position: 0, isSuppressed: false, recorded: undefined },
  settled: 0,
  isAsking: false,
  ...fields,
});
const beat = (fields?: Partial<BeatFacts>) => campaignBeat(factsWith(fields));

describe('the beat of a campaign', () => {
  it('sends to the next receiver, and again one interval from now, however late it was', () => {
    expect(beat()).toMatchObject({
      does: 'send',
      part: 'message',
      variant: 2,
      receiver: { position: 0 },
      progress: { next: 1, sinceLonger: 1, day: '2026-11-20', sentToday: 1 },
      againAtMs: NOW + 20 * SECOND,
    });
  });

  it('asks first where consent is needed, and sends to who consented before it asks the next', () => {
    const asking = { ...campaign, needsConfirmation: true };
    expect(beat({ campaign: asking })).toMatchObject({ does: 'send', part: 'question', variant: 0 });
    const agreed = receiverAt(7, { state: 'agreed' });
    expect(beat({ campaign: asking, agreed })).toMatchObject({
      does: 'send',
      part: 'message',
      receiver: { position: 7 },
      progress: { next: 0 },
    });
  });

  it('counts the messages of a day, and begins again on the next', () => {
    const progress = progressWith({ day: '2026-11-20', sentToday: 8 });
    expect(beat({ progress })).toMatchObject({ progress: { sentToday: 9 } });
    const yesterday = progressWith({ day: '2026-11-19', sentToday: 8 });
    expect(beat({ progress: yesterday })).toMatchObject({ progress: { sentToday: 1 } });
  });

  it('pauses longer after so many messages, and twice as long while the quality is bad', () => {
    expect(beat({ progress: progressWith({ sinceLonger: 19 }) })).toMatchObject({
      progress: { sinceLonger: 0 },
      againAtMs: NOW + 80 * SECOND,
    });
    const recent = { ...NONE, sent: 100, rejected: 6 };
    expect(beat({ quality: { recent, today: NONE } })).toMatchObject({ againAtMs: NOW + 40 * SECOND });
  });

  it.each([
    ['plan', { isEntitled: false }],
    ['removed', { line: undefined }],
    ['restricted', { line: { ...UP, isRestricted: true } }],
    ['disconnected', { line: { ...UP, state: 'down' as const } }],
    ['quality', { quality: { recent: { ...NONE, sent: 100, rejected: 15 }, today: NONE } }],
  ])('pauses, and says %s', (reason, fields) => {
    expect(beat(fields)).toEqual({ does: 'pause', reason });
  });

  it('goes on slowly if a user resumed it in spite of its quality', () => {
    const quality = { recent: { ...NONE, sent: 100, rejected: 15 }, today: NONE };
    expect(beat({ quality, progress: progressWith({ ignoresQuality: true }) })).toMatchObject({
      does: 'send',
      againAtMs: NOW + 40 * SECOND,
    });
  });

  it.each([
    ['its connection is back', { line: { ...UP, state: 'lost' as const } }, NOW + 20 * SECOND],
    ['the hours begin', { nowMs: at('2026-11-20T19:00:00') }, at('2026-11-23T09:00:00')],
    ['the company’s cap ends', { cappedUntilMs: at('2026-11-21T00:00:00') }, at('2026-11-21T00:00:00')],
  ])('waits until %s', (_what, fields, againAtMs) => {
    expect(beat(fields)).toEqual({ does: 'wait', againAtMs });
  });

  it('S-69: waits for the next day once the connection has sent what its age allows', () => {
    const line = { ...UP, pairedAtMs: NOW - 3_600_000 };
    const today = (sent: number) => ({ quality: { recent: NONE, today: { ...NONE, sent } } });
    expect(beat({ line, ...today(49) })).toMatchObject({ does: 'send' });
    expect(beat({ line, ...today(50) })).toEqual({ does: 'wait', againAtMs: at('2026-11-21T00:00:00') });
    const own = progressWith({ day: '2026-11-20', sentToday: 50 });
    expect(beat({ line, progress: own })).toMatchObject({ does: 'wait' });
    expect(beat({ line: { ...line, reachedByPairing: false }, ...today(5000) })).toMatchObject({
      does: 'send',
    });
  });

  it.each([
    ['opted-out', { candidate: { position: 0, isSuppressed: true, recorded: undefined } }],
    ['no-address', { line: { ...UP, reachesNumbers: false } }],
    ['no-address', { ahead: [receiverAt(0, { number: '' })] }],
  ])('skips a receiver: %s', (reason, fields) => {
    expect(beat(fields)).toMatchObject({ does: 'skip', reason, progress: { next: 1 }, againAtMs: NOW });
  });

  it('R33: does not send to a receiver for whom a message is on record', () => {
    const recorded = { messageId: '9.3.x', at: '2026-11-20T12:00:00.000Z' };
    const candidate = { position: 0, isSuppressed: false, recorded };
    expect(beat({ candidate })).toMatchObject({ does: 'record', ...recorded, progress: { next: 1 } });
  });

  it('passes a receiver in its night, takes it after the last one, and waits for its morning', () => {
    // 17:30 in São Paulo is 20:30 in Lisbon.
    const nowMs = at('2026-11-20T17:30:00');
    const ahead = [receiverAt(0, { number: '351912345678' })];
    const passed = beat({ nowMs, ahead });
    const leftUntil = new Date(at('2026-11-23T09:00:00')).toISOString();
    expect(passed).toMatchObject({
      does: 'advance',
      progress: { next: 1, leftFrom: 0, leftUntil },
      againAtMs: nowMs,
    });
    const end = progressWith({ next: 10, leftFrom: 0, leftUntil });
    expect(beat({ nowMs, progress: end, ahead: [] })).toEqual({
      does: 'wait',
      againAtMs: at('2026-11-23T09:00:00'),
    });
    const monday = at('2026-11-23T09:00:00');
    expect(beat({ nowMs: monday, progress: end, ahead: [] })).toMatchObject({
      does: 'advance',
      progress: { next: 0, leftFrom: null, leftUntil: null },
    });
    const settings = factsWith().rules;
    expect(beat({ nowMs, ahead, rules: { ...settings, avoidsNights: false } })).toMatchObject({
      does: 'send',
    });
  });

  it('skips a receiver whose day has no hour in common with the company’s', () => {
    const { rules } = factsWith();
    const early = { ...rules.allowed, startHour: '05:00', endHour: '06:00' };
    const nowMs = at('2026-11-20T05:10:00');
    expect(beat({ nowMs, rules: { ...rules, allowed: early } })).toMatchObject({
      does: 'skip',
      reason: 'too-late',
    });
  });

  it('passes those that were handled before, and takes the first that waits', () => {
    const ahead = [receiverAt(0, { state: 'sent' }), receiverAt(1, { state: 'skipped' })];
    expect(beat({ ahead, candidate: undefined })).toMatchObject({ does: 'advance', progress: { next: 2 } });
    const candidate = { position: 2, isSuppressed: false, recorded: undefined };
    expect(beat({ ahead: [...ahead, receiverAt(2)], candidate })).toMatchObject({
      does: 'send',
      progress: { next: 3 },
    });
  });

  describe('after the last receiver', () => {
    const end = (fields: object = {}) => progressWith({ next: 10, ...fields });
    const sentAt = (agoMs: number) => new Date(NOW - agoMs).toISOString();

    it('is finished if everybody has an outcome, also if some were left for later', () => {
      expect(beat({ progress: end(), ahead: [], settled: 10 })).toEqual({ does: 'finish' });
      expect(beat({ progress: end({ leftFrom: 4 }), ahead: [], settled: 10 })).toEqual({ does: 'finish' });
    });

    it('waits for outcomes, less often the longer it lasts', () => {
      const progress = end({ lastSentAt: sentAt(40 * SECOND) });
      expect(beat({ progress, ahead: [], settled: 9 })).toEqual({
        does: 'wait',
        againAtMs: NOW + 10 * SECOND,
      });
    });

    it('passes everybody again once outcomes are overdue, calls those unknown, and is finished', () => {
      const overdue = { ahead: [], settled: 8 };
      const progress = end({ lastSentAt: sentAt(OUTCOME_OVERDUE_MS + 1) });
      const again = { ...progress, next: 0, isChecked: true };
      expect(beat({ progress, ...overdue })).toEqual({ does: 'advance', progress: again, againAtMs: NOW });
      const lost = receiverAt(1, { state: 'sending', sentAt: sentAt(OUTCOME_OVERDUE_MS + 1) });
      const ahead = [receiverAt(0, { state: 'sent' }), lost, receiverAt(2, { state: 'sent' })];
      expect(beat({ progress: again, ahead, candidate: undefined })).toMatchObject({
        does: 'call-unknown',
        receivers: [{ position: 1 }],
      });
      expect(beat({ progress: { ...again, next: 10 }, ...overdue })).toEqual({ does: 'finish' });
    });

    it('comes back to those that were sent to a moment ago', () => {
      const at = sentAt(60 * SECOND);
      const ahead = [receiverAt(0, { state: 'sent' }), receiverAt(1, { state: 'sending', sentAt: at })];
      expect(
        beat({ progress: progressWith({ isChecked: true }), ahead, candidate: undefined }),
      ).toMatchObject({
        does: 'advance',
        progress: { next: 2, leftFrom: 1, leftUntil: sentAt(60 * SECOND - OUTCOME_OVERDUE_MS) },
      });
    });

    it('waits a day for the answers to the last question', () => {
      const hoursAgo = (hours: number) => end({ lastSentAt: sentAt(hours * 3_600_000), isChecked: true });
      const asking = { ahead: [], settled: 9, isAsking: true };
      expect(beat({ progress: hoursAgo(23), ...asking })).toEqual({
        does: 'wait',
        againAtMs: NOW + 300 * SECOND,
      });
      expect(beat({ progress: hoursAgo(24), ...asking })).toEqual({ does: 'finish' });
    });
  });
});
