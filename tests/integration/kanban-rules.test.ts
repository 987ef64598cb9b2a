import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company, Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type TagView, tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import type { Ticket as TicketFields } from '@prosa/shared/entities/ticket.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

const HOUR_MS = 3_600_000;
const GREETING = 'Ainda precisa de ajuda, {{firstName}}?';

let company: TestCompany;
let ana: TestUser;
let where: Where;
let queueId: number;
beforeEach(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  ana = await company.addUser({ queueIds: [queueId] });
  where = { companyId: company.id, connectionId: await company.addConnection() };
});
afterEach(() => vi.restoreAllMocks());

const send = (to: string, body?: unknown, user = company.admin) =>
  call(tags, { to, token: user.token, body });
const addLane = async (name: string, rules: object = {}): Promise<TagView> => {
  const answer = await send('POST /tags', { name, kanban: 1, ...rules });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return tagViewSchema.parse(answer.body);
};
const save = async (lane: TagView, rules: object): Promise<void> =>
  expect((await send(`PUT /tags/${lane.id}`, { name: lane.name, kanban: 1, ...rules })).status).toBe(200);
const put = async (ticket: Pick<TicketRow, 'id'>, lane: TagView): Promise<void> =>
  expect((await send(`PUT /ticket-tags/${ticket.id}/${lane.id}`)).status).toBe(201);

/** An open conversation in which Ana wrote last. */
const answered = async () => {
  const { ticket, ...rest } = await makeConversation(company, where, {
    status: 'open',
    userId: ana.id,
    queueId,
  });
  const sent = await call(messages, {
    to: `POST /messages/${ticket.id}`,
    token: ana.token,
    body: { body: 'Já respondo' },
  });
  expect(sent.status).toBe(200);
  return { ...rest, ticket: await reload(company.table, ticket.id) };
};
const laneOf = async ({ id }: Pick<TicketRow, 'id'>): Promise<[number | null, string[]]> => {
  const { laneId, tags: shown } = await reload(company.table, id);
  return [laneId, shown.map(({ name }) => name)];
};
/** Returns the rule and text of the automatic messages of a ticket. */
const heardOn = async ({ contactId, connectionId }: Pick<TicketRow, 'contactId' | 'connectionId'>) => {
  const { pk } = keys.message({ contactId, connectionId: connectionId ?? 0, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 50, consistent: true });
  return rows.filter(({ saidBy }) => saidBy !== '').map(({ saidBy, body }) => [saidBy, body]);
};
const timerOf = ({ id }: Pick<TicketRow, 'id'>) =>
  company.table.get(Timer, { kind: 'ticket-watch', subject: String(id) }, { consistent: true });
/** Fires the ticket's timer at its time, or `lateMs` later, `times` times. */
const fire = async (ticket: Pick<TicketRow, 'id'>, lateMs = 0, times = 1): Promise<void> => {
  const timer = await timerOf(ticket);
  if (timer === undefined) throw new Error('the ticket waits for nothing');
  vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt) + lateMs);
  const { kind, subject, token } = timer;
  const message = { companyId: company.id, kind, subject, token };
  for (let time = 0; time < times; time++) expect(await fireTimers(message)).toEqual([]);
  vi.restoreAllMocks();
};
const change = async ({ id }: Pick<TicketRow, 'id'>, fields: Partial<TicketFields>): Promise<void> => {
  const ticket = await reload(company.table, id);
  await commit([company.table.put(Ticket, { ...ticket, ...fields }, ticket.version)]);
};

