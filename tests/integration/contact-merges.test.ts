import { completeContactMerge } from '@prosa/functions/conversations/merge-contacts.ts';
import { contactMergeTurn } from '@prosa/functions/domain/turns/merge-contacts-turns.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities, loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { listTicketsOfContact } from '@prosa/functions/repositories/tickets/ticket-lists.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { contactMergeRoutes } from '@prosa/shared/contracts/contact-merges.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { scheduleRoutes } from '@prosa/shared/contracts/schedules.ts';
import { tagRoutes } from '@prosa/shared/contracts/tags.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber, makeConversation } from '../factories/conversation.ts';
import { sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { makeContact, makeTicket, reload, reloadContact } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { inbound, index as indexReader } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';
import { brokenRules } from './support/table-rules.ts';
import { readTable } from './support/table-scan.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

const unitsSchema = z.object({ readUnits: z.number(), writeUnits: z.number() });

const engine = useTable();

const RACES = 12;

let company: TestCompany;
let ana: TestUser;
let queueId = 0;
let where: Where;
let elsewhere: Where;
beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  where = { companyId: company.id, connectionId: await company.addConnection({ isDefault: true }) };
  elsewhere = { companyId: company.id, connectionId: await company.addConnection() };
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ask = (to: string, body?: unknown, token = company.admin.token) => call(contacts, { to, token, body });
const merge = (keptId: number, contactId: number, token = company.admin.token) =>
  ask(`POST /contacts/merge/${keptId}`, { contactId }, token);
const merged = async (keptId: number, contactId: number) => {
  const answer = await merge(keptId, contactId);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return contactMergeRoutes.merge.response.parse(answer.body);
};
const preview = async (keptId: number, contactId: number) =>
  contactMergeRoutes.previewMerge.response.parse(
    (await ask(`GET /contacts/merge/${keptId}?contactId=${contactId}`)).body,
  );
const knownAs = async (identities: readonly Identity[]) =>
  Promise.all(
    identities.map(
      async (identity) => (await findContactByIdentities(company.table, [identity])).contact?.id,
    ),
  );
const write = async (number: string, text: string, at = where) => {
  const { batchItemFailures } = await inbound(sqsEvent([textEvent(at, number, text)]));
  expect(batchItemFailures).toEqual([]);
};
const textsOf = async (contactId: number, { connectionId }: Where = where): Promise<string[]> => {
  const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 1000, consistent: true });
  return rows.map(({ body }) => body);
};
const activeOf = async (contactId: number, { connectionId }: Where = where) =>
  (await loadConversation(company.table, contactId, connectionId))?.activeTicketId ?? null;
const atRest = async () =>
  brokenRules((await readTable(engine().endpoint)).filter(({ pk }) => pk.startsWith(`C#${company.id}#`)));

