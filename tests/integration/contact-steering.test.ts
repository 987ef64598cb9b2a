import { handler as companies } from '@prosa/functions/http/companies/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { auditRoutes } from '@prosa/shared/contracts/audit.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { failedIndexes, sqsEvent, textEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket, reload, reloadContact } from '../factories/tickets.ts';
import { inbound } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { useTable } from './support/table.ts';
import { standBeforeTable } from './support/table-proxy.ts';

useTable();

const ATTENDED = [403, 'ERR_CONTACT_ATTENDED'];
const REFUSED = [403, 'ERR_NO_PERMISSION'];

let company: TestCompany;
let queueId: number;
let connectionId: number;
let otherConnection: number;
let ana: TestUser;
let bruno: TestUser;

beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
  connectionId = await company.addConnection({ isDefault: true });
  otherConnection = await company.addConnection();
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [queueId] });
});

/** Creates a contact with a ticket that this user attends. */
const makeAttended = async (by: TestUser, connection = connectionId) => {
  const contact = await makeContact(company.table);
  const place = { contact, connectionId: connection };
  const ticket = await makeTicket(company.table, place, { status: 'open', queueId, userId: by.id });
  return { contact, ticket };
};
const put = (id: number, body: object, by = ana) =>
  call(contacts, { to: `PUT /contacts/${id}`, token: by.token, body });
const moveTicket = (
  id: number,
  body: { status?: TicketStatus; userId?: number; queueId?: number },
  by: TestUser,
) =>
  call(tickets, { to: `PUT /tickets/${id}`, token: by.token, body: { sendFarewellMessage: false, ...body } });

/** Runs an action between a request's reads and its first write. */
const beforeFirstWrite = async (happen: () => Promise<unknown>): Promise<void> => {
  let isOver = false;
  await standBeforeTable(async ({ operation }, forward) => {
    if (operation === 'TransactWriteItems' && !isOver) {
      isOver = true;
      await happen();
    }
    return forward();
  });
};

