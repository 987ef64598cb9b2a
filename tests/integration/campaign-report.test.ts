import { plannedRows } from '@prosa/functions/domain/campaigns/plan-receivers.ts';
import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { getObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { storedKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import {
  Campaign,
  CampaignFigures,
  CampaignProgress,
  CampaignQuality,
  CampaignReceiver,
  PlannedReceivers,
} from '@prosa/functions/platform/table/entities/campaigns.ts';
import { ReachedCap } from '@prosa/functions/platform/table/entities/companies.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { writeBatch } from '@prosa/functions/platform/table/write-batch.ts';
import { loadCampaign, loadProgress } from '@prosa/functions/repositories/campaigns/campaigns.ts';
import { suppressionItem } from '@prosa/functions/repositories/campaigns/suppressions.ts';
import { loadSends } from '@prosa/functions/repositories/figures/rollups.ts';
import { campaignRoutes, campaignViewSchema } from '@prosa/shared/contracts/campaigns.ts';
import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import {
  campaignReceiverSchema,
  type CampaignReceiver as Receiver,
} from '@prosa/shared/entities/campaign.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { canonicalPhone } from '@prosa/shared/rules/canonical-phone.ts';
import { RECEIVERS_PER_PAGE } from '@prosa/shared/rules/list-sizes.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { TestUser } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket } from '../factories/tickets.ts';
import { contactExports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { CampaignDesk, numberAt } from './support/campaign-desk.ts';
import { useTable } from './support/table.ts';

// The modules read METER while they load.
vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();
useBucket();

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Yesterday at 12:00 in São Paulo, so that access tokens are valid. */
const NOON_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS + 15 * HOUR_MS;
const instant = (ms: number) => new Date(ms).toISOString();
const AT = instant(NOON_MS);
/** The day in São Paulo, some days ago. */
const dayAgo = (days: number) => instant(NOON_MS - days * DAY_MS).slice(0, 10);
const MAX_READ_UNITS = 10;
const unitsSchema = z.object({ readUnits: z.number() });
const readUnitsOf = ({ headers }: { headers: Record<string, unknown> }): number =>
  unitsSchema.parse(JSON.parse(String(headers['x-usage']))).readUnits;

let desk: CampaignDesk;
let nowMs: number;
beforeEach(async () => {
  nowMs = NOON_MS;
  vi.spyOn(systemClock, 'now').mockImplementation(() => nowMs);
  desk = await CampaignDesk.open();
});
afterEach(() => vi.restoreAllMocks());

const ask = (to: string, body?: unknown, user: TestUser = desk.company.admin) =>
  call(campaigns, { to, token: user.token, body });

const upTo = (count: number) => Array.from({ length: count }, (_none, nth) => nth);
/** Starts a campaign and stores its receivers directly, the first of them with these fields and in rows of their own. */
const plantCampaign = async (count: number, fields: Partial<Receiver>[] = [], next = fields.length) => {
  const campaign = await desk.addCampaign({ contactListId: await desk.addList(1) });
  const { id: campaignId } = campaign;
  await desk.start(campaignId);
  const { table, id: companyId } = desk.company;
  const receivers = upTo(count).map((position) => {
    const person = { name: `Pessoa ${position}`, number: numberAt(position) };
    return campaignReceiverSchema.parse({ companyId, campaignId, position, ...person, ...fields[position] });
  });
  const own = receivers.slice(0, fields.length);
  await writeBatch([
    ...own.map((receiver) => table.put(CampaignReceiver, receiver, 'any')),
    ...plannedRows(receivers, undefined).map((row) => table.put(PlannedReceivers, row, 'any')),
  ]);
  const progress = await loadProgress(table, campaignId);
  if (progress === undefined) throw new Error('no progress');
  const planned = { ...progress, planned: count, isPlanned: true, next };
  await commit([table.put(CampaignProgress, planned, progress.version)]);
  return campaignId;
};
const page = async (id: number, query = '') => {
  const answer = await ask(`GET /campaigns/${id}/receivers${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { ...campaignRoutes.listReceivers.response.parse(answer.body), units: readUnitsOf(answer) };
};
const positionsOf = async (id: number, query = ''): Promise<number[]> => {
  const positions: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { receivers, cursor: next } = await page(id, `?searchParam=${query}${more}`);
    positions.push(...receivers.map(({ position }) => position));
    cursor = next;
  }
  return positions;
};

describe('the receivers of a campaign', () => {
  it('are those of its plan, some of them with rows of their own, at ten read units a page', async () => {
    const sent = (nth: number): Partial<Receiver> => ({
      state: nth % 3 === 0 ? 'sent' : 'sending',
      messageId: '1#BAE5F4B0A1C2D3E4F5A6',
      sentAt: AT,
      deliveredAt: AT,
    });
    const id = await plantCampaign(900, upTo(430).map(sent));
    const { table } = desk.company;
    const rows = upTo(430).filter((nth) => nth % 2 === 1);
    await writeBatch(rows.map((position) => table.delete(CampaignReceiver, { campaignId: id, position })));
    const stateAt = (nth: number) => (nth < 430 && nth % 2 === 0 ? sent(nth).state : 'waiting');
    const shown = (await desk.receivers(id)).map(({ position, number, state }) => [position, number, state]);
    expect(shown).toEqual(upTo(900).map((nth) => [nth, numberAt(nth), stateAt(nth)]));
    expect(await positionsOf(id)).toEqual(upTo(900));
    for (const query of ['', '?state=waiting', '?state=sending', '?state=sent', '?searchParam=pessoa'])
      expect((await page(id, query)).units, query).toBeLessThanOrEqual(MAX_READ_UNITS);
  });

  it('are listed in the order of sending, with what became of each', async () => {
    const contact = await makeContact(desk.company.table);
    const ticket = await makeTicket(desk.company.table, { contact, connectionId: desk.connectionId });
    const id = await plantCampaign(4, [
      {
        state: 'sent',
        sentAt: AT,
        deliveredAt: AT,
        readAt: AT,
        answeredAt: AT,
        contactId: contact.id,
        ticketUuid: ticket.uuid,
      },
      { state: 'skipped', reason: 'invalid' },
      { state: 'failed', sentAt: AT, reason: 'not-on-whatsapp' },
    ]);
    const { receivers, hasMore, count } = await page(id);
    expect({ hasMore, count }).toEqual({ hasMore: false, count: 4 });
    expect(receivers).toMatchObject([
      { position: 0, state: 'sent', ticketUuid: ticket.uuid, contactId: contact.id, readAt: AT },
      { position: 1, state: 'skipped', reason: 'invalid', ticketUuid: null, sentAt: null },
      { position: 2, state: 'failed', reason: 'not-on-whatsapp' },
      { position: 3, state: 'waiting', name: 'Pessoa 3', number: numberAt(3) },
    ]);
  });

  it('are read in pages over partitions, each once, and found by state, name and number', async () => {
    const sent = upTo(90).map((nth): Partial<Receiver> => ({ state: nth % 3 === 0 ? 'sent' : 'failed' }));
    const id = await plantCampaign(1150, sent);
    expect(await positionsOf(id)).toEqual(upTo(1150));
    expect(await positionsOf(id, '&state=sent')).toEqual(upTo(30).map((nth) => nth * 3));
    expect(await positionsOf(id, '&state=waiting')).toEqual(upTo(1150).slice(90));
    expect(await positionsOf(id, 'pessoa%201149')).toEqual([1149]);
    expect(await positionsOf(id, numberAt(777).slice(-4))).toContain(777);
    expect(await positionsOf(id, 'ningu%C3%A9m')).toEqual([]);
  });

  it('cost at most ten read units a page at any size, and so does the campaign', async () => {
    const id = await plantCampaign(5000, [{ state: 'sent' }]);
    const first = await page(id);
    expect(first.receivers).toHaveLength(RECEIVERS_PER_PAGE);
    expect(first.units).toBeLessThanOrEqual(MAX_READ_UNITS);
    expect((await page(id, '?state=waiting')).units).toBeLessThanOrEqual(MAX_READ_UNITS);
    expect((await page(id, '?state=sending')).units).toBeLessThanOrEqual(MAX_READ_UNITS);
    expect((await page(id, '?searchParam=pessoa')).units).toBeLessThanOrEqual(MAX_READ_UNITS);
    expect(readUnitsOf(await ask(`GET /campaigns/${id}`))).toBeLessThanOrEqual(MAX_READ_UNITS);
  });
});

it('a campaign shows its counts and when it will end', async () => {
  const id = await plantCampaign(100, [], 40);
  const { table, id: companyId } = desk.company;
  const figures = { skipped: 4, asked: 3, confirmed: 2, declined: 1, sent: 30, delivered: 25 };
  const more = { read: 20, failed: 2, unknown: 1, answered: 7, optedOut: 1 };
  await commit([table.put(CampaignFigures, { companyId, campaignId: id, ...figures, ...more }, 'absent')]);
  const { counts, estimatedEndAt } = campaignViewSchema.parse((await ask(`GET /campaigns/${id}`)).body);
  expect(counts).toEqual({
    valid: 96,
    skipped: 4,
    confirmationRequested: 3,
    confirmed: 2,
    declined: 1,
    sent: 30,
    delivered: 25,
    read: 20,
    failed: 2,
    answered: 7,
    optedOut: 1,
  });
  // Sixty more, one every five seconds.
  expect(estimatedEndAt).toBe(instant(nowMs + 60 * 5000));
});

describe('the export of the receivers', () => {
  const takeWork = async () => {
    const { table, id } = desk.company;
    const { pk } = keys.outbox({ queue: 'contact-exports', groupId: String(id), id: '' });
    const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
    await Promise.all(rows.map((row) => commit([table.delete(Outbox, row)])));
    return rows.map(({ body }) => body);
  };
  const work = async () => {
    for (let bodies = await takeWork(); bodies.length > 0; bodies = await takeWork())
      expect((await contactExports(sqsEvent(bodies))).batchItemFailures).toEqual([]);
  };
  const exportsOf = async () =>
    contactFileRoutes.listExports.response.parse(
      (await call(contactFiles, { to: 'GET /contacts/exports', token: desk.company.admin.token })).body,
    ).exports;
  const sheetOf = async (url = '') => {
    const bytes = await getObject(new URL(url, 'http://localhost').pathname.slice('/media/'.length));
    if (bytes === undefined) throw new Error('there is no such file');
    return readSpreadsheet(Buffer.from(bytes), 100_000);
  };

  it('S-33: is a spreadsheet of texts with every receiver, listed among the exports of contacts', async () => {
    const id = await plantCampaign(1203, [
      { name: '=1+1', email: 'ana@example.com', state: 'sent', sentAt: AT, readAt: AT },
      { state: 'skipped', reason: 'opted-out' },
      { state: 'failed', reason: 'not-on-whatsapp' },
    ]);
    expect((await ask(`POST /campaigns/${id}/export`)).status).toBe(202);
    expect((await ask(`POST /campaigns/${id}/export`)).status).toBe(202);
    await work();
    const [done, ...others] = await exportsOf();
    expect(others).toEqual([]);
    expect(done).toMatchObject({ state: 'done', exported: 1203, files: [{ rows: 1203 }] });
    expect(done?.files[0]?.fileName).toMatch(/^Destinatários Campanha \d+ \d{4}-\d\d-\d\d\.xlsx$/);
    const { columns, rows } = await sheetOf(done?.files[0]?.url);
    expect(columns.slice(0, 5)).toEqual(['Nome', 'Número', 'E-mail', 'Status', 'Motivo']);
    expect(rows).toHaveLength(1203);
    expect(rows[0]?.slice(0, 5)).toEqual(['=1+1', numberAt(0), 'ana@example.com', 'Enviado', '']);
    // The company's clock is three hours behind.
    expect(rows[0]?.[7]).toMatch(/12:00:00/);
    expect(rows[1]?.slice(3, 5)).toEqual(['Não enviado', 'Descadastro']);
    expect(rows[2]?.slice(3, 5)).toEqual(['Falhou', 'not-on-whatsapp']);
    expect(rows[1202]?.slice(1, 4)).toEqual([numberAt(1202), '', 'Aguardando']);
  });

  it('does not stand in the way of an export of contacts', async () => {
    const id = await plantCampaign(1);
    await ask(`POST /campaigns/${id}/export`);
    const { token } = desk.company.admin;
    expect((await call(contactFiles, { to: 'POST /contacts/exports', token })).status).toBe(202);
    await work();
    const names = (await exportsOf()).map(({ files }) => files[0]?.fileName.split(' ')[0]);
    expect(names.sort()).toEqual(['Contatos', 'Destinatários']);
  });
});

describe('the estimate', () => {
  const estimate = async (id: number) => {
    const answer = await ask(`GET /campaigns/${id}/estimate`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return campaignRoutes.estimate.response.parse(answer.body);
  };

  it('counts whom a campaign would reach, and tells strangers and receivers of other campaigns', async () => {
    const { table, id: companyId } = desk.company;
    const contactListId = await desk.addList(10, (nth) => (nth < 2 ? { numberState: 'invalid' } : {}));
    const { id } = await desk.addCampaign({ contactListId });
    const optedOut = { companyId, number: canonicalPhone(numberAt(9)), reason: 'opted-out' as const };
    await commit([suppressionItem(table, undefined, optedOut, nowMs)]);
    // One wrote, one was only written to.
    for (const [nth, heardAt] of [
      [3, AT],
      [4, null],
    ] as const) {
      const contact = await makeContact(table, { number: numberAt(nth) });
      await makeTicket(table, { contact, connectionId: desk.connectionId }, { heardAt });
    }
    expect(await estimate(id)).toEqual({
      receivers: 7,
      more: false,
      invalid: 2,
      optedOut: 1,
      alsoElsewhere: 0,
      strangers: 6,
      examined: 10,
      capOfDay: 2000,
      endsAt: instant(nowMs + 7 * 5000),
    });
    // The same list in a campaign that is inactive, then scheduled.
    const other = await desk.addCampaign({ contactListId });
    expect((await estimate(id)).alsoElsewhere).toBe(0);
    const scheduledAt = instant(nowMs + DAY_MS);
    await commit([table.put(Campaign, { ...other, status: 'scheduled', scheduledAt }, other.version)]);
    expect((await estimate(id)).alsoElsewhere).toBe(7);
    expect((await estimate(other.id)).alsoElsewhere).toBe(0);
  });

  it('examines the first 200 of a long list, and counts the others', async () => {
    const { id } = await desk.addCampaign({ contactListId: await desk.addList(650) });
    const { receivers, examined, strangers } = await estimate(id);
    expect({ receivers, examined, strangers }).toEqual({ receivers: 650, examined: 200, strangers: 200 });
  });

  it('is about those who are left, after a campaign was cancelled', async () => {
    const contactListId = await desk.addList(5);
    const { id } = await desk.addCampaign({ contactListId });
    await desk.start(id);
    await desk.work();
    const progress = await loadProgress(desk.company.table, id);
    if (progress === undefined) throw new Error('no progress');
    await commit([desk.company.table.put(CampaignProgress, { ...progress, next: 3 }, progress.version)]);
    await desk.stop(id, 'cancel');
    expect(await estimate(id)).toMatchObject({ receivers: 2, examined: 2 });
  });
});

describe('a copy for those who did not answer, or did not read', () => {
  it('is inactive, with a file of its own', async () => {
    const key = storedKey(desk.company.id, 'oferta');
    await putObject(key, Uint8Array.from(PNG), 'image/png', 'oferta.png');
    const media = { key, fileName: 'oferta.png', mimeType: 'image/png', size: PNG.byteLength };
    const contactListId = await desk.addList(1);
    const { id } = await desk.addCampaign({ contactListId, media, status: 'finished', startedAt: AT });
    const answer = await ask(`POST /campaigns/${id}/follow-up`, { name: 'De novo', who: 'not-answered' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const copy = campaignViewSchema.parse(answer.body);
    expect(copy).toMatchObject({
      name: 'De novo',
      status: 'INATIVA',
      startedAt: null,
      followUp: { campaignId: id, who: 'not-answered' },
      mediaName: 'oferta.png',
      counts: { valid: 0 },
    });
    const stored = await loadCampaign(desk.company.table, copy.id);
    expect(stored?.media?.key).not.toBe(key);
    expect(await getObject(stored?.media?.key ?? '')).toEqual(await getObject(key));
  });

  it('is refused before the end', async () => {
    const { id } = await desk.addCampaign({ contactListId: await desk.addList(1) });
    expect(await ask(`POST /campaigns/${id}/follow-up`, { name: 'De novo', who: 'not-read' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CAMPAIGN_STATE' },
    });
  });
});

describe('suppressed numbers', () => {
  const list = async (search = '') =>
    campaignRoutes.listSuppressions.response.parse(
      (await ask(`GET /campaign-suppressions?searchParam=${search}`)).body,
    ).records;

  it('are added once, found in both spellings, and removed', async () => {
    const body = { number: '+55 (11) 98765-4321' };
    expect((await ask('POST /campaign-suppressions', body)).status).toBe(201);
    expect((await ask('POST /campaign-suppressions', { number: '551187654321' })).status).toBe(201);
    await ask('POST /campaign-suppressions', { number: '351912345678' });
    expect((await list()).map(({ number }) => number)).toEqual(['351912345678', '551187654321']);
    for (const search of ['551198765', '551187', '5511 98', '55'])
      expect(await list(search)).toMatchObject([
        { number: '551187654321', reason: 'added', campaignId: null },
      ]);
    expect(await list('5521')).toEqual([]);
    expect(await list('Maria')).toEqual([]);
    expect((await ask('DELETE /campaign-suppressions/5511987654321')).status).toBe(200);
    expect(await ask('DELETE /campaign-suppressions/5511987654321')).toMatchObject({
      status: 404,
      body: { error: 'ERR_NOT_FOUND' },
    });
    expect(await list('55')).toEqual([]);
  });

  it('that opted out keep their reason', async () => {
    const { table, id: companyId } = desk.company;
    const optedOut = { companyId, number: '551187654321', reason: 'opted-out' as const, campaignId: 4 };
    await commit([suppressionItem(table, undefined, optedOut, nowMs)]);
    await ask('POST /campaign-suppressions', { number: '5511987654321' });
    expect(await list()).toMatchObject([{ reason: 'opted-out', campaignId: 4 }]);
  });
});

it('the quality of each connection is that of the last seven days', async () => {
  const { table, id: companyId } = desk.company;
  const own = { companyId, connectionId: desk.connectionId };
  const days = [
    { day: dayAgo(7), sent: 1000, rejected: 1000 },
    { day: dayAgo(6), sent: 60, delivered: 50, read: 30, answered: 10, rejected: 3 },
    { day: dayAgo(0), sent: 40, delivered: 30, read: 20, answered: 5, rejected: 2 },
  ];
  await commit(days.map((day) => table.put(CampaignQuality, { ...own, ...day }, 'absent')));
  await desk.company.addConnection({ channel: 'instagram' });
  const answer = await ask('GET /campaign-quality');
  expect(campaignRoutes.listQuality.response.parse(answer.body)).toEqual([
    {
      whatsappId: desk.connectionId,
      name: 'Matriz',
      sent: 100,
      delivered: 80,
      read: 50,
      answered: 15,
      rejected: 5,
      quality: 'slow',
      capOfDay: 2000,
      sentToday: 40,
    },
  ]);
});

describe('a test', () => {
  const test = (id: number, body: object = {}) =>
    ask(`POST /campaigns/${id}/test`, { number: '+55 11 98888-7777', ...body });
  /** Takes the sends out of the outbox, and returns the content of each. */
  const sent = async () => {
    const { table, id } = desk.company;
    const groupId = [id, desk.connectionId, '5511988887777'].join(':');
    const { pk } = keys.outbox({ queue: 'session-commands-0', groupId, id: '' });
    const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
    await writeBatch(rows.map((row) => table.delete(Outbox, row)));
    return rows.flatMap(({ body }) => {
      const command = sessionCommandSchema.parse(JSON.parse(body));
      return command.type === 'send' ? [command.content] : [];
    });
  };

  it('sends the chosen text to the number as if it was the caller’s, and counts for the caps of sends', async () => {
    await desk.settings({ variables: [{ key: 'loja', value: 'Centro' }] });
    const messages = ['Oi {nome}', '{loja}: {numero} {x}'];
    const { id } = await desk.addCampaign({ messages, contactListId: await desk.addList(1) });
    expect((await test(id, { variant: 1 })).status).toBe(202);
    expect(await sent()).toEqual([{ kind: 'text', text: 'Centro: 5511988887777 {x}' }]);
    expect((await test(id)).status).toBe(202);
    expect(await sent()).toMatchObject([{ text: expect.stringMatching(/^Oi User \d+$/) }]);
    const day = { nowMs, timeZone: 'America/Sao_Paulo' };
    expect((await loadSends(desk.company.table, day)).byConnection.get(desk.connectionId)).toBe(2);
    expect((await loadCampaign(desk.company.table, id))?.status).toBe('inactive');
  });

  it('sends a sound behind its text, and a picture with it', async () => {
    const contactListId = await desk.addList(1);
    const fileOf = (mimeType: string) => ({
      media: { key: storedKey(desk.company.id, 'arquivo'), fileName: 'arquivo', mimeType, size: 10 },
    });
    const sound = await desk.addCampaign({ contactListId, ...fileOf('audio/mpeg') });
    await test(sound.id);
    expect(await sent()).toMatchObject([{ kind: 'text' }, { kind: 'audio' }]);
    const picture = await desk.addCampaign({ contactListId, ...fileOf('image/png') });
    await test(picture.id);
    expect(await sent()).toMatchObject([{ kind: 'image', caption: expect.stringContaining('Olá') }]);
  });

  it('is refused without such a text, on a connection that is down, and above the cap (S-69)', async () => {
    const { id } = await desk.addCampaign({ contactListId: await desk.addList(1) });
    expect(await test(id, { variant: 1 })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
    await desk.setState('DISCONNECTED');
    expect(await test(id)).toMatchObject({ status: 409, body: { error: 'ERR_WAPP_NOT_INITIALIZED' } });
    await desk.setState('CONNECTED');
    const { table, id: companyId } = desk.company;
    const cap = { companyId, connectionId: null, cap: 200, endsAt: instant(nowMs + 12 * HOUR_MS) };
    await commit([table.put(ReachedCap, cap, 'absent')]);
    forgetDirectory(companyId);
    expect(await test(id)).toMatchObject({ status: 409, body: { error: 'ERR_SEND_CAP_REACHED' } });
    expect(await sent()).toEqual([]);
  });
});
