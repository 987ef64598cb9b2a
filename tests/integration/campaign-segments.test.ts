import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { systemPrincipal } from '@prosa/functions/platform/auth/principal.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CampaignContact, CampaignProgress } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { planCampaign } from '@prosa/functions/workers/campaign-plans/plan-campaign.ts';
import { type CampaignView, campaignRoutes, campaignViewSchema } from '@prosa/shared/contracts/campaigns.ts';
import { campaignPlanSchema } from '@prosa/shared/messaging/campaign-message.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { isWhole } from '../support/depth.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { call } from './support/call.ts';
import { CampaignDesk } from './support/campaign-desk.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';
import { loseFirstAnswers } from './support/table-faults.ts';
import { holdWrite } from './support/table-proxy.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});
useTable();

const HOUR_MS = 3_600_000;
const TICKETS = 90;
const TAG_COLOR = '#8E24AA';

let desk: CampaignDesk;
const queues: number[] = [];
const lines: number[] = [];
/** Every ticket, as it is stored. */
const stored = new Map<number, TicketRow>();

const ask = (to: string, body?: unknown) => call(campaigns, { to, token: desk.company.admin.token, body });
const input = (fields: object = {}) => ({
  name: 'Natal',
  message1: 'Olá {nome}',
  whatsappId: desk.connectionId,
  ...fields,
});
const viewOf = (answer: { status: number; body: unknown }, status = 200): CampaignView => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return campaignViewSchema.parse(answer.body);
};
const create = async (fields: object) => viewOf(await ask('POST /campaigns', input(fields)), 201);
const estimateOf = async (id: number) => {
  const answer = await ask(`GET /campaigns/${id}/estimate`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return campaignRoutes.estimate.response.parse(answer.body);
};
const sorted = <T extends number | null>(ids: Iterable<T>): T[] =>
  [...ids].toSorted((a, b) => (a ?? 0) - (b ?? 0));
const setTicket = async (id: number, fields: Partial<TicketRow>): Promise<void> => {
  const { table } = desk.company;
  const before = await reload(table, id);
  await commit([table.put(Ticket, { ...before, ...fields }, before.version)]);
  stored.set(id, await reload(table, id));
};

const clockOf = (stepMs: number) => {
  let nowMs = Date.now();
  return { now: () => (nowMs += stepMs) };
};
/** Plans pages of so many tickets. @param stepMs what every look at the clock takes */
const planOnce = async (body: string, pageSize: number, stepMs = 0): Promise<void> => {
  const system = systemPrincipal('campaign-plans', desk.company.id);
  const ports = { table: desk.company.table, system, ids: systemIds, clock: clockOf(stepMs) };
  await planCampaign(ports, campaignPlanSchema.parse(JSON.parse(body)), pageSize);
};
/** So long for a look at the clock that a message plans a single page. */
const ONE_PAGE_MS = 30_000;
const plan = async (pageSize: number): Promise<void> => {
  for (let bodies = await desk.takePlans(); bodies.length > 0; bodies = await desk.takePlans())
    for (const body of bodies) await planOnce(body, pageSize);
};
/** Returns the contacts of the plan in its order, after checking that positions have no gap and contacts no second. */
const planned = async (id: number): Promise<number[]> => {
  const receivers = await desk.receivers(id);
  expect(receivers.map(({ position }) => position)).toEqual(receivers.map((_row, nth) => nth));
  const contactIds = receivers.map(({ contactId }) => contactId ?? 0);
  expect(new Set(contactIds).size).toBe(contactIds.length);
  expect(await loadProgress(desk.company.table, id)).toMatchObject({
    planned: receivers.length,
    isPlanned: true,
  });
  return contactIds;
};
const plannedBy = async (ticketFilter: string, pageSize = 7): Promise<number[]> => {
  const { id } = await create({ ticketFilter });
  await desk.start(id);
  await plan(pageSize);
  return planned(id);
};
/** Returns the contacts of the tickets, by a count of its own. */
const recount = (matches: (ticket: TicketRow) => boolean): number[] =>
  sorted(
    new Set(
      [...stored.values()]
        .filter((ticket) => ticket.status !== 'group' && matches(ticket))
        .map(({ contactId }) => contactId),
    ),
  );

beforeAll(async () => {
  desk = await CampaignDesk.open();
  const { company } = desk;
  for (let nth = 0; nth < 3; nth++) queues.push(await company.addQueue());
  lines.push(desk.connectionId);
  for (let nth = 0; nth < 4; nth++) lines.push(await company.addConnection());
  const user = await company.addUser({});
  const random = seededRandom(2_312);
  const oneOf = <T>(...all: readonly T[]): T => {
    const one = all[Math.floor(random() * all.length)];
    if (one === undefined) throw new Error('nothing to choose from');
    return one;
  };
  const contacts = await Promise.all(
    Array.from({ length: 40 }, (_none, nth) =>
      makeContact(company.table, { name: nth % 3 === 0 ? `Ana ${nth}` : `João ${nth}` }),
    ),
  );
  for (let nth = 0; nth < TICKETS; nth++) {
    const [contact, connectionId] = [oneOf(...contacts), oneOf(...lines)];
    const isThere = [...stored.values()].some(
      (ticket) => ticket.contactId === contact.id && ticket.connectionId === connectionId,
    );
    if (isThere) continue;
    const made = await makeTicket(company.table, { contact, connectionId });
    const status = oneOf('open', 'pending', 'closed', 'closed', 'nps', 'group');
    stored.set(made.id, made);
    await setTicket(made.id, {
      status,
      isGroup: status === 'group',
      latestClosed: status === 'closed',
      queueId: oneOf(null, ...queues),
      userId: oneOf(null, company.admin.id, user.id),
      unreadMessages: oneOf(0, 0, 3),
      userRating: oneOf(null, 1, 5),
      contact: {
        ...made.contact,
        tags: oneOf<number[]>([], [4], [4, 5]).map((id) => ({ id, name: `T${id}`, color: TAG_COLOR })),
      },
      // Hours ago, half an hour away from the limits of the filters.
      activityAt: new Date(Date.now() - (Math.floor(random() * 400) + 0.5) * HOUR_MS).toISOString(),
    });
  }
  // A contact whose five tickets lie far apart.
  const [faithful] = contacts;
  if (faithful === undefined) throw new Error('no contact');
  for (const [nth, connectionId] of lines.entries()) {
    const held = [...stored.values()].find(
      (ticket) => ticket.contactId === faithful.id && ticket.connectionId === connectionId,
    );
    const { id } = held ?? (await makeTicket(company.table, { contact: faithful, connectionId }));
    const activityAt = new Date(Date.now() - (nth * 90 + 3.25) * HOUR_MS).toISOString();
    await setTicket(id, { status: 'open', isGroup: false, unreadMessages: 1, activityAt });
  }
  forgetDirectory(company.id);
});

describe('the plan of a campaign with a filter of tickets', () => {
  it('has each contact of the matching tickets once, whatever the size of its pages', async () => {
    const [first = 0, second = 0] = queues;
    const hoursSince = ({ activityAt }: TicketRow) => (Date.now() - Date.parse(activityAt)) / HOUR_MS;
    const filters: [string, (ticket: TicketRow) => boolean][] = [
      ['status:open,pending,closed,nps,lgpd', () => true],
      ['unread', ({ unreadMessages }) => unreadMessages > 0],
      [`queue:${first},none`, ({ queueId }) => queueId === first || queueId === null],
      [
        `-queue:${second} tag:4`,
        ({ queueId, contact }) => queueId !== second && contact.tags.some(({ id }) => id === 4),
      ],
      [`attendant:${desk.company.admin.id}`, ({ userId }) => userId === desk.company.admin.id],
      ['idle:>48h<200h', (ticket) => hoursSince(ticket) > 48 && hoursSince(ticket) < 200],
      [
        'words:ana or rating:9..10',
        ({ contact, userRating }) => contact.name.startsWith('Ana') || userRating === 5,
      ],
      [
        `connection:${lines[1]} -status:closed`,
        ({ connectionId, status }) => connectionId === lines[1] && status !== 'closed',
      ],
      ['status:group', () => false],
      ['-()', () => false],
    ];
    for (const [filter, matches] of filters) {
      const expected = recount(matches);
      for (const pageSize of isWhole || filter === 'unread' ? [1, 6, 1000] : [6])
        expect(sorted(await plannedBy(filter, pageSize)), filter).toEqual(expected);
    }
    expect(recount(() => true).length).toBeGreaterThan(30);
  });

  it('R33: meets a ticket that becomes active meanwhile, and a page that is planned twice plans nobody twice and misses nobody', async () => {
    const random = seededRandom(77);
    const expected = recount(() => true);
    for (let round = 0; round < 6; round++) {
      const { id } = await create({ ticketFilter: 'status:open,pending,closed,nps,lgpd' });
      await desk.start(id);
      const { table } = desk.company;
      let [body] = await desk.takePlans();
      let crashes = 0;
      while (body !== undefined) {
        const before = await loadProgress(table, id);
        await planOnce(body, 1 + Math.floor(random() * 9), ONE_PAGE_MS);
        const [next] = await desk.takePlans();
        const after = await loadProgress(table, id);
        if (before === undefined || after === undefined) throw new Error('no progress');
        // As if the worker had ended before the page became part of the plan; the message comes again.
        if (crashes < 8 && random() < 0.4) {
          crashes += 1;
          await commit([table.put(CampaignProgress, before, after.version)]);
        } else body = next;
        const moved = [...stored.keys()][Math.floor(random() * stored.size)] ?? 0;
        if (random() < 0.7) await setTicket(moved, { activityAt: new Date(Date.now()).toISOString() });
      }
      expect(crashes).toBeGreaterThan(0);
      const receivers = await desk.receivers(id);
      const progress = await loadProgress(table, id);
      const plan = receivers.slice(0, progress?.planned).map(({ contactId }) => contactId);
      expect(plan).toHaveLength(progress?.planned ?? 0);
      expect(new Set(plan).size).toBe(plan.length);
      expect(sorted(plan)).toEqual(expected);
    }
  });

  it('R33: is not changed by a worker that continues after another has planned the page', async () => {
    const { id } = await create({ ticketFilter: 'status:open,pending,closed,nps,lgpd' });
    await desk.start(id);
    const [body = ''] = await desk.takePlans();
    const { reached, release } = await holdWrite(1);
    const late = planOnce(body, 20, ONE_PAGE_MS);
    await reached;
    const oldest = [...stored.values()].toSorted((a, b) => (a.activityAt < b.activityAt ? -1 : 1));
    for (const { id: ticketId } of oldest.slice(0, 15))
      await setTicket(ticketId, { activityAt: new Date(Date.now()).toISOString() });
    await planOnce(body, 20);
    const before = await planned(id);
    release();
    await late;
    expect(await planned(id)).toEqual(before);
    expect(sorted(before)).toEqual(recount(() => true));
  });

  it('R33: is the same if its message is delivered twice at the same time, and again', async () => {
    const { id } = await create({ ticketFilter: 'unread or status:closed' });
    await desk.start(id);
    const [body = ''] = await desk.takePlans();
    await desk.deliverPlans(body, body);
    await desk.deliverPlans(body);
    await desk.work();
    expect(sorted(await planned(id))).toEqual(
      recount(({ unreadMessages, status }) => unreadMessages > 0 || status === 'closed'),
    );
  });

  it('R17: has nobody twice if the answer to every write is lost', async () => {
    const { id } = await create({ ticketFilter: 'status:open,pending' });
    await desk.start(id);
    const [body = ''] = await desk.takePlans();
    const { lost } = await loseFirstAnswers();
    await planOnce(body, 12);
    expect(lost()).toBeGreaterThan(2);
    expect(sorted(await planned(id))).toEqual(recount(({ status }) => ['open', 'pending'].includes(status)));
  });

  it('has only those who match since, behind the others, after a restart', async () => {
    const { id } = await create({ ticketFilter: `queue:${queues[0]}` });
    await desk.start(id);
    await plan(3);
    const first = await planned(id);
    await desk.stop(id, 'cancel');
    const joining = [...stored.values()]
      .filter(({ contactId, status }) => status !== 'group' && !first.includes(contactId))
      .slice(0, 3);
    expect(joining.length).toBeGreaterThan(0);
    for (const { id: ticketId } of joining) await setTicket(ticketId, { queueId: queues[0] ?? null });
    const { receivers } = await estimateOf(id);
    expect(receivers).toBe(first.length + new Set(joining.map(({ contactId }) => contactId)).size);
    await desk.start(id, 'restart');
    await plan(3);
    const all = await planned(id);
    expect(all.slice(0, first.length)).toEqual(first);
    expect(sorted(all.slice(first.length))).toEqual(sorted(new Set(joining.map((one) => one.contactId))));
  });

  it('leaves out merged contacts, and says who wants no messages', async () => {
    const { table } = desk.company;
    const [merged, unwilling] = [await makeContact(table), await makeContact(table)];
    for (const contact of [merged, unwilling])
      await makeTicket(table, { contact, connectionId: desk.connectionId });
    await commit([
      table.put(Contact, { ...merged, mergedInto: unwilling.id }, merged.version),
      table.put(Contact, { ...unwilling, marketingStoppedAt: '2026-11-20T12:00:00.000Z' }, unwilling.version),
    ]);
    const { id } = await create({ ticketFilter: `contact:${merged.id},${unwilling.id}` });
    await desk.start(id);
    await plan(5);
    expect(await desk.receivers(id)).toMatchObject([
      { contactId: unwilling.id, state: 'skipped', reason: 'opted-out' },
    ]);
  });

  it('S-18: with ids of another company has nobody', async () => {
    const theirs = await CampaignDesk.open();
    let queueId = 0;
    while (queueId <= (queues.at(-1) ?? 0)) queueId = await theirs.company.addQueue();
    const { id } = await create({ ticketFilter: `queue:${queueId}` });
    expect(await estimateOf(id)).toMatchObject({ receivers: 0, more: false });
    expect(await plannedBy(`queue:${queueId}`)).toEqual([]);
  });

  it('S-58: does not find digits that the company hides from anyone', async () => {
    const { table, id: companyId } = desk.company;
    const contact = await makeContact(table, { name: 'Zuleica', number: '5521987651234' });
    await makeTicket(table, { contact, connectionId: desk.connectionId });
    expect(await plannedBy('words:98765')).toEqual([contact.id]);
    const before = await table.get(CompanySettings, {}, { consistent: true });
    if (before === undefined) throw new Error('no settings');
    await commit([
      table.put(CompanySettings, { ...before, enableLGPD: true, lgpdHideNumber: true }, before.version),
    ]);
    forgetDirectory(companyId);
    expect(await plannedBy('words:98765')).toEqual([]);
    expect(await plannedBy('words:zuleica')).toEqual([contact.id]);
    await commit([
      table.put(CompanySettings, { ...before, enableLGPD: false, lgpdHideNumber: false }, before.version + 1),
    ]);
    forgetDirectory(companyId);
  });
});

describe('the filter of a campaign', () => {
  it('takes the place of a list and a tag, is stored with ids, and is copied to a follow-up', async () => {
    const contactListId = await desk.addList(1);
    const made = await create({ contactListId, ticketFilter: ' status:open and  not (tag:4 or unread) ' });
    const audience = { contactListId: null, tagListId: null, ticketFilter: 'status:open -(tag:4 or unread)' };
    expect(made).toMatchObject(audience);
    const listed = viewOf(await ask(`PUT /campaigns/${made.id}`, input({ contactListId })));
    expect(listed).toMatchObject({ contactListId, ticketFilter: '' });
    expect(
      viewOf(await ask(`PUT /campaigns/${made.id}`, input({ contactListId, ticketFilter: 'unread' }))),
    ).toMatchObject({ contactListId: null, ticketFilter: 'unread' });
    await desk.start(made.id);
    await desk.stop(made.id, 'cancel');
    const again = await ask(`POST /campaigns/${made.id}/follow-up`, { name: 'De novo', who: 'not-read' });
    expect(viewOf(again, 201)).toMatchObject({ ticketFilter: 'unread', followUp: { who: 'not-read' } });
  });

  it('stays once the campaign was started', async () => {
    const { id } = await create({ ticketFilter: 'unread' });
    await desk.start(id);
    await desk.stop(id, 'cancel');
    for (const fields of [{ ticketFilter: 'status:open' }, { contactListId: await desk.addList(1) }])
      expect(await ask(`PUT /campaigns/${id}`, input(fields))).toMatchObject({
        status: 409,
        body: { error: 'ERR_CAMPAIGN_STATE' },
      });
    expect(viewOf(await ask(`PUT /campaigns/${id}`, input({ ticketFilter: '(unread)' })))).toMatchObject({
      status: 'CANCELADA',
      ticketFilter: 'unread',
    });
  });

  it.each([
    ['a field that does not exist', 'colour:red', 'field at character 1'],
    ['a name', 'unread tag:VIP', 'name at character 12'],
    ['an open parenthesis', '(unread', 'parenthesis at character 1'],
  ])('is refused with %s', async (_name, ticketFilter, message) => {
    expect(await ask('POST /campaigns', input({ ticketFilter }))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', details: [{ path: 'body.ticketFilter', message }] },
    });
  });

  it('of every ticket is no filter, and a campaign needs one, a list or a tag', async () => {
    for (const ticketFilter of ['', '()', null])
      expect(await ask('POST /campaigns', input({ ticketFilter }))).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path: 'body.contactListId' }] },
      });
  });
});

