import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { headObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  CampaignFigures,
  CampaignProgress,
  CampaignReceiver,
  CampaignShare,
  PlannedReceivers,
} from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactList } from '@prosa/functions/platform/table/entities/contact-lists.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadCampaign, loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { ensureTag } from '@prosa/functions/repositories/organisation/tags.ts';
import { type CampaignView, campaignRoutes, campaignViewSchema } from '@prosa/shared/contracts/campaigns.ts';
import type { RouteShape } from '@prosa/shared/contracts/route.ts';
import { RECEIVERS_PER_ROW } from '@prosa/shared/entities/campaign.ts';
import { CAMPAIGNS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestUser } from '../factories/company.ts';
import { HTML, PDF, PNG } from '../factories/files.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { CampaignDesk } from './support/campaign-desk.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Yesterday at 12:00 in São Paulo, so that access tokens are valid. */
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 15 * HOUR_MS;
const STATE_REFUSED = { status: 409, body: { error: 'ERR_CAMPAIGN_STATE' } };

let desk: CampaignDesk;
let contactListId: number;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOON_MS;
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
  contactListId = await desk.addList(3);
});
afterEach(() => vi.restoreAllMocks());

const ask = (to: string, body?: unknown, user: TestUser = desk.company.admin) =>
  call(campaigns, { to, token: user.token, body });
const input = (fields: object = {}) => ({
  name: 'Natal',
  message1: 'Olá {nome}',
  contactListId,
  whatsappId: desk.connectionId,
  ...fields,
});
const viewOf = (answer: { status: number; body: unknown }, status = 200): CampaignView => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status);
  return campaignViewSchema.parse(answer.body);
};
const create = async (fields: object = {}) => viewOf(await ask('POST /campaigns', input(fields)), 201);
const read = async (id: number) => viewOf(await ask(`GET /campaigns/${id}`));
const instant = (ms: number) => new Date(ms).toISOString();
const timerOf = (kind: 'campaign' | 'campaign-removal', id: number) =>
  desk.company.table.get(Timer, { kind, subject: String(id) }, { consistent: true });

