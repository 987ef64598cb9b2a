import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { forgetDirectory, getDirectory } from '@prosa/functions/platform/directory.ts';
import { log } from '@prosa/functions/platform/log.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company, ReachedCap } from '@prosa/functions/platform/table/entities/companies.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { countFacts } from '@prosa/functions/repositories/figures/rollups.ts';
import { watchSends } from '@prosa/functions/repositories/figures/watch-sends.ts';
import { loadSchedule } from '@prosa/functions/repositories/tickets/schedules.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { type SendCapView, sendCapRoutes } from '@prosa/shared/contracts/send-caps.ts';
import { endOfLocalDay, localDay } from '@prosa/shared/rules/zone-format.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { textEvent } from '../factories/inbound-events.ts';
import { answerCustomer } from '../support/answer-customer.ts';
import { index } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { openDesk } from './support/desk.ts';
import { post } from './support/external-api.ts';
import { fireTimers } from './support/fire-timers.ts';
import { take } from './support/inbound.ts';
import { storedFrom } from './support/meta-workers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();

const CAP = 3;
const DAY_MS = 86_400_000;
const TIME_ZONE = 'America/Sao_Paulo';

let desk: Awaited<ReturnType<typeof openDesk>>;
let records: () => Promise<StreamRecord[]>;
let superToken: string;

beforeEach(async () => {
  desk = await openDesk();
  await desk.connect();
  superToken = (await desk.company.addUser({ profile: 'admin', super: true })).token;
  records = await followStream(engine().endpoint);
});

const setCap = async (dailySendCap: number | null): Promise<SendCapView> => {
  const to = `PUT /companies/${desk.company.id}/send-cap`;
  const { body } = await call(companies, { to, token: superToken, body: { dailySendCap } });
  return sendCapRoutes.setSendCap.response.parse(body);
};
const count = async (): Promise<void> => {
  expect(await index({ Records: recordsFor('index', await records()) })).toEqual({ batchItemFailures: [] });
};
const refusal = (connectionId: number | null) => ({
  status: 409,
  body: {
    error: 'ERR_SEND_CAP_REACHED',
    details: {
      connectionId,
      cap: CAP,
      endsAt: new Date(endOfLocalDay(TIME_ZONE, Date.now())).toISOString(),
    },
  },
});
/** Sends as many messages as the company may, and lets the stream count them. */
const sendAll = async () => {
  await setCap(CAP);
  const { ticket } = await desk.openConversation();
  for (let nth = 1; nth <= CAP; nth++)
    expect(await desk.send(ticket, { body: `mensagem ${nth}` })).toMatchObject({ status: 200 });
  await count();
  return ticket;
};
const mark = (connectionId: number | null, endsAtMs: number): Promise<void> =>
  commit([
    desk.company.table.put(
      ReachedCap,
      {
        companyId: desk.company.id,
        connectionId,
        cap: CAP,
        endsAt: new Date(endsAtMs).toISOString(),
      },
      'any',
    ),
  ]).then(() => forgetDirectory(desk.company.id));