describe('removing a campaign with a filter', () => {
  it('leaves no row of its contacts', async () => {
    const { table, id: companyId } = desk.company;
    const { id } = await create({ ticketFilter: 'status:open,pending,closed' });
    await desk.start(id);
    await plan(50);
    const rows = (await planned(id)).map((contactId) => ({ campaignId: id, contactId }));
    const left = async () =>
      (await table.getMany(CampaignContact, rows, { consistent: true })).filter((row) => row !== undefined);
    expect(await left()).toHaveLength(rows.length);
    await desk.stop(id, 'cancel');
    expect((await ask(`DELETE /campaigns/${id}`)).status).toBe(200);
    const key = { kind: 'campaign-removal', subject: String(id) } as const;
    const timer = await table.get(Timer, key, { consistent: true });
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer?.dueAt ?? ''));
    const message = { companyId, ...key, token: timer?.token };
    expect(await fireTimers(message, message)).toEqual([]);
    vi.restoreAllMocks();
    expect(await left()).toEqual([]);
    expect(await desk.receivers(id)).toEqual([]);
    expect(await loadProgress(table, id)).toBeUndefined();
  });
});

describe('many tickets', () => {
  const MANY = 2_100;
  const APART_MS = 10 * 60_000;
  let queueId: number;
  beforeAll(async () => {
    const { company } = desk;
    queueId = await company.addQueue();
    const contact = await makeContact(company.table);
    const ticket = await makeTicket(company.table, { contact, connectionId: desk.connectionId });
    const rows = Array.from({ length: MANY }, (_none, nth) => {
      const id = 100_000 + nth;
      const number = `55119${String(50_000_000 + nth)}`;
      const identities = [{ kind: 'phone' as const, value: number }];
      const activityAt = new Date(Date.now() - nth * APART_MS).toISOString();
      const own = { uuid: `${ticket.uuid.slice(0, 28)}${id.toString(16).padStart(8, '0')}` };
      return [
        company.table.put(Contact, { ...contact, id, number, identities }, 'any'),
        company.table.put(
          Ticket,
          { ...ticket, ...own, id, contactId: id, queueId, activityAt, status: 'closed', latestClosed: true },
          'any',
        ),
      ];
    });
    await writeBatch(rows.flat());
    forgetDirectory(company.id);
  });

  it('are counted up to a bound, and the estimate says that there are more', async () => {
    const { id } = await create({ ticketFilter: `queue:${queueId}` });
    expect(await estimateOf(id)).toMatchObject({ receivers: 2_000, more: true, examined: 200, endsAt: null });
    const few = await create({ ticketFilter: `queue:${queueId} idle:<95m` });
    expect(await estimateOf(few.id)).toMatchObject({ receivers: 10, more: false, examined: 10 });
  });

  it('are planned for less than three write units and three read units each', async () => {
    const { id } = await create({ ticketFilter: `queue:${queueId}` });
    await desk.start(id);
    const bodies = await desk.takePlans();
    const { usage } = await withMeter(async () => {
      for (const body of bodies) await planOnce(body, 1000);
    });
    expect(await planned(id)).toHaveLength(MANY);
    expect(usage.writeUnits / MANY).toBeLessThan(2.4);
    expect(usage.readUnits / MANY).toBeLessThan(3);
  });
});