describe('campaigns', () => {
  it('are created, read, changed and removed, with the names of what they use', async () => {
    const queueId = await desk.company.addQueue({ name: 'Vendas' });
    const made = await create({
      message2: '',
      message3: 'Oi {nome}',
      confirmation: true,
      confirmationMessage1: 'Podemos enviar?',
      openTicket: 'enabled',
      statusTicket: 'pending',
      userId: desk.company.admin.id,
      queueId,
    });
    expect(made).toMatchObject({
      message1: 'Olá {nome}',
      message2: 'Oi {nome}',
      message3: '',
      confirmationMessage1: 'Podemos enviar?',
      confirmation: true,
      status: 'INATIVA',
      editable: true,
      contactList: { id: contactListId, name: `List ${contactListId}` },
      tagListId: null,
      whatsapp: { id: desk.connectionId, name: 'Matriz' },
      openTicket: 'enabled',
      statusTicket: 'pending',
      user: { id: desk.company.admin.id },
      queue: { id: queueId, name: 'Vendas' },
      counts: { valid: 0, sent: 0 },
      estimatedEndAt: null,
      version: 1,
    });
    const changed = viewOf(await ask(`PUT /campaigns/${made.id}`, input({ name: 'Páscoa' })));
    expect(changed).toMatchObject({ name: 'Páscoa', message2: '', openTicket: 'disabled', version: 2 });
    expect(await read(made.id)).toEqual(changed);
    expect((await ask(`DELETE /campaigns/${made.id}`)).status).toBe(200);
    const gone = { status: 404, body: { error: 'ERR_NO_CAMPAIGN_FOUND' } };
    expect(await ask(`GET /campaigns/${made.id}`)).toMatchObject(gone);
    expect(await ask(`DELETE /campaigns/${made.id}`)).toMatchObject(gone);
  });

  it("take what the product's older versions send for nothing", async () => {
    const words = { tagListId: 'Nenhuma', scheduledAt: '', userId: '', queueId: '', message2: null };
    expect(await create({ ...words, contactListId: String(contactListId) })).toMatchObject({
      tagListId: null,
      scheduledAt: null,
      userId: null,
      message2: '',
      status: 'INATIVA',
    });
  });

  it.each([
    ['a name of one letter', { name: 'N' }],
    ['no text', { message1: '  ' }],
    ['no text that asks for consent', { confirmation: true }],
    ['neither list nor tag', { contactListId: null }],
    ['a user without queue', { openTicket: 'enabled', userId: 1 }],
    ['a text that WhatsApp would refuse', { message1: 'x'.repeat(4097) }],
    ['a time in the past', { scheduledAt: '2020-01-01T12:00:00.000Z' }],
  ])('are refused with %s', async (_name, fields) => {
    expect(await ask('POST /campaigns', input(fields))).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION' },
    });
    expect((await ask('GET /campaigns')).body).toMatchObject({ count: 0 });
  });

  it('are listed by status, the latest of each first, and found by name', async () => {
    const cancelled = await create({ name: 'Cancelada' });
    await create({ name: 'Inativa' });
    await create({ name: 'Programada', scheduledAt: instant(nowMs + 5 * HOUR_MS) });
    const running = await create({ name: 'Em andamento' });
    const paused = await create({ name: 'Pausada' });
    await create({ name: 'Inativa nova' });
    for (const { id } of [cancelled, running, paused]) await desk.start(id);
    await desk.stop(cancelled.id, 'cancel');
    await desk.stop(paused.id, 'pause');
    const { records } = campaignRoutes.list.response.parse((await ask('GET /campaigns')).body);
    expect(records.map(({ name, status }) => [name, status])).toEqual([
      ['Em andamento', 'EM_ANDAMENTO'],
      ['Pausada', 'PAUSADA'],
      ['Programada', 'PROGRAMADA'],
      ['Inativa nova', 'INATIVA'],
      ['Inativa', 'INATIVA'],
      ['Cancelada', 'CANCELADA'],
    ]);
    const found = await ask(`GET /campaigns?searchParam=INATIVA&companyId=${desk.company.id}`);
    expect(found.body).toMatchObject({ count: 2, hasMore: false, cursor: null });
  });

  it('are read in pages, each once', async () => {
    for (let nth = 0; nth < CAMPAIGNS_PER_PAGE + 3; nth++) await desk.addCampaign({ contactListId });
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
      const page = campaignRoutes.list.response.parse((await ask(`GET /campaigns${query}`)).body);
      seen.push(...page.records.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(seen).toHaveLength(CAMPAIGNS_PER_PAGE + 3);
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe('S-18: what a campaign names belongs to the company', () => {
  it('in every field of the body', async () => {
    const theirs = await CampaignDesk.open();
    const { company } = theirs;
    const tag = { name: 'VIP', color: '#0a0b0c', kanban: false, userId: company.admin.id };
    const theirTag = await ensureTag(company.table, { companyId: company.id, ...tag }, nowMs);
    // Ids are counted for each company, so some of theirs must be ones that we do not have.
    const skip = 50;
    const campaign = await create();
    const foreign: [object, string][] = [
      [{ contactListId: (await theirs.addList(1)) + skip }, 'ERR_NO_CONTACT_LIST_FOUND'],
      [{ tagListId: theirTag.id }, 'ERR_NO_TAG_FOUND'],
      [{ whatsappId: (await company.addConnection()) + skip }, 'ERR_NO_WAPP_FOUND'],
      [{ openTicket: 'enabled', queueId: await company.addQueue() }, 'ERR_NO_QUEUE_FOUND'],
    ];
    for (const [fields, error] of foreign)
      for (const to of ['POST /campaigns', `PUT /campaigns/${campaign.id}`])
        expect(await ask(to, input(fields))).toMatchObject({ status: 404, body: { error } });
    const queueId = await desk.company.addQueue();
    const user = { openTicket: 'enabled', queueId, userId: desk.company.admin.id + skip };
    expect(await ask('POST /campaigns', input(user))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_USER_FOUND' },
    });
    expect(await read(campaign.id)).toEqual(campaign);
  });

  it('and its connection reaches phone numbers', async () => {
    const whatsappId = await desk.company.addConnection({ channel: 'facebook' });
    expect(await ask('POST /campaigns', input({ whatsappId }))).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_WAPP_FOUND' },
    });
  });

  it('and so does the campaign of every route', async () => {
    const theirs = await CampaignDesk.open();
    const { id } = await create();
    const bodies: Record<string, object> = {
      'campaigns.update': input(),
      'campaigns.test': { number: '5511999990000' },
      'campaigns.followUp': { name: 'De novo', who: 'not-read' },
    };
    const rows = Object.values<RouteShape>(campaignRoutes).filter(({ path }) =>
      path.startsWith('/campaigns/'),
    );
    expect(rows.length).toBeGreaterThan(12);
    for (const row of rows.filter(({ id: route }) => route !== 'campaigns.setMedia')) {
      const to = `${row.method} ${row.path.replace('{id}', String(id))}`;
      expect(await ask(to, bodies[row.id], theirs.company.admin), to).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CAMPAIGN_FOUND' },
      });
    }
    expect((await read(id)).status).toBe('INATIVA');
  });

  it('a campaign whose list was removed can be changed, and not started', async () => {
    const campaign = await create();
    const { table } = desk.company;
    await commit([table.delete(ContactList, { id: contactListId })]);
    expect(viewOf(await ask(`PUT /campaigns/${campaign.id}`, input({ name: 'Outra' })))).toMatchObject({
      name: 'Outra',
      contactListId,
      contactList: null,
    });
    expect(await ask(`POST /campaigns/${campaign.id}/start`)).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
    });
  });
});