describe('the time rule of a column', () => {
  it('R30: moves a ticket once and greets once, also if its timer fires twice or ten minutes late', async () => {
    const next = await addLane('Sem resposta', { greetingMessageLane: GREETING });
    const talks = await addLane('Negociação', { timeLane: 2, nextLaneId: next.id });
    for (const lateMs of [0, 10 * 60_000]) {
      const { ticket, number } = await answered();
      await put(ticket, talks);
      const { laneAt } = await reload(company.table, ticket.id);
      expect(Date.parse((await timerOf(ticket))?.dueAt ?? '')).toBe(Date.parse(laneAt ?? '') + 2 * HOUR_MS);
      await fire(ticket, lateMs, 2);
      expect(await laneOf(ticket)).toEqual([next.id, ['Sem resposta']]);
      expect(await heardOn(ticket)).toEqual([
        ['lane-greeting', `Ainda precisa de ajuda, Name of ${number}?`.replace(` of ${number}`, '')],
      ]);
    }
  });

  it('R30: does nothing if its timer fires 30 seconds early, and is set again for its time', async () => {
    const next = await addLane('Sem resposta');
    const talks = await addLane('Negociação', { timeLane: 2, nextLaneId: next.id });
    const { ticket } = await answered();
    await put(ticket, talks);
    const due = (await timerOf(ticket))?.dueAt;
    await fire(ticket, -30_000);
    expect(await laneOf(ticket)).toEqual([talks.id, ['Negociação']]);
    expect((await timerOf(ticket))?.dueAt).toBe(due);
    await fire(ticket);
    expect((await laneOf(ticket))[0]).toBe(next.id);
  });

  it('does not move a ticket whose customer answered meanwhile', async () => {
    const next = await addLane('Sem resposta', { greetingMessageLane: GREETING });
    const talks = await addLane('Negociação', { timeLane: 2, nextLaneId: next.id });
    const { ticket, number } = await answered();
    await put(ticket, talks);
    const sentAt = Date.now() + 60_000;
    await take(textEvent(where, number, 'Estou aqui', { sentAt, receivedAt: sentAt }));
    await fire(ticket);
    expect(await laneOf(ticket)).toEqual([talks.id, ['Negociação']]);
    expect(await heardOn(ticket)).toEqual([]);
  });

  it('moves the ticket, and sends nothing, if the reply window is closed', async () => {
    const connectionId = await company.addConnection({ channel: 'facebook' });
    const next = await addLane('Sem resposta', { greetingMessageLane: GREETING });
    const talks = await addLane('Negociação', { timeLane: 2, nextLaneId: next.id });
    const { ticket } = await answered();
    const old = new Date(Date.now() - 30 * 24 * HOUR_MS).toISOString();
    await change(ticket, { channel: 'facebook', connectionId, heardAt: old });
    await put(ticket, talks);
    await fire(ticket);
    expect(await laneOf(ticket)).toEqual([next.id, ['Sem resposta']]);
    expect(await heardOn({ ...ticket, connectionId })).toEqual([]);
  });

  it('applies at once to the tickets in a column whose rules change', async () => {
    const [next, talks] = [await addLane('Sem resposta'), await addLane('Negociação')];
    const { ticket } = await answered();
    await put(ticket, talks);
    const untouched = (await timerOf(ticket))?.dueAt;
    await save(talks, { timeLane: 1, nextLaneId: next.id });
    const { laneAt } = await reload(company.table, ticket.id);
    const due = (await timerOf(ticket))?.dueAt ?? '';
    expect(Date.parse(due)).toBe(Date.parse(laneAt ?? '') + HOUR_MS);
    expect(due).not.toBe(untouched);
    await fire(ticket);
    expect((await laneOf(ticket))[0]).toBe(next.id);
  });

  it('S-25: does nothing without the board in the plan, nor while the subscription is over', async () => {
    const next = await addLane('Sem resposta');
    const talks = await addLane('Negociação', { timeLane: 2, nextLaneId: next.id, rollbackLaneId: next.id });
    const { ticket, number } = await answered();
    await put(ticket, talks);
    const settled = await company.table.get(Company, {}, { consistent: true });
    const plan = await globalTable.get(Plan, { id: settled?.planId ?? 0 }, { consistent: true });
    if (settled === undefined || plan === undefined) throw new Error('no company');

    await commit([company.table.put(Company, { ...settled, dueDate: '2020-01-01' }, settled.version)]);
    forgetDirectory(company.id);
    await fire(ticket);
    await take(textEvent(where, number, 'Alô?'));
    expect((await laneOf(ticket))[0]).toBe(talks.id);
    await commit([company.table.put(Company, settled, settled.version + 1)]);

    const flags = { ...plan.flags, useKanban: false };
    await commit([globalTable.put(Plan, { ...plan, flags }, plan.version)]);
    forgetDirectory(company.id);
    await change(ticket, { fromMe: true });
    await fire(ticket);
    await take(textEvent(where, number, 'Alô de novo?'));
    expect((await laneOf(ticket))[0]).toBe(talks.id);

    await commit([globalTable.put(Plan, plan, plan.version + 1)]);
    forgetDirectory(company.id);
    await take(textEvent(where, number, 'E agora?'));
    expect((await laneOf(ticket))[0]).toBe(next.id);
  });

  it('moves a silent customer on to the end of the columns, and then sends nothing more', async () => {
    const end = await addLane('Perdido', { greetingMessageLane: 'Até a próxima' });
    const later = await addLane('Última tentativa', {
      timeLane: 1,
      nextLaneId: end.id,
      greetingMessageLane: 'Última tentativa',
    });
    const talks = await addLane('Negociação', { timeLane: 1, nextLaneId: later.id });
    const { ticket } = await answered();
    await put(ticket, talks);
    await fire(ticket);
    await fire(ticket);
    expect(await laneOf(ticket)).toEqual([end.id, ['Perdido']]);
    expect(await heardOn(ticket)).toEqual([
      ['lane-greeting', 'Última tentativa'],
      ['lane-greeting', 'Até a próxima'],
    ]);
    await fire(ticket);
    expect(await heardOn(ticket)).toHaveLength(2);
    expect((await laneOf(ticket))[0]).toBe(end.id);
  });
});

