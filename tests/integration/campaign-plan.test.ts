import { systemClock } from '@prosa/functions/platform/clock.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Campaign } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { ContactList } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqsEvent } from '../factories/inbound-events.ts';
import { campaignWork } from '../support/handlers.ts';
import { CampaignDesk, numberAt } from './support/campaign-desk.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});
useTable();

let desk: CampaignDesk;
let nowMs = Date.now();
beforeEach(async () => {
  nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const planOf = async (people: number, fields?: (nth: number) => object) => {
  const contactListId = await desk.addList(people, fields);
  const campaign = await desk.addCampaign({ contactListId });
  await desk.start(campaign.id);
  return { contactListId, campaignId: campaign.id };
};

describe('the plan of a campaign', () => {
  it('has everyone on the list once, in the order of the list, over pages and partitions', async () => {
    const { campaignId } = await planOf(1203);
    await desk.work();
    const receivers = await desk.receivers(campaignId);
    expect(receivers.map(({ number }) => number)).toEqual(
      Array.from({ length: 1203 }, (_none, nth) => numberAt(nth)),
    );
    expect(receivers.map(({ position }) => position)).toEqual(
      Array.from({ length: 1203 }, (_none, nth) => nth),
    );
    expect(await loadProgress(desk.company.table, campaignId)).toMatchObject({
      planned: 1203,
      isPlanned: true,
      next: 0,
    });
  });

  it('leaves out invalid numbers and people who opted out, and says why', async () => {
    const { table, id: companyId } = desk.company;
    const number = canonicalPhone(numberAt(2));
    const suppression = { companyId, number, reason: 'opted-out' as const };
    await commit([suppressionItem(table, undefined, suppression, nowMs)]);
    const { campaignId } = await planOf(4, (nth) => (nth === 1 ? { numberState: 'invalid' } : {}));
    await desk.work();
    expect((await desk.receivers(campaignId)).map(({ state, reason }) => [state, reason])).toEqual([
      ['waiting', ''],
      ['skipped', 'invalid'],
      ['skipped', 'opted-out'],
      ['waiting', ''],
    ]);
  });

  it('R33: a page that is delivered twice, also at the same time, plans nobody twice', async () => {
    const { campaignId } = await planOf(700);
    const [body = ''] = await desk.takeWork();
    const both = await Promise.all([campaignWork(sqsEvent([body])), campaignWork(sqsEvent([body]))]);
    expect(both.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
    await campaignWork(sqsEvent([body]));
    await desk.work();
    const receivers = await desk.receivers(campaignId);
    expect(new Set(receivers.map(({ number }) => number)).size).toBe(700);
    expect(receivers).toHaveLength(700);
  });

  it('continues behind the last one on a restart, so that only those who joined since are added', async () => {
    const { campaignId, contactListId } = await planOf(3);
    await desk.work();
    await desk.stop(campaignId, 'cancel');
    await desk.addPeople(contactListId, 3, 2);
    await desk.start(campaignId, 'restart');
    await desk.work();
    expect((await desk.receivers(campaignId)).map(({ position, number }) => [position, number])).toEqual(
      [0, 1, 2, 3, 4].map((nth) => [nth, numberAt(nth)]),
    );
  });

  it('ends when the campaign is paused, and is completed when it continues', async () => {
    const { campaignId } = await planOf(4);
    const [old = ''] = await desk.takeWork();
    await desk.stop(campaignId, 'pause');
    expect((await campaignWork(sqsEvent([old]))).batchItemFailures).toEqual([]);
    expect(await desk.receivers(campaignId)).toEqual([]);
    await desk.start(campaignId, 'resume');
    // The old page belongs to another run.
    await campaignWork(sqsEvent([old]));
    expect(await desk.receivers(campaignId)).toEqual([]);
    await desk.work();
    expect(await desk.receivers(campaignId)).toHaveLength(4);
  });

  it('pauses the campaign if its list is gone', async () => {
    const { campaignId, contactListId } = await planOf(2);
    await commit([desk.company.table.delete(ContactList, { id: contactListId })]);
    await desk.work();
    expect(await desk.campaign(campaignId)).toMatchObject({ status: 'paused', pauseReason: 'removed' });
    expect(await desk.timer(campaignId)).toBeUndefined();
  });

  it('of a follow-up has the receivers of the earlier campaign who did not answer', async () => {
    const { campaignId } = await planOf(3);
    await desk.work();
    for (const [nth, receiver] of (await desk.receivers(campaignId)).entries())
      await desk.putReceiver({
        ...receiver,
        state: 'sent',
        answeredAt: nth === 1 ? '2026-11-20T13:00:00.000Z' : null,
      });
    const again = await desk.addCampaign({ followUp: { campaignId, who: 'not-answered' } });
    await desk.start(again.id);
    await desk.work();
    expect((await desk.receivers(again.id)).map(({ number }) => number)).toEqual([numberAt(0), numberAt(2)]);
  });
});

describe('the cost of a plan', () => {
  it('is one write unit and less than a read unit for each receiver', async () => {
    const { campaignId } = await planOf(1000);
    const bodies = await desk.takeWork();
    const { usage } = await withMeter(async () => {
      for (const body of bodies) await campaignWork(sqsEvent([body]));
    });
    expect(await desk.receivers(campaignId)).toHaveLength(1000);
    expect(usage.writeUnits).toBeLessThan(1030);
    expect(usage.readUnits).toBeLessThan(650);
  });
});

it('S-25: a plan of a campaign that does not exist, or of another run, does nothing', async () => {
  const { campaignId } = await planOf(2);
  const [body = ''] = await desk.takeWork();
  const message = JSON.parse(body);
  for (const other of [
    { ...message, campaignId: campaignId + 100 },
    { ...message, run: message.run + 1 },
  ])
    expect((await campaignWork(sqsEvent([JSON.stringify(other)]))).batchItemFailures).toEqual([]);
  expect(await desk.receivers(campaignId)).toEqual([]);
  expect(await desk.company.table.get(Campaign, { id: campaignId + 100 })).toBeUndefined();
});