describe('S-69: a company that has sent as many messages as it may on a day', () => {
  it('sends no further message of an attendant: it is neither stored nor queued', async () => {
    const ticket = await sendAll();
    const before = await desk.messageRows(ticket);
    const commands = await desk.commandsTo(ticket);
    expect(await desk.send(ticket, { body: 'uma a mais' })).toMatchObject(refusal(null));
    expect(await desk.messageRows(ticket)).toEqual(before);
    expect(await desk.commandsTo(ticket)).toEqual(commands);
  });

  it('still writes notes and receives messages', async () => {
    const ticket = await sendAll();
    expect(await desk.send(ticket, { body: 'só para nós', isPrivate: true })).toMatchObject({ status: 200 });
    await take(textEvent(desk.where, '5511970001111', 'oi'));
    expect(await storedFrom(desk.company.table, desk.where.connectionId, '5511970001111')).toHaveLength(1);
  });

  it('sends nothing over the external API, and stores no contact of a refused call', async () => {
    await sendAll();
    const token = await desk.company.addApiToken(desk.where.connectionId);
    const number = '5511970002222';
    for (const noRegister of [false, true]) {
      const { status, body } = await post(token, { body: { number, body: 'oi', noRegister } });
      expect([status, body]).toMatchObject([409, { code: 'ERR_SEND_CAP_REACHED' }]);
    }
    const { contact } = await findContactByIdentities(desk.company.table, [{ kind: 'phone', value: number }]);
    expect(contact).toBeUndefined();
  });

  it('answers nobody automatically: the ticket of a new customer waits for attendants', async () => {
    const { company } = desk;
    const queueIds = [desk.queueId, await company.addQueue({ name: 'Vendas' })];
    const connectionId = await company.addConnection({ queueIds, greetingMessage: 'Qual área?' });
    await sendAll();
    const where = { companyId: company.id, connectionId };
    const number = '5511970003333';
    await take(textEvent(where, number, 'bom dia'));
    await answerCustomer(company.table, where, number);
    const [message, ...others] = await storedFrom(company.table, connectionId, number);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ fromMe: false, body: 'bom dia' });
    expect(await loadTicket(company.table, message?.ticketId ?? 0)).toMatchObject({
      status: 'pending',
      automation: { kind: 'none' },
      unanswered: null,
    });
  });

  it('sends no schedule: it stops and shows the reason', async () => {
    const { company, ana } = desk;
    const ticket = await sendAll();
    const { contactId } = ticket;
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const asked = { body: 'Olá, Maria!', contactId, sendAt, whatsappId: desk.where.connectionId };
    const { status, body } = await call(schedules, { to: 'POST /schedules', token: ana.token, body: asked });
    expect(status, JSON.stringify(body)).toBe(201);
    const { id } = z.object({ id: z.int() }).parse(body);
    const key = { kind: 'schedule', subject: String(id) } as const;
    const timer = await company.table.get(Timer, key, { consistent: true });
    if (timer === undefined) throw new Error('the schedule has no timer');
    const due = { ...timer, dueAt: new Date(Date.now()).toISOString() };
    await commit([company.table.put(Timer, due, timer.version)]);
    expect(await fireTimers({ companyId: company.id, ...key, token: timer.token })).toEqual([]);
    expect(await loadSchedule(company.table, id)).toMatchObject({
      status: 'failed',
      failure: 'ERR_SEND_CAP_REACHED',
    });
  });

  it('sends again once its next day has begun', async () => {
    const { ticket } = await desk.openConversation();
    await mark(null, Date.now() + 60_000);
    expect(await desk.send(ticket, { body: 'ainda não' })).toMatchObject({ status: 409 });
    await mark(null, Date.now());
    expect(await desk.send(ticket, { body: 'agora sim' })).toMatchObject({ status: 200 });
  });

  it('counts messages that the external API sends without storing them', async () => {
    await setCap(CAP);
    const token = await desk.company.addApiToken(desk.where.connectionId);
    const send = (nth: number) =>
      post(token, { body: { number: `551197000444${nth}`, body: 'código', noRegister: true } });
    for (let nth = 1; nth <= CAP; nth++) expect(await send(nth)).toMatchObject({ status: 200 });
    expect(await send(CAP + 1)).toMatchObject({ status: 409, body: { code: 'ERR_SEND_CAP_REACHED' } });
  });
});

describe('S-69: a connection that has sent as many messages as it may on a day', () => {
  it('sends no further message, while others of the company do', async () => {
    const { ticket } = await desk.openConversation();
    await mark(desk.where.connectionId + 1_000, endOfLocalDay(TIME_ZONE, Date.now()));
    expect(await desk.send(ticket, { body: 'outra conexão' })).toMatchObject({ status: 200 });
    await mark(desk.where.connectionId, endOfLocalDay(TIME_ZONE, Date.now()));
    expect(await desk.send(ticket, { body: 'esta conexão' })).toMatchObject(refusal(desk.where.connectionId));
  });
});