describe('contact merge', () => {
  it('R14: a merge by hand makes two contacts one, found by all identities, and nothing merges automatically', async () => {
    const lid = { kind: 'lid', value: '998877' } as const;
    const long = { kind: 'phone', value: '5531987654321' } as const;
    const short = { kind: 'phone', value: '553187654321' } as const;
    const second = { kind: 'phone', value: '5531912340000' } as const;
    const kept = await makeContact(company.table, {
      name: 'Rita Prado',
      number: long.value,
      identities: [long],
    });
    const other = await makeContact(company.table, {
      name: 'rita',
      number: second.value,
      identities: [second, lid],
      email: 'rita@example.com',
    });
    // A message with identities of both goes to one of them, and merges nothing.
    const both = textEvent(where, long.value, 'oi');
    await inbound(sqsEvent([{ ...both, chat: { ...both.chat, identities: [short, lid] } }]));
    expect(await knownAs([long, short, second, lid])).toEqual([kept.id, kept.id, other.id, other.id]);

    expect(await preview(kept.id, other.id)).toMatchObject({
      refusal: null,
      kept: { id: kept.id, email: '' },
      other: { id: other.id },
      merged: { id: kept.id, name: 'Rita Prado', number: long.value, email: 'rita@example.com' },
      changes: ['email'],
      identities: 2,
      tickets: 0,
      closing: [],
    });
    expect(await merged(kept.id, other.id)).toMatchObject({
      id: kept.id,
      name: 'Rita Prado',
      email: 'rita@example.com',
    });
    expect(await knownAs([long, short, second, lid])).toEqual([kept.id, kept.id, kept.id, kept.id]);
    for (const [number, text] of [
      [long.value, 'do primeiro'],
      [second.value, 'do segundo'],
      [short.value, 'sem o nono dígito'],
    ] as const)
      await write(number, text);
    expect((await textsOf(kept.id)).toSorted()).toEqual(
      ['oi', 'do primeiro', 'do segundo', 'sem o nono dígito'].toSorted(),
    );
    expect(await activeOf(other.id)).toBeNull();
    expect(await atRest()).toEqual([]);
  });

  it('a repeated merge answers the same, and opening a ticket for the merged contact uses the kept contact', async () => {
    const [kept, other] = [await makeContact(company.table), await makeContact(company.table)];
    const first = await merged(kept.id, other.id);
    expect(await merged(kept.id, other.id)).toEqual(first);
    expect((await ask(`GET /contacts/${other.id}`)).body).toMatchObject({ id: kept.id });
    for (const [to, body] of [
      [`PUT /contacts/${other.id}`, { name: 'Outro nome' }],
      [`PUT /contacts/block/${other.id}`, { active: false }],
      [`DELETE /contacts/${other.id}`, undefined],
      [`POST /contacts/merge/${other.id}`, { contactId: kept.id }],
    ] as const)
      expect(await ask(to, body)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
    const opened = await call(tickets, {
      to: 'POST /tickets',
      token: ana.token,
      body: { contactId: other.id, queueId, status: 'open' },
    });
    expect(opened).toMatchObject({ status: 200, body: { contactId: kept.id } });
  });

  it("closes the merged contact's active tickets silently, and leaves one active ticket a connection on the kept contact", async () => {
    const alone = await makeConversation(company, where, { status: 'open', userId: ana.id, queueId }, [
      'um',
      'dois',
    ]);
    await write(alone.number, 'noutra conexão', elsewhere);
    const kept = await makeConversation(company, elsewhere, {}, ['do que fica']);
    const [hereId, thereId] = [await activeOf(alone.contactId), await activeOf(alone.contactId, elsewhere)];
    const shown = await preview(kept.contactId, alone.contactId);
    expect(shown.tickets).toBe(2);
    expect(shown.closing.map(({ id, continuesOn }) => [id, continuesOn])).toEqual([
      [hereId, null],
      [thereId, kept.ticket.id],
    ]);

    const { status, headers } = await merge(kept.contactId, alone.contactId);
    expect(status).toBe(200);
    const usage = unitsSchema.parse(JSON.parse(String(headers['x-usage'])));
    // The two contacts, two tickets that are closed, one that goes on and one that is created.
    expect(usage.readUnits).toBeLessThanOrEqual(30);
    expect(usage.writeUnits).toBeLessThanOrEqual(100);

    const goesOn = await reload(company.table, (await activeOf(kept.contactId)) ?? 0);
    expect(goesOn).toMatchObject({
      status: 'open',
      userId: ana.id,
      queueId,
      contactId: kept.contactId,
      lastMessage: 'dois',
      unreadMessages: 2,
    });
    expect(await reload(company.table, kept.ticket.id)).toMatchObject({
      status: 'pending',
      unreadMessages: 2,
      contact: { identities: [{ value: kept.number }, { value: alone.number }] },
    });
    for (const id of [hereId, thereId]) {
      const ended = await reload(company.table, id ?? 0);
      expect(ended).toMatchObject({
        status: 'closed',
        latestClosed: true,
        unreadMessages: 0,
        contactId: alone.contactId,
        contact: { id: kept.contactId },
      });
      const { rows } = await company.table.query(TicketLog, {
        pk: keys.ticket({ id: ended.id }).pk,
        prefix: 'LOG#',
        limit: 10,
      });
      expect(rows.at(-1)).toMatchObject({ type: 'closed', userId: company.admin.id });
    }
    // No message was sent, and none is lost.
    expect(await textsOf(alone.contactId)).toEqual(['um', 'dois']);
    expect(await textsOf(kept.contactId)).toEqual([]);
    const history = await listTicketsOfContact(company.table, kept.contactId);
    expect(history.rows.map(({ id }) => id).toSorted()).toEqual(
      [goesOn.id, kept.ticket.id, hereId, thereId].toSorted(),
    );
    expect((await listTicketsOfContact(company.table, alone.contactId)).rows).toEqual([]);
    expect(await atRest()).toEqual([]);
  });

  it('reopens an old ticket of the merged contact as a ticket of the kept contact', async () => {
    const other = await makeConversation(company, where, { queueId }, ['antes']);
    const kept = await makeContact(company.table);
    await merged(kept.id, other.contactId);
    const send = (id: number, body: object) =>
      call(tickets, { to: `PUT /tickets/${id}`, token: company.admin.token, body });
    const goingOn = (await activeOf(kept.id)) ?? 0;
    const reopen = { status: 'open', userId: company.admin.id, queueId };
    expect(await send(other.ticket.id, reopen)).toMatchObject({
      status: 409,
      body: { error: 'ERR_OTHER_OPEN_TICKET', details: { id: goingOn } },
    });
    expect((await send(goingOn, { status: 'closed' })).status).toBe(200);
    const taken = ticketRoutes.update.response.parse((await send(other.ticket.id, reopen)).body);
    expect(taken).toMatchObject({ contactId: kept.id, status: 'open', userId: company.admin.id, queueId });
    expect(taken.id).toBe(await activeOf(kept.id));
    expect((await reload(company.table, other.ticket.id)).status).toBe('closed');
    expect(await atRest()).toEqual([]);
  });

  it('removes the merged contact from lists, tags and search, where the kept contact is found instead', async () => {
    const token = company.admin.token;
    const read = await followStream(engine().endpoint);
    const settle = async () => indexReader({ Records: await read() });
    const number = freshNumber();
    const kept = await makeContact(company.table, { name: 'Zuleica Amado' });
    const other = await makeContact(company.table, { name: 'Zuleica trabalho', number });
    const closed = await makeTicket(company.table, { contact: other, connectionId: where.connectionId });
    const tag = (await call(tags, { to: 'POST /tags', token, body: { name: 'Zuleicas' } })).body;
    const { id: tagId } = tagRoutes.create.response.parse(tag);
    await call(tags, { to: 'POST /tags/sync', token, body: { contactId: other.id, tags: [tagId] } });
    const scheduled = scheduleRoutes.create.response.parse(
      (
        await call(schedules, {
          to: 'POST /schedules',
          token,
          body: { body: 'Lembrete', contactId: other.id, sendAt: '2030-01-15T13:00:00.000Z' },
        })
      ).body,
    );
    await settle();
    const found = async (query: string) =>
      contactRoutes.list.response
        .parse((await ask(`GET /contacts?${query}`)).body)
        .contacts.map(({ id }) => id);
    expect((await found('searchParam=zuleica')).toSorted()).toEqual([kept.id, other.id].toSorted());

    await merged(kept.id, other.id);
    await settle();

    expect(await found('searchParam=zuleica')).toEqual([kept.id]);
    expect(await found(`searchParam=${number}`)).toEqual([kept.id]);
    expect(await found(`contactTag=[${tagId}]`)).toEqual([kept.id]);
    expect(await found('')).not.toContain(other.id);
    const listed = await call(tags, { to: `GET /tags/${tagId}`, token });
    expect(listed.body).toMatchObject({ contactsCount: 1 });
    const search = await call(tickets, { to: 'GET /tickets?status=search&searchParam=zuleica', token });
    const { tickets: hits } = ticketRoutes.list.response.parse(search.body);
    expect(hits.map(({ id }) => id)).toContain(closed.id);
    expect(hits.every(({ contact }) => contact.id === kept.id)).toBe(true);
    expect((await call(schedules, { to: `GET /schedules/${scheduled.id}`, token })).body).toMatchObject({
      contactId: kept.id,
      contact: { id: kept.id, name: 'Zuleica Amado' },
    });
  });

  it("removing the kept contact removes the merged contact's rows as well", async () => {
    const own = await makeCompany();
    const at = { companyId: own.id, connectionId: await own.addConnection() };
    const kept = await makeContact(own.table);
    const other = await makeConversation(own, at, { status: 'nps' }, ['obrigado']);
    expect((await merge(kept.id, other.contactId, own.admin.token)).status).toBe(200);
    expect((await ask(`DELETE /contacts/${kept.id}`, undefined, own.admin.token)).status).toBe(200);
    const left = (await readTable(engine().endpoint)).filter(({ pk }) => pk.startsWith(`C#${own.id}#`));
    const gone = ['contact', 'contactAlias', 'conversation', 'ticket', 'contactTicket', 'message'];
    expect(left.filter(({ entity }) => gone.includes(entity))).toEqual([]);
  });

  it("changing one number keeps the merged contact's numbers", async () => {
    const [kept, other] = [await makeContact(company.table), await makeContact(company.table)];
    await merged(kept.id, other.id);
    const number = freshNumber();
    await ask(`PUT /contacts/${kept.id}`, { name: kept.name, number });
    const known = [kept.number, number, other.number].map((value) => ({ kind: 'phone' as const, value }));
    expect(await knownAs(known)).toEqual([undefined, kept.id, kept.id]);
  });
});

describe('refused merges', () => {
  it('refuses a contact with itself, groups, and contacts of different channels', async () => {
    const { table } = company;
    const kept = await makeContact(table);
    const group = await makeContact(table, { isGroup: true });
    const psid = { kind: 'psid', value: 'p1' } as const;
    const messenger = await makeContact(table, { channel: 'facebook', identities: [psid] });
    const cloud = await makeContact(table, { channel: 'whatsappapi' });
    for (const [one, two, refusal] of [
      [kept, kept, 'same'],
      [kept, group, 'group'],
      [group, kept, 'group'],
      [kept, messenger, 'channel'],
    ] as const) {
      expect((await preview(one.id, two.id)).refusal).toBe(refusal);
      expect(await merge(one.id, two.id)).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path: 'body.contactId', message: refusal }] },
      });
      expect(await reloadContact(table, two.id)).toEqual(two);
    }
    expect((await preview(kept.id, cloud.id)).refusal).toBeNull();
  });

  it("S-17: refuses another company's contacts, and any merge by a user who may not remove contacts", async () => {
    const theirs = await makeCompany();
    const [kept, other] = [await makeContact(company.table), await makeContact(company.table)];
    const foreign = { ...(await makeContact(theirs.table)), id: 9_999_999 };
    for (const [a, b] of [
      [kept.id, foreign.id],
      [foreign.id, kept.id],
    ] as const)
      expect(await merge(a, b)).toMatchObject({ status: 404 });
    expect(await merge(kept.id, other.id, theirs.admin.token)).toMatchObject({ status: 404 });
    expect(await merge(kept.id, other.id, ana.token)).toMatchObject({ status: 403 });
    expect((await reloadContact(company.table, other.id)).mergedInto).toBeNull();
  });
});

