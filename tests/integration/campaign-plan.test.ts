import { systemClock } from '@prosa/functions/platform/clock.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  Campaign,
  CampaignProgress,
  CampaignReceiver,
  Suppression,
} from '@prosa/functions/platform/table/entities/campaigns.ts';
import { ContactList } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadCampaignFigures } from '@prosa/functions/repositories/campaigns/campaign-figures.ts';
import { loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { foldReceivers } from '@prosa/functions/repositories/campaigns/fold-receivers.ts';
import { loadReceiver } from '@prosa/functions/repositories/campaigns/receivers.ts';
import { suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { listItemsPage } from '@prosa/functions/repositories/contacts/contact-list-items.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sqsEvent } from '../factories/inbound-events.ts';
import { campaignPlans } from '../support/handlers.ts';
import { CampaignDesk, numberAt } from './support/campaign-desk.ts';
import { useTable } from './support/table.ts';
import { holdWrite } from './support/table-proxy.ts';

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
    const [body = ''] = await desk.takePlans();
    const both = await Promise.all([campaignPlans(sqsEvent([body])), campaignPlans(sqsEvent([body]))]);
    expect(both.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
    await campaignPlans(sqsEvent([body]));
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

  it('adds those who joined to the same fifty, and has many who are not sent to', async () => {
    const isInvalid = (nth: number) => nth % 2 === 0;
    const fieldsOf = (nth: number) => (isInvalid(nth) ? { numberState: 'invalid' } : {});
    const { campaignId, contactListId } = await planOf(330, fieldsOf);
    await desk.work();
    await desk.stop(campaignId, 'cancel');
    await desk.addPeople(contactListId, 330, 25);
    await desk.start(campaignId, 'restart');
    await desk.work();
    expect((await desk.receivers(campaignId)).map(({ number, state }) => [number, state])).toEqual(
      Array.from({ length: 355 }, (_none, nth) => [
        numberAt(nth),
        isInvalid(nth) && nth < 330 ? 'skipped' : 'waiting',
      ]),
    );
  });

  it('knows who opted out if these are many', async () => {
    const { table, id: companyId } = desk.company;
    const optedOut = (nth: number) => ({
      companyId,
      number: String(5_500_000_000_000 + nth),
      reason: 'added' as const,
    });
    await writeBatch(
      [
        ...Array.from({ length: 1_000 }, (_none, nth) => optedOut(nth)),
        { ...optedOut(0), number: canonicalPhone(numberAt(1)) },
      ].map((suppression) => table.put(Suppression, suppression, 'any')),
    );
    const { campaignId } = await planOf(3);
    await desk.work();
    expect((await desk.receivers(campaignId)).map(({ state }) => state)).toEqual([
      'waiting',
      'skipped',
      'waiting',
    ]);
  });

  it('R33: is not changed by a worker that continues after another has planned the page', async () => {
    const { campaignId, contactListId } = await planOf(200, () => ({ numberState: 'invalid' }));
    const [body = ''] = await desk.takePlans();
    // The second of its three transactions.
    const { reached, release } = await holdWrite(2);
    const late = campaignPlans(sqsEvent([body]));
    await reached;
    await desk.addPeople(contactListId, 200, 5);
    expect((await campaignPlans(sqsEvent([body]))).batchItemFailures).toEqual([]);
    const before = await desk.receivers(campaignId);
    release();
    expect((await late).batchItemFailures).toEqual([]);
    expect(await desk.receivers(campaignId)).toEqual(before);
    expect(before.map(({ number }) => number)).toEqual(
      Array.from({ length: 205 }, (_none, nth) => numberAt(nth)),
    );
  });

  it('ends when the campaign is paused, and is completed when it continues', async () => {
    const { campaignId } = await planOf(4);
    const [old = ''] = await desk.takePlans();
    await desk.stop(campaignId, 'pause');
    expect((await campaignPlans(sqsEvent([old]))).batchItemFailures).toEqual([]);
    expect(await desk.receivers(campaignId)).toEqual([]);
    await desk.start(campaignId, 'resume');
    // The old page belongs to another run.
    await campaignPlans(sqsEvent([old]));
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
  it('is a quarter of a write unit and an eighth of a read unit for each receiver', async () => {
    const { campaignId } = await planOf(1000);
    const bodies = await desk.takePlans();
    const { usage } = await withMeter(async () => {
      for (const body of bodies) await campaignPlans(sqsEvent([body]));
    });
    expect(await desk.receivers(campaignId)).toHaveLength(1000);
    expect(usage.writeUnits).toBeLessThan(250);
    expect(usage.readUnits).toBeLessThan(125);
  });
});

describe('the receivers of an earlier release, each in a row of its own', () => {
  const putRows = async (campaignId: number, people: number, fields: object = {}) => {
    const { table, id: companyId } = desk.company;
    await writeBatch(
      Array.from({ length: people }, (_none, position) => {
        const person = { name: `Antes ${position}`, number: numberAt(position), ...fields };
        return table.put(CampaignReceiver, { companyId, campaignId, position, ...person }, 'any');
      }),
    );
  };
  const plan = async (campaignId: number, planned: number, plannedThrough: number) => {
    const progress = await loadProgress(desk.company.table, campaignId);
    if (progress === undefined) throw new Error('no progress');
    const after = { ...progress, planned, plannedThrough };
    await commit([desk.company.table.put(CampaignProgress, after, progress.version)]);
  };

  it('are followed by those who joined, within the same fifty', async () => {
    const { campaignId, contactListId } = await planOf(70);
    const items = await listItemsPage(desk.company.table, contactListId, 0, 70);
    await putRows(campaignId, 70);
    await plan(campaignId, 70, items.at(-1)?.id ?? 0);
    await desk.addPeople(contactListId, 70, 60);
    await desk.work();
    expect((await desk.receivers(campaignId)).map(({ number }) => number)).toEqual(
      Array.from({ length: 130 }, (_none, nth) => numberAt(nth)),
    );
    expect(await loadReceiver(desk.company.table, { campaignId, position: 69 })).toMatchObject({
      name: 'Antes 69',
    });
  });

  it('that were not part of the plan yet are replaced by those of the list, and counted anew', async () => {
    const { table } = desk.company;
    const { campaignId } = await planOf(170, (nth) => (nth < 90 ? {} : { numberState: 'invalid' }));
    await putRows(campaignId, 150, { number: '5511900000000', state: 'skipped', reason: 'opted-out' });
    await desk.work();
    const receivers = await desk.receivers(campaignId);
    expect(receivers.map(({ number, state }) => [number, state])).toEqual(
      Array.from({ length: 170 }, (_none, nth) => [numberAt(nth), nth < 90 ? 'waiting' : 'skipped']),
    );
    const counting = { nowMs, timeZone: 'America/Sao_Paulo' };
    const own = receivers.filter(({ version }) => version > 0);
    expect(own.filter(({ version }) => version === 2)).toHaveLength(150);
    await foldReceivers(table, own, counting);
    expect((await loadCampaignFigures(table, [campaignId])).get(campaignId)?.skipped).toBe(80);
  });
});

it('S-25: a plan of a campaign that does not exist, or of another run, does nothing', async () => {
  const { campaignId } = await planOf(2);
  const [body = ''] = await desk.takePlans();
  const message = JSON.parse(body);
  for (const other of [
    { ...message, campaignId: campaignId + 100 },
    { ...message, run: message.run + 1 },
  ])
    expect((await campaignPlans(sqsEvent([JSON.stringify(other)]))).batchItemFailures).toEqual([]);
  expect(await desk.receivers(campaignId)).toEqual([]);
  expect(await desk.company.table.get(Campaign, { id: campaignId + 100 })).toBeUndefined();
});