describe('S-21 a contact with a hidden ticket', () => {
  const CHANGES: Record<string, (id: number) => Parameters<typeof call>> = {
    number: (id) => [
      contacts,
      { to: `PUT /contacts/${id}`, body: { name: `Contact ${id}`, number: freshNumber() } },
    ],
    name: (id) => [contacts, { to: `PUT /contacts/${id}`, body: { name: 'Gerência' } }],
    'voice messages and bot': (id) => [
      contacts,
      {
        to: `PUT /contacts/${id}`,
        body: { name: `Contact ${id}`, acceptAudioMessage: false, disableBot: true },
      },
    ],
    block: (id) => [contacts, { to: `PUT /contacts/block/${id}`, body: { active: false } }],
    'acceptance of voice messages': (id) => [contacts, { to: `PUT /contacts/toggleAcceptAudio/${id}` }],
    bot: (id) => [contacts, { to: `PUT /contacts/toggleDisableBot/${id}` }],
    wallets: (id) => [contacts, { to: `PUT /contact-wallet/${id}`, body: { wallets: [ana.id] } }],
    tags: (id) => [tags, { to: 'POST /tags/sync', body: { contactId: id, tags: [] } }],
  };

  it.each(Object.keys(CHANGES))('only its attendant changes its %s', async (what) => {
    const { contact, ticket } = await makeAttended(bruno);
    const tag = { id: 1, name: 'vip', color: '#112233' };
    await commit([company.table.put(Contact, { ...contact, tags: [tag] }, contact.version)]);
    const before = await reloadContact(company.table, contact.id);
    const [handler, request] = CHANGES[what]?.(contact.id) ?? [contacts, { to: '' }];
    expect(codeOf(await call(handler, { ...request, token: ana.token }))).toEqual(ATTENDED);
    expect(await reloadContact(company.table, contact.id)).toEqual(before);
    expect(await reload(company.table, ticket.id)).toEqual(ticket);
    expect((await call(handler, { ...request, token: bruno.token })).status).toBe(200);
    expect((await reloadContact(company.table, contact.id)).version).toBeGreaterThan(before.version);
  });

  it('every user changes its e-mail and additional fields, and an unchanged form writes nothing', async () => {
    const { contact } = await makeAttended(bruno);
    const { name, number, acceptAudioMessage, disableBot } = contact;
    const same = { name, number, acceptAudioMessage, disableBot };
    expect((await put(contact.id, same)).status).toBe(200);
    expect((await reloadContact(company.table, contact.id)).version).toBe(contact.version);
    const free = { ...same, email: 'maria@example.com', extraInfo: [{ name: 'CPF', value: '1' }] };
    expect((await put(contact.id, free)).body).toMatchObject({ email: 'maria@example.com', number });
  });

  it("a hidden ticket on any connection protects the contact, even beside the caller's own ticket", async () => {
    const { contact } = await makeAttended(ana);
    const own = { name: 'Nome certo', number: contact.number };
    expect((await put(contact.id, own)).status).toBe(200);
    const place = { contact: await reloadContact(company.table, contact.id), connectionId: otherConnection };
    await makeTicket(company.table, place, { status: 'open', queueId, userId: bruno.id });
    expect(codeOf(await put(contact.id, { ...own, name: 'Outro nome' }))).toEqual(ATTENDED);
    expect((await put(contact.id, { ...own, name: 'Outro nome' }, company.admin)).status).toBe(200);
  });

  it('every user may change the contact again once the ticket is closed', async () => {
    const { contact, ticket } = await makeAttended(bruno);
    expect((await moveTicket(ticket.id, { status: 'closed' }, bruno)).status).toBe(200);
    expect((await put(contact.id, { name: 'Nome certo' })).status).toBe(200);
  });

  it('a ticket transferred between the check and the write refuses the change', async () => {
    const { contact, ticket } = await makeAttended(ana);
    await beforeFirstWrite(async () => {
      const handed = await moveTicket(ticket.id, { userId: bruno.id, queueId }, ana);
      expect(handed.status, JSON.stringify(handed.body)).toBe(200);
    });
    expect(codeOf(await put(contact.id, { name: contact.name, number: freshNumber() }))).toEqual(ATTENDED);
    expect((await reload(company.table, ticket.id)).userId).toBe(bruno.id);
    expect((await reloadContact(company.table, contact.id)).number).toBe(contact.number);
  });

  it('a ticket that begins between the check and the write refuses the change', async () => {
    const { contact, ticket } = await makeAttended(ana);
    await moveTicket(ticket.id, { status: 'closed' }, ana);
    await beforeFirstWrite(async () => {
      const where = { companyId: company.id, connectionId };
      expect(failedIndexes(await inbound(sqsEvent([textEvent(where, contact.number, 'oi')])))).toEqual([]);
    });
    expect(codeOf(await put(contact.id, { name: contact.name, number: freshNumber() }))).toEqual(ATTENDED);
    expect((await reloadContact(company.table, contact.id)).number).toBe(contact.number);
  });

  it('an administrator who may not see the group cannot preview a merge with it', async () => {
    const group = await makeContact(company.table, { isGroup: true });
    const place = { contact: group, connectionId };
    await makeTicket(company.table, place, { status: 'group', queueId, isGroup: true });
    const other = await makeContact(company.table);
    for (const to of [
      `GET /contacts/merge/${other.id}?contactId=${group.id}`,
      `GET /contacts/merge/${group.id}?contactId=${other.id}`,
    ])
      expect(codeOf(await call(contacts, { to, token: company.admin.token }))).toEqual(ATTENDED);
  });
});

describe("a contact's number", () => {
  const entriesOf = async (contactId: number) => {
    const answer = await call(companies, { to: 'GET /audit', token: company.admin.token });
    const { entries } = auditRoutes.listAudit.response.parse(answer.body);
    return entries.filter(({ targetId }) => targetId === String(contactId));
  };

  it('S-60: only a change of the number writes an audit entry', async () => {
    const { contact } = await makeAttended(ana);
    expect((await put(contact.id, { name: 'Nome certo' })).status).toBe(200);
    expect(await entriesOf(contact.id)).toEqual([]);
    expect((await put(contact.id, { name: 'Nome certo', number: freshNumber() })).status).toBe(200);
    expect(await entriesOf(contact.id)).toMatchObject([
      { action: 'contacts.update', userId: ana.id, changed: ['number', 'identities'] },
    ]);
  });

  it('S-58: users from whom the number is hidden can neither change nor guess it', async () => {
    const settings = await company.table.get(CompanySettings, {}, { consistent: true });
    if (settings === undefined) throw new Error('no settings');
    const hiding = { ...settings, enableLGPD: true, lgpdHideNumber: true };
    await commit([company.table.put(CompanySettings, hiding, settings.version)]);
    forgetDirectory(company.id);
    const { contact } = await makeAttended(ana);
    const { number, name } = contact;
    for (const guess of [`${number}1`, number])
      expect(codeOf(await put(contact.id, { name, number: guess }))).toEqual(REFUSED);
    const shown = `${number.slice(0, 4)}${'*'.repeat(number.length - 6)}${number.slice(-2)}`;
    expect((await put(contact.id, { name: 'Nome certo', number: shown })).status).toBe(200);
    expect(await reloadContact(company.table, contact.id)).toMatchObject({ name: 'Nome certo', number });
  });
});
