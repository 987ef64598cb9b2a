import { campaignProgressSchema, campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { describe, expect, it } from 'vitest';
import { progressOfRun, startedCampaign, stoppedCampaign } from './campaign-run.ts';
import { sendingRulesOf } from './sending-rules.ts';

const NOW_MS = Date.parse('2026-11-20T13:00:00.000Z');
const NOW = '2026-11-20T13:00:00.000Z';
const BEFORE = '2026-11-19T13:00:00.000Z';
const campaignWith = (fields: object) =>
  campaignSchema.parse({
    companyId: 1,
    id: 4,
    name: 'Black Friday',
    status: 'inactive',
    connectionId: 3,
    createdById: 2,
    run: 5,
    ...fields,
  });

describe('a run of a campaign', () => {
  it('is a new one after every start and stop, so that work of the old one does nothing', () => {
    const started = startedCampaign(campaignWith({}), 'start', NOW_MS);
    expect(started).toMatchObject({ status: 'running', run: 6, startedAt: NOW });
    const paused = stoppedCampaign(started, 'pause', 'disconnected', NOW_MS);
    expect(paused).toMatchObject({ status: 'paused', run: 7, pauseReason: 'disconnected' });
    const resumed = startedCampaign({ ...paused, startedAt: BEFORE }, 'resume', NOW_MS);
    expect(resumed).toMatchObject({ status: 'running', run: 8, pauseReason: null, startedAt: BEFORE });
    expect(stoppedCampaign(resumed, 'cancel', 'user', NOW_MS)).toMatchObject({
      status: 'cancelled',
      pauseReason: null,
      completedAt: null,
    });
    expect(stoppedCampaign(resumed, 'finish', null, NOW_MS)).toMatchObject({
      status: 'finished',
      completedAt: NOW,
    });
    expect(() => startedCampaign(resumed, 'restart', NOW_MS)).toThrow(
      expect.objectContaining({ code: 'ERR_CAMPAIGN_STATE' }),
    );
  });

  it('goes on where the one before was, and plans again only after a start or restart', () => {
    const first = progressOfRun(undefined, campaignWith({}), { plansAgain: true, ignoresQuality: false });
    expect(first).toEqual(campaignProgressSchema.parse({ companyId: 1, campaignId: 4, run: 5 }));
    const half = { ...first, planned: 9, plannedThrough: 90, ticketsThrough: 'x', isPlanned: true, next: 4 };
    const own = { companyId: 1, id: 4, run: 7 };
    const resumed = progressOfRun(half, own, { plansAgain: false, ignoresQuality: true });
    expect(resumed).toEqual({ ...half, run: 7, ignoresQuality: true });
    expect(progressOfRun(resumed, own, { plansAgain: true, ignoresQuality: false })).toEqual({
      ...resumed,
      isPlanned: false,
      // The tickets that match since may be anywhere.
      ticketsThrough: '',
    });
  });
});

describe('the rules of sending', () => {
  const settings = {
    companyId: 1,
    messageIntervalS: 20,
    messagesBeforePause: 10,
    pauseS: 60,
    variables: [{ key: 'loja', value: 'Centro' }],
    sendsOnSaturdays: true,
    sendsOnSundays: false,
    startTime: '08:00',
    endTime: '20:00',
    avoidsNights: true,
  };

  it('are those of the settings: the longer pause comes in addition to the interval', () => {
    expect(sendingRulesOf(settings, 'America/Sao_Paulo')).toEqual({
      pace: { messageIntervalS: 20, longerIntervalAfter: 10, greaterIntervalS: 80 },
      allowed: {
        startHour: '08:00',
        endHour: '20:00',
        onSaturday: true,
        onSunday: false,
        timeZone: 'America/Sao_Paulo',
      },
      avoidsNights: true,
      variables: new Map([['loja', 'Centro']]),
    });
    expect(sendingRulesOf({ ...settings, pauseS: 0 }, 'UTC').pace.longerIntervalAfter).toBe(0);
  });
});