describe('S-69: a super administrator', () => {
  it('sees how much a company has sent, and what stops it', async () => {
    await sendAll();
    const { company, where } = desk;
    const to = `GET /companies/${company.id}/send-cap`;
    const { body } = await call(companies, { to, token: superToken });
    const endsAt = new Date(endOfLocalDay(TIME_ZONE, Date.now())).toISOString();
    expect(body).toEqual({
      id: company.id,
      name: `company ${company.id}`,
      isTrial: false,
      dailySendCap: CAP,
      caps: { company: CAP, connection: CAP },
      sent: CAP,
      connections: [{ id: where.connectionId, sent: CAP }],
      reached: [
        { connectionId: null, cap: CAP, endsAt },
        { connectionId: where.connectionId, cap: CAP, endsAt },
      ],
      endsAt,
    });
  });

  it('raises the cap of a company, which then sends again at once', async () => {
    const ticket = await sendAll();
    expect(await setCap(null)).toMatchObject({ dailySendCap: null, reached: [] });
    expect(await desk.send(ticket, { body: 'de novo' })).toMatchObject({ status: 200 });
  });

  it('lowers the cap of a company below what it has sent, which stops it at once', async () => {
    const ticket = await sendAll();
    await setCap(CAP + 10);
    expect(await setCap(CAP)).toMatchObject({ reached: [{ connectionId: null }, {}] });
    expect(await desk.send(ticket, { body: 'não mais' })).toMatchObject(refusal(null));
  });

  it('raises the cap for good: a container that still knows the old cap does not stop the company again', async () => {
    const ticket = await sendAll();
    const old = await getDirectory(desk.company.id);
    if (old === undefined) throw new Error('no company');
    await setCap(CAP + 10);
    await watchSends({ ...old, reachedCaps: [] }, CAP, Date.now());
    expect(await desk.send(ticket, { body: 'de novo' })).toMatchObject({ status: 200 });
  });

  it('finds no company that does not exist', async () => {
    const answer = await call(companies, { to: 'GET /companies/999999999/send-cap', token: superToken });
    expect(answer).toMatchObject({ status: 404, body: { error: 'ERR_NOT_FOUND' } });
  });
});

it('S-69: a company on trial is stopped after 200 messages', async () => {
  const { company } = desk;
  const row = await company.table.get(Company, {}, { consistent: true });
  if (row === undefined) throw new Error('no company');
  const dueDate = localDay(TIME_ZONE, Date.now() + 6 * DAY_MS);
  await commit([company.table.put(Company, { ...row, dueDate }, row.version)]);
  forgetDirectory(company.id);
  const { ticket } = await desk.openConversation();
  const at = new Date().toISOString();
  const facts = Array.from({ length: 199 }, (_none, nth) => ({
    id: `message.${nth}`,
    at,
    counts: { out: 1 },
    sentOver: desk.where.connectionId,
  }));
  await countFacts(company.table, facts, { nowMs: Date.now(), timeZone: TIME_ZONE });
  const watch = async (): Promise<void> => {
    const directory = await getDirectory(company.id);
    if (directory === undefined) throw new Error('no company');
    await watchSends(directory, 199, Date.now());
  };
  await watch();
  expect(await desk.send(ticket, { body: 'a última' })).toMatchObject({ status: 200 });
  await count();
  await watch();
  expect(await desk.send(ticket, { body: 'uma a mais' })).toMatchObject({ body: { details: { cap: 200 } } });
});

it('S-69: a day with over five times the messages of the week before is logged once, as an error', async () => {
  const { company } = desk;
  const error = vi.spyOn(log, 'error');
  const sendOn = async (daysAgo: number, messages: number): Promise<void> => {
    const at = new Date(Date.now() - daysAgo * DAY_MS).toISOString();
    const facts = Array.from({ length: messages }, (_none, nth) => ({
      id: `message.${daysAgo}.${nth}`,
      at,
      counts: { out: 1 },
      sentOver: desk.where.connectionId,
    }));
    await countFacts(company.table, facts, { nowMs: Date.now(), timeZone: TIME_ZONE });
  };
  const directory = await getDirectory(company.id);
  if (directory === undefined) throw new Error('no company');
  // A mean of 101.
  for (let day = 1; day <= 7; day++) await sendOn(day, 101);
  await sendOn(0, 505);
  await watchSends(directory, 505, Date.now());
  expect(error).not.toHaveBeenCalled();
  await countFacts(
    company.table,
    [{ id: 'message.one-more', at: new Date().toISOString(), counts: { out: 1 }, sentOver: 1 }],
    { nowMs: Date.now(), timeZone: TIME_ZONE },
  );
  for (let check = 0; check < 3; check++) await watchSends(directory, 10, Date.now());
  expect(error.mock.calls).toEqual([
    [expect.any(String), { metric: 'send-anomaly', companyId: company.id, sent: 506, mean: 101 }],
  ]);
  error.mockRestore();
});