describe('races of a merge', () => {
  it('R11, R14: loses no message that arrives during the merge, and leaves one active ticket', async () => {
    for (let race = 0; race < RACES; race++) {
      const other = await makeConversation(
        company,
        where,
        race % 2 === 0 ? { queueId } : { status: 'open', userId: ana.id },
      );
      const kept =
        race % 3 === 0 ? await makeConversation(company, where) : await makeConversation(company, elsewhere);
      const sent = Array.from({ length: 6 }, (_none, n) => `corrida ${race}.${n}`);
      const writers = sent.map(async (text, n) => {
        for (let turn = 0; turn < n; turn++) await Promise.resolve();
        await write(n % 2 === 0 ? other.number : kept.number, text);
      });
      await Promise.all([...writers, merged(kept.contactId, other.contactId)]);
      const stored = [...(await textsOf(kept.contactId)), ...(await textsOf(other.contactId))];
      expect(stored.filter((text) => text.startsWith('corrida')).toSorted()).toEqual(sent.toSorted());
      expect(await activeOf(other.contactId)).toBeNull();
      expect(await activeOf(kept.contactId)).not.toBeNull();
    }
    expect(await atRest()).toEqual([]);
  });

  it('R17: a merge killed after its first commit is finished by its timer, despite messages in between', async () => {
    const other = await makeConversation(company, where, { queueId }, ['antes']);
    const old = await makeConversation(company, elsewhere);
    const [kept, gone] = await Promise.all(
      [old.contactId, other.contactId].map((id) => reloadContact(company.table, id)),
    );
    if (kept === undefined || gone === undefined) throw new Error('no contacts');
    const moment = { ids: systemIds, nowMs: systemClock.now() };
    const turn = contactMergeTurn({ kept, other: gone, others: [], userId: ana.id }, moment);
    await commitTurn(company.table, turn, moment);
    // The process dies here. The customer's next message is still stored.
    await write(other.number, 'depois');
    const texts = [...(await textsOf(kept.id)), ...(await textsOf(gone.id))];
    expect(texts.toSorted()).toEqual(['antes', 'depois'].toSorted());

    const timer = await company.table.get(
      Timer,
      { kind: 'contact-merge', subject: String(gone.id) },
      { consistent: true },
    );
    if (timer === undefined) throw new Error('nothing finishes it');
    vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer.dueAt));
    const { kind, subject, token } = timer;
    expect(await fireTimers({ companyId: company.id, kind, subject, token })).toEqual([]);
    vi.restoreAllMocks();
    expect(await activeOf(gone.id)).toBeNull();
    expect(await activeOf(kept.id)).not.toBeNull();
    expect((await reload(company.table, other.ticket.id)).contact.id).toBe(kept.id);
    expect(await atRest()).toEqual([]);
  });

  it('repeating a merge that ran out of time finishes it, even if the kept contact changed in between', async () => {
    const other = await makeConversation(company, where);
    const kept = await makeContact(company.table);
    const gone = await reloadContact(company.table, other.contactId);
    const moment = { ids: systemIds, nowMs: systemClock.now() };
    const turn = contactMergeTurn({ kept, other: gone, others: [], userId: ana.id }, moment);
    await commitTurn(company.table, turn, moment);
    const task = { contactId: gone.id, userId: ana.id };
    const ports = { ids: systemIds, clock: systemClock, untilMs: 0 };
    expect(await completeContactMerge(company.table, task, ports)).toBe(false);
    expect((await ask(`PUT /contacts/${kept.id}`, { name: 'Entretanto' })).status).toBe(200);
    await merged(kept.id, gone.id);
    expect(await activeOf(gone.id)).toBeNull();
    expect(await atRest()).toEqual([]);
  });

  it('R11: opposite or chained merges at the same time end in one contact', async () => {
    for (let race = 0; race < RACES; race++) {
      const people = [];
      for (let n = 0; n < 3; n++) people.push(await makeConversation(company, where));
      const [a = 0, b = 0, c = 0] = people.map(({ contactId }) => contactId);
      const pairs =
        race % 2 === 0
          ? [
              [a, b],
              [b, a],
            ]
          : [
              [b, a],
              [c, b],
            ];
      const answers = await Promise.all(pairs.map(([kept = 0, other = 0]) => merge(kept, other)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.every((status) => status === 200 || status === 404)).toBe(true);
      expect(statuses).toContain(200);
      // The merge that came too late is retried.
      if (race % 2 === 1) await merge(c, (await loadContact(company.table, a))?.id ?? 0);
      const ends = await Promise.all(
        [a, b, ...(race % 2 === 0 ? [] : [c])].map((id) => loadContact(company.table, id)),
      );
      expect(new Set(ends.map((contact) => contact?.id)).size).toBe(1);
      const [end] = ends;
      const numbers = people
        .slice(0, ends.length)
        .map(({ number }) => ({ kind: 'phone' as const, value: number }));
      expect(await knownAs(numbers)).toEqual(numbers.map(() => end?.id));
      const history = await listTicketsOfContact(company.table, end?.id ?? 0);
      expect(history.rows.filter(({ status }) => status !== 'closed')).toHaveLength(1);
      expect(history.rows.every(({ contact }) => contact.id === end?.id)).toBe(true);
    }
    expect(await atRest()).toEqual([]);
  });

  it('refuses a merge beyond its size limit with the reason tooMuch', async () => {
    const kept = await makeContact(company.table);
    const other = await makeContact(company.table, {
      identities: Array.from({ length: 20 }, (_none, n) => ({
        kind: 'lid' as const,
        value: `${kept.id}${n}`,
      })),
    });
    expect((await preview(kept.id, other.id)).refusal).toBe('tooMuch');
    expect((await merge(kept.id, other.id)).status).toBe(400);
    await commit([company.table.put(Contact, { ...kept, identities: [] }, kept.version)]);
    expect((await preview(kept.id, other.id)).refusal).toBeNull();
  });
});