describe('the time of a campaign', () => {
  it('sets the timer that starts it, moves it, and takes it away', async () => {
    const at = nowMs + 5 * HOUR_MS;
    const campaign = await create({ scheduledAt: instant(at) });
    expect(campaign).toMatchObject({ status: 'PROGRAMADA', scheduledAt: instant(at) });
    expect(await timerOf('campaign', campaign.id)).toMatchObject({ dueAt: instant(at), data: { run: 0 } });
    const later = instant(at + HOUR_MS);
    await ask(`PUT /campaigns/${campaign.id}`, input({ scheduledAt: later }));
    expect(await timerOf('campaign', campaign.id)).toMatchObject({ dueAt: later });
    expect(viewOf(await ask(`PUT /campaigns/${campaign.id}`, input())).status).toBe('INATIVA');
    expect(await timerOf('campaign', campaign.id)).toBeUndefined();
  });

  it('starts it', async () => {
    const campaign = await create({ scheduledAt: instant(nowMs + 2 * HOUR_MS) });
    await desk.fireTimer(campaign.id, (ms) => {
      nowMs = ms;
    });
    expect(await read(campaign.id)).toMatchObject({ status: 'EM_ANDAMENTO', startedAt: instant(nowMs) });
  });

  it('closes the window for changes an hour before, by the stored status, whatever the client sends', async () => {
    const campaign = await create({ scheduledAt: instant(nowMs + 2 * HOUR_MS) });
    nowMs += HOUR_MS;
    expect((await read(campaign.id)).editable).toBe(false);
    const body = { ...campaign, status: 'INATIVA', name: 'Outra' };
    expect(await ask(`PUT /campaigns/${campaign.id}`, body)).toMatchObject(STATE_REFUSED);
    expect(await ask(`DELETE /campaigns/${campaign.id}/media-upload`)).toMatchObject(STATE_REFUSED);
    expect((await ask(`POST /campaigns/${campaign.id}/cancel`)).status).toBe(204);
    expect(viewOf(await ask(`PUT /campaigns/${campaign.id}`, body))).toMatchObject({
      status: 'CANCELADA',
      name: 'Outra',
    });
    expect(await timerOf('campaign', campaign.id)).toBeUndefined();
  });
});