describe('the rollback rule of a column', () => {
  it('moves a ticket with a message of the customer, and not with one of ours', async () => {
    const back = await addLane('Negociação');
    const silent = await addLane('Sem resposta', { rollbackLaneId: back.id });
    const { ticket, number } = await answered();
    await put(ticket, silent);
    const sent = await call(messages, {
      to: `POST /messages/${ticket.id}`,
      token: ana.token,
      body: { body: 'Alguma novidade?' },
    });
    expect(sent.status).toBe(200);
    await take(textEvent(where, number, 'Escrito no celular', { fromMe: true }));
    expect((await laneOf(ticket))[0]).toBe(silent.id);
    await take(textEvent(where, number, 'Tenho interesse'));
    expect(await laneOf(ticket)).toEqual([back.id, ['Negociação']]);
  });

  it('moves it once if the message is delivered twice', async () => {
    const [first, second] = [await addLane('Primeira'), await addLane('Segunda')];
    await save(second, { rollbackLaneId: first.id });
    await save(first, { rollbackLaneId: second.id });
    const { ticket, number } = await answered();
    await put(ticket, second);
    const event = textEvent(where, number, 'Oi');
    await take(event);
    await take(event);
    expect((await laneOf(ticket))[0]).toBe(first.id);
  });

  it('R15: a user who drags the ticket while the customer writes leaves it in one column', async () => {
    const back = await addLane('Negociação');
    const silent = await addLane('Sem resposta', { rollbackLaneId: back.id });
    const won = await addLane('Ganho');
    for (let round = 0; round < 3; round++) {
      const { ticket, number } = await answered();
      await put(ticket, silent);
      await Promise.all([take(textEvent(where, number, 'Oi')), put(ticket, won)]);
      const [laneId, names] = await laneOf(ticket);
      expect(names).toHaveLength(1);
      // The message moves the ticket only out of the column that has the rule.
      expect(laneId).toBe(won.id);
    }
  });
});