describe('a campaign is steered', () => {
  const steer = (id: number, action: string) => ask(`POST /campaigns/${id}/${action}`);

  it('from status to status: start, pause, resume, cancel, restart', async () => {
    const { id } = await create();
    expect(viewOf(await steer(id, 'start'))).toMatchObject({
      status: 'EM_ANDAMENTO',
      startedAt: instant(nowMs),
      editable: false,
    });
    expect(await timerOf('campaign', id)).toMatchObject({ data: { run: 1 } });
    expect(viewOf(await steer(id, 'pause'))).toMatchObject({ status: 'PAUSADA', pauseReason: 'user' });
    expect(await timerOf('campaign', id)).toBeUndefined();
    expect(viewOf(await steer(id, 'resume'))).toMatchObject({ status: 'EM_ANDAMENTO', pauseReason: null });
    expect((await steer(id, 'cancel')).status).toBe(204);
    expect(await read(id)).toMatchObject({ status: 'CANCELADA', editable: true });
    expect((await steer(id, 'restart')).status).toBe(204);
    expect(await read(id)).toMatchObject({ status: 'EM_ANDAMENTO', startedAt: instant(nowMs) });
    const { table } = desk.company;
    expect((await loadCampaign(table, id))?.run).toBe(5);
    expect((await loadProgress(table, id))?.run).toBe(5);
  });

  it('and every other step is refused, and changes nothing', async () => {
    const steps = ['start', 'pause', 'resume', 'cancel', 'restart'];
    const allowed: Record<string, string[]> = {
      INATIVA: ['start'],
      PROGRAMADA: ['start', 'cancel'],
      EM_ANDAMENTO: ['pause', 'cancel'],
      PAUSADA: ['resume', 'cancel'],
      CANCELADA: ['restart'],
    };
    const scheduledAt = instant(nowMs + 5 * HOUR_MS);
    for (const [status, possible] of Object.entries(allowed))
      for (const step of steps.filter((one) => !possible.includes(one))) {
        const { id } = await create(status === 'PROGRAMADA' ? { scheduledAt } : {});
        if (['EM_ANDAMENTO', 'PAUSADA', 'CANCELADA'].includes(status)) await desk.start(id);
        if (status === 'PAUSADA') await desk.stop(id, 'pause');
        if (status === 'CANCELADA') await desk.stop(id, 'cancel');
        const before = await read(id);
        expect(before.status).toBe(status);
        expect(await steer(id, step), `${status} ${step}`).toMatchObject(STATE_REFUSED);
        expect(await read(id)).toEqual(before);
      }
  });

  it('by two administrators at once: the second decides on what the first has left', async () => {
    const { id } = await create();
    await desk.start(id);
    const other = await desk.company.addUser({ profile: 'admin' });
    for (let round = 0; round < 5; round++) {
      const paused = await Promise.all([
        steer(id, 'pause'),
        ask(`POST /campaigns/${id}/pause`, undefined, other),
      ]);
      expect(paused.map(({ status }) => status).sort()).toEqual([200, 409]);
      const resumed = await Promise.all([
        steer(id, 'resume'),
        ask(`POST /campaigns/${id}/resume`, undefined, other),
        ask(`POST /campaigns/${id}/cancel`, undefined, other),
      ]);
      const { status } = await read(id);
      const { run } = (await loadCampaign(desk.company.table, id)) ?? {};
      const timer = await timerOf('campaign', id);
      expect((await loadProgress(desk.company.table, id))?.run).toBe(run);
      expect(timer?.data).toEqual(status === 'EM_ANDAMENTO' ? { run } : undefined);
      expect(resumed.filter(({ status: code }) => code < 300).length).toBeGreaterThan(0);
      if (status === 'CANCELADA') await steer(id, 'restart');
      expect((await read(id)).status).toBe('EM_ANDAMENTO');
    }
  });

  it('S-25: not without the feature in the plan, and not by users who are no administrators', async () => {
    const without = await makeCompany({ plan: { without: ['useCampaigns'] } });
    expect(await ask('GET /campaigns', undefined, without.admin)).toMatchObject({
      status: 403,
      body: { error: 'ERR_PLAN_FEATURE' },
    });
    const { id } = await create();
    const user = await desk.company.addUser({ allowConnections: true });
    for (const to of ['GET /campaigns', `POST /campaigns/${id}/start`, 'GET /campaign-quality'])
      expect(await ask(to, undefined, user)).toMatchObject({
        status: 403,
        body: { error: 'ERR_NO_PERMISSION' },
      });
  });

  it('and keeps its list, tag and connection once it was started', async () => {
    const { id } = await create();
    await desk.start(id);
    await desk.stop(id, 'cancel');
    const whatsappId = await desk.company.addConnection();
    expect(await ask(`PUT /campaigns/${id}`, input({ whatsappId }))).toMatchObject(STATE_REFUSED);
    const list = { contactListId: await desk.addList(1) };
    expect(await ask(`PUT /campaigns/${id}`, input(list))).toMatchObject(STATE_REFUSED);
    expect(viewOf(await ask(`PUT /campaigns/${id}`, input({ message1: 'Novo' }))).message1).toBe('Novo');
  });
});

describe('the file of a campaign', () => {
  const upload = (id: number, bytes: Uint8Array<ArrayBuffer>, type: string, name: string) => {
    const form = new FormData();
    form.append('typeArch', 'campaign');
    form.append('file', new Blob([bytes], { type }), name);
    return call(campaigns, {
      to: `POST /campaigns/${id}/media-upload`,
      token: desk.company.admin.token,
      form,
    });
  };
  const keyOf = async (id: number) => (await loadCampaign(desk.company.table, id))?.media?.key ?? '';

  it('is set, replaced and taken away, and files before it are deleted a little later', async () => {
    const { id } = await create();
    const view = viewOf(await upload(id, Uint8Array.from(PNG), 'image/png', 'oferta.png'));
    expect(view).toMatchObject({ mediaName: 'oferta.png' });
    const first = await keyOf(id);
    expect(view.mediaPath).toContain(first);
    viewOf(await upload(id, Uint8Array.from(PDF), 'application/pdf', 'catálogo.pdf'));
    const second = await keyOf(id);
    expect(viewOf(await ask(`DELETE /campaigns/${id}/media-upload`)).mediaPath).toBeNull();
    for (const key of [first, second]) {
      const timer = await desk.company.table.get(Timer, { kind: 'file-removal', subject: key });
      expect(await headObject(key)).toBeDefined();
      nowMs = Math.max(nowMs, Date.parse(timer?.dueAt ?? ''));
      const message = { companyId: desk.company.id, kind: 'file-removal', subject: key, token: timer?.token };
      expect(await fireTimers(message)).toEqual([]);
      expect(await headObject(key)).toBeUndefined();
    }
  });

  it('S-41: is refused by its bytes, without a file, and while the campaign runs', async () => {
    const { id } = await create();
    expect((await upload(id, Uint8Array.from(HTML), 'image/png', 'a.png')).status).toBe(415);
    expect((await ask(`POST /campaigns/${id}/media-upload`, {})).status).toBe(400);
    expect((await ask(`POST /campaigns/${id}/media-upload`, { mediaKey: 'p/1/x' })).status).toBe(422);
    await desk.start(id);
    expect(await upload(id, Uint8Array.from(PNG), 'image/png', 'a.png')).toMatchObject(STATE_REFUSED);
  });
});

describe('removing a campaign', () => {
  it('is refused while it runs', async () => {
    const { id } = await create();
    await desk.start(id);
    expect(await ask(`DELETE /campaigns/${id}`)).toMatchObject(STATE_REFUSED);
    await desk.stop(id, 'pause');
    expect((await ask(`DELETE /campaigns/${id}`)).status).toBe(200);
    expect(await timerOf('campaign', id)).toBeUndefined();
  });

  it('removes its receivers and sums in the background, also those that a worker planned last', async () => {
    const { id } = await create();
    await desk.start(id);
    await desk.stop(id, 'cancel');
    const { table, id: companyId } = desk.company;
    const own = { companyId, campaignId: id };
    const positions = Array.from({ length: 2300 }, (_none, position) => position);
    await writeBatch(
      positions.flatMap((position) => [
        table.put(CampaignReceiver, { ...own, position, name: 'Ana', number: '5511999990000' }, 'any'),
        ...(position % 100 === 0
          ? [table.put(CampaignShare, { ...own, position, seen: 1, figures: [] }, 'any')]
          : []),
        ...(position % RECEIVERS_PER_ROW === 0
          ? [
              table.put(
                PlannedReceivers,
                { ...own, row: position / RECEIVERS_PER_ROW, position, receivers: [] },
                'any',
              ),
            ]
          : []),
      ]),
    );
    const progress = await loadProgress(table, id);
    if (progress === undefined) throw new Error('no progress');
    await commit([
      table.put(CampaignProgress, { ...progress, planned: 2000 }, progress.version),
      table.put(CampaignFigures, { ...own, sent: 5 }, 'absent'),
    ]);
    expect((await ask(`DELETE /campaigns/${id}`)).status).toBe(200);
    const timer = await timerOf('campaign-removal', id);
    nowMs = Date.parse(timer?.dueAt ?? '');
    const message = { companyId, kind: 'campaign-removal', subject: String(id), token: timer?.token };
    expect(await fireTimers(message, message)).toEqual([]);
    const left = await Promise.all([
      table.getMany(
        CampaignReceiver,
        positions.map((position) => ({ campaignId: id, position })),
      ),
      table.getMany(
        CampaignShare,
        positions.map((position) => ({ campaignId: id, position })),
      ),
      table.getMany(
        PlannedReceivers,
        positions.map((row) => ({ campaignId: id, row })),
      ),
      table.getMany(CampaignProgress, [{ campaignId: id }]),
      table.getMany(CampaignFigures, [{ campaignId: id }]),
    ]);
    expect(left.flat().filter((row) => row !== undefined)).toEqual([]);
    expect(await timerOf('campaign-removal', id)).toBeUndefined();
  });
});

it('a campaign for a tag shows the tag, and starts only while the tag is there', async () => {
  const { table, id: companyId, admin } = desk.company;
  const tag = await ensureTag(
    table,
    { companyId, name: 'Clientes', color: '#0a0b0c', kanban: false, userId: admin.id },
    nowMs,
  );
  const { id } = await create({ tagListId: tag.id });
  expect(await read(id)).toMatchObject({ tagList: { id: tag.id, name: 'Clientes' }, contactList: null });
  await commit([table.delete(Tag, { id: tag.id })]);
  forgetDirectory(companyId);
  expect(await ask(`POST /campaigns/${id}/start`)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_TAG_FOUND' },
  });
});
