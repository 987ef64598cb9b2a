import { commitContactChange } from '@prosa/functions/conversations/commit-turn.ts';
import { contactTurns } from '@prosa/functions/domain/turns/contact-turns.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactAlias } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { type ContactRow, findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { contactViewSchema } from '@prosa/shared/contracts/contacts.ts';
import { tagRefSchema } from '@prosa/shared/entities/tag.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { indexContact, makeContact, makeTicket, reload, reloadContact } from '../factories/tickets.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let other: TestCompany;
let user: TestUser;
let queueId = 0;
let connectionId = 0;
beforeAll(async () => {
  company = await makeCompany();
  other = await makeCompany();
  queueId = await company.addQueue();
  connectionId = await company.addConnection({ isDefault: true });
  user = await company.addUser({ queueIds: [queueId] });
});

const ask = (to: string, body?: unknown, who = user) =>
  call(to.includes(' /tags') ? tags : contacts, { to, token: who.token, body });
const view = (answer: Answer) => contactViewSchema.parse(answer.body);
const pageSchema = z.object({
  contacts: z.array(contactViewSchema),
  count: z.int(),
  hasMore: z.boolean(),
  cursor: z.string().nullable(),
});
let made = 0;
const newNumber = () => `55219${70_000_000 + ++made}`;
const create = (fields: object = {}) =>
  ask('POST /contacts', { name: 'Maria Souza', number: newNumber(), ...fields });

describe('adding and changing contacts', () => {
  it('adds a contact with its further information, once per number in either spelling', async () => {
    const answer = await create({
      number: '+55 (21) 98765-4321',
      email: 'maria@example.com',
      extraInfo: [{ name: 'CPF', value: '123' }],
    });
    expect(answer.status).toBe(201);
    expect(view(answer)).toMatchObject({
      name: 'Maria Souza',
      number: '5521987654321',
      channel: 'whatsapp',
      active: true,
      acceptAudioMessage: true,
      extraInfo: [{ name: 'CPF', value: '123', id: expect.any(String) }],
    });
    expect(view(await ask(`GET /contacts/${view(answer).id}`))).toEqual(view(answer));
    for (const number of ['5521987654321', '552187654321']) {
      expect(await create({ number })).toMatchObject({
        status: 409,
        body: { error: 'ERR_DUPLICATED_CONTACT' },
      });
    }
    const theirs = await call(contacts, {
      to: 'POST /contacts',
      token: other.admin.token,
      body: { name: 'Outra', number: '5521987654321' },
    });
    expect(theirs.status).toBe(201);
  });

  it('S-19: refuses values that no form sends, naming the field', async () => {
    const refused: [to: string, body: object, path: string][] = [
      ['POST /contacts', { number: newNumber() }, 'body.name'],
      ['POST /contacts', { name: 'x', number: newNumber() }, 'body.name'],
      ['POST /contacts', { name: 'x'.repeat(251), number: newNumber() }, 'body.name'],
      ['POST /contacts', { name: 'Maria', number: '1234567' }, 'body.number'],
      ['POST /contacts', { name: 'Maria', number: '1'.repeat(51) }, 'body.number'],
      ['POST /contacts', { name: 'Maria', number: newNumber(), email: 'maria@' }, 'body.email'],
      ['POST /tags', { name: 'ab' }, 'body.name'],
    ];
    for (const [to, body, path] of refused)
      expect(await ask(to, body), JSON.stringify(body).slice(0, 80)).toMatchObject({
        status: 400,
        body: {
          error: 'ERR_VALIDATION',
          details: expect.arrayContaining([expect.objectContaining({ path })]),
        },
      });
    for (const note of [undefined, '  ', 'x'])
      expect(
        await call(tickets, { to: 'POST /ticket-notes', token: user.token, body: { note, ticketId: 1 } }),
      ).toMatchObject({ status: 400, body: { details: [{ path: 'body.note' }] } });
    for (const fields of [{ name: 'x'.repeat(250) }, { name: 'Zé', number: `4${made}`.padEnd(8, '7') }])
      expect((await create(fields)).status).toBe(201);
  });

  it('R11: of two users who add the same number at once, one succeeds', async () => {
    const number = newNumber();
    const answers = await Promise.all(Array.from({ length: 6 }, () => create({ number })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('shows a change on the tickets in lists, and replaces the number', async () => {
    const contact = view(await create());
    const stored = await reloadContact(company.table, contact.id);
    const ticket = await makeTicket(company.table, { contact: stored, connectionId }, { queueId });
    const number = newNumber();
    const changed = view(
      await ask(`PUT /contacts/${contact.id}`, { name: 'Maria Prado', number, email: '' }),
    );
    expect(changed).toMatchObject({ name: 'Maria Prado', number });
    expect((await reload(company.table, ticket.id)).contact).toMatchObject({
      name: 'Maria Prado',
      number,
      identities: [{ kind: 'phone', value: number }],
    });
    const oldOne = await findContactByIdentities(company.table, [{ kind: 'phone', value: contact.number }]);
    expect(oldOne.contact).toBeUndefined();
    const newOne = await findContactByIdentities(company.table, [{ kind: 'phone', value: number }]);
    expect(newOne.contact?.id).toBe(contact.id);
    expect((await create({ number: contact.number })).status).toBe(201);

    const taken = view(await create()).number;
    expect(await ask(`PUT /contacts/${contact.id}`, { name: 'Maria', number: taken })).toMatchObject({
      status: 409,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    });
    expect(await reloadContact(company.table, contact.id)).toMatchObject({ name: 'Maria Prado', number });
  });

  it("blocks, unblocks and toggles switches, on the contact's tickets as well", async () => {
    const contact = view(await create());
    const stored = await reloadContact(company.table, contact.id);
    const ticket = await makeTicket(company.table, { contact: stored, connectionId }, { queueId });
    expect(view(await ask(`PUT /contacts/block/${contact.id}`, { active: false })).active).toBe(false);
    expect((await reload(company.table, ticket.id)).contact.active).toBe(false);
    expect(view(await ask(`PUT /contacts/block/${contact.id}`, { active: true })).active).toBe(true);
    expect(view(await ask(`PUT /contacts/toggleAcceptAudio/${contact.id}`)).acceptAudioMessage).toBe(false);
    expect(view(await ask(`PUT /contacts/toggleDisableBot/${contact.id}`)).disableBot).toBe(true);
    expect((await reload(company.table, ticket.id)).contact).toMatchObject({
      active: true,
      acceptAudioMessage: false,
      disableBot: true,
    });
  });

  it('adds a contact to wallets and removes it from them', async () => {
    const contact = view(await create());
    const put = (wallets: readonly number[]) => ask(`PUT /contact-wallet/${contact.id}`, { wallets });
    const bia = await company.addUser({ name: 'Bia' });
    const [first, second] = [bia.id, company.admin.id];
    expect(view(await put([first, second, first])).wallets.map(({ id }) => id)).toEqual([first, second]);
    expect(view(await put([second])).wallets.map(({ id }) => id)).toEqual([second]);
    expect(await put([second, 9_999])).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
    expect((await put(Array.from({ length: 21 }, () => first))).status).toBe(400);
    expect((await reloadContact(company.table, contact.id)).walletUserIds).toEqual([second]);
    expect(view(await put([])).wallets).toEqual([]);
  });

  it('S-17, S-18: finds and changes nothing of another company', async () => {
    for (let n = 0; n < 3; n++) await makeContact(other.table);
    const theirs = await makeContact(other.table);
    const { token } = company.admin;
    const id = theirs.id + 5_000;
    for (const [to, body] of [
      [`GET /contacts/${id}`, undefined],
      [`PUT /contacts/${id}`, { name: 'Tomada' }],
      [`PUT /contacts/block/${id}`, { active: false }],
      [`PUT /contacts/toggleAcceptAudio/${id}`, undefined],
      [`PUT /contacts/toggleDisableBot/${id}`, undefined],
      [`GET /contactTags/${id}`, undefined],
      [`PUT /contact-wallet/${id}`, { wallets: [] }],
      ['POST /tags/sync', { contactId: id, tags: [] }],
      [`DELETE /contacts/${id}`, undefined],
    ] as const) {
      expect(await ask(to, body, { ...user, token })).toMatchObject({
        status: 404,
        body: { error: 'ERR_NO_CONTACT_FOUND' },
      });
    }
    expect((await create({ whatsappId: 9_999 })).status).toBe(404);
    expect((await create({ companyId: other.id })).status).toBe(403);
    expect((await reloadContact(other.table, theirs.id)).version).toBe(theirs.version);
  });

  it("hides numbers from attendants when the company's settings say so", async () => {
    const contact = view(await create({ name: 'Com Número', number: '5521999990001' }));
    const put = (settings: object) =>
      commit([company.table.put(CompanySettings, { companyId: company.id, ...settings }, 'any')]);
    await put({ enableLGPD: true, lgpdHideNumber: true });
    forgetDirectory(company.id);
    expect(view(await ask(`GET /contacts/${contact.id}`)).number).toBe('5521*******01');
    expect(view(await ask(`GET /contacts/${contact.id}`, undefined, company.admin)).number).toBe(
      '5521999990001',
    );
    await put({});
    forgetDirectory(company.id);
  });
});

describe('identities of a contact', () => {
  it('phone, opaque id and both spellings belong to one contact, and a taken identity is not moved', async () => {
    const { table } = company;
    const contact = await makeContact(table, {
      identities: [{ kind: 'phone', value: '5531988887777' }],
      number: '5531988887777',
    });
    const lid = { kind: 'lid', value: '123456789' } as const;
    const found = await findContactByIdentities(table, [lid, { kind: 'phone', value: '553188887777' }]);
    expect(found).toMatchObject({ contact: { id: contact.id }, unknown: [lid], conflicting: [] });
    const teach = (row: ContactRow, identities: Identity[]) =>
      commitContactChange(
        table,
        contactTurns(row, { ...row, identities: [...row.identities, ...identities] }, []),
        { ids: systemIds, nowMs: Date.now() },
      );
    await teach(contact, found.unknown);
    expect((await findContactByIdentities(table, [lid])).contact).toMatchObject({
      id: contact.id,
      identities: [{ kind: 'phone', value: '5531988887777' }, lid],
    });
    const somebody = await makeContact(table);
    await expect(teach(somebody, [lid])).rejects.toThrow('contactAlias');
    const both = await findContactByIdentities(table, [lid, ...somebody.identities]);
    expect(both).toMatchObject({ contact: { id: contact.id }, conflicting: [somebody.id] });
  });
});

describe('listing contacts', () => {
  it('pages by name, filters, and finds by any part of name and number', async () => {
    const company2 = await makeCompany();
    const { token } = company2.admin;
    const names = Array.from({ length: 130 }, (_none, n) => `Cliente ${String(n).padStart(3, '0')}`);
    for (let start = 0; start < names.length; start += 26) {
      await Promise.all(names.slice(start, start + 26).map((name) => makeContact(company2.table, { name })));
    }
    const group = await makeContact(company2.table, {
      name: 'Água da família',
      isGroup: true,
      number: '120363000000000001',
    });
    const list = async (query: string) =>
      pageSchema.parse((await call(contacts, { to: `GET /contacts?${query}`, token })).body);
    const first = await list('');
    expect(first).toMatchObject({ count: 100, hasMore: true });
    expect(first.contacts.slice(0, 3).map(({ name }) => name)).toEqual([
      'Água da família',
      'Cliente 000',
      'Cliente 001',
    ]);
    const rest = await list(`cursor=${first.cursor}`);
    expect(rest).toMatchObject({ count: 100, hasMore: false, cursor: null });
    expect(rest.contacts).toHaveLength(31);
    expect([...first.contacts, ...rest.contacts].slice(1).map(({ name }) => name)).toEqual(names);
    expect((await list('isGroup=false')).contacts[0]?.name).toBe('Cliente 000');
    expect((await list('channel=whatsapp')).contacts).toEqual(first.contacts);
    expect((await list('channel=facebook')).contacts).toEqual([]);
    expect(
      (await call(contacts, { to: `GET /contacts?isGroup=false&cursor=${first.cursor}`, token })).status,
    ).toBe(400);
    expect((await list('pageNumber=2')).contacts).toEqual(rest.contacts);
    expect(await list('pageNumber=3')).toMatchObject({ count: 0, hasMore: false, cursor: null });
    // The cursor decides the page; `pageNumber` beside it is only the caller's own count.
    expect((await list(`pageNumber=99&cursor=${first.cursor}`)).contacts).toEqual(rest.contacts);

    await indexContact(company2.table, await reloadContact(company2.table, group.id));
    expect((await list('searchParam=agua')).contacts.map(({ id }) => id)).toEqual([group.id]);
    expect((await list('searchParam=mília agua')).count).toBe(1);
    expect((await list('searchParam=agua&isGroup=false')).count).toBe(0);
    expect((await list('searchParam=nada')).count).toBe(0);
  });
});

describe('tags of a contact', () => {
  const tagSchema = tagRefSchema.extend({ kanban: z.int() });

  it('are found or created by name, and stored on the contact and its tickets', async () => {
    const answers = await Promise.all(
      ['Cliente VIP', 'cliente vip', 'Cliente VIP'].map((name) =>
        ask('POST /tags', { name, color: '#112233' }),
      ),
    );
    const [vip] = answers.map(({ body }) => tagSchema.parse(body));
    expect(new Set(answers.map(({ body }) => tagSchema.parse(body).id)).size).toBe(1);
    if (vip === undefined) throw new Error('no tag');
    const contact = view(await create());
    const stored = await reloadContact(company.table, contact.id);
    const ticket = await makeTicket(company.table, { contact: stored, connectionId }, { queueId });
    expect((await ask(`GET /contactTags/${contact.id}`)).body).toEqual({ tags: false });
    const tagged = view(await ask('POST /tags/sync', { contactId: contact.id, tags: [{ id: vip.id }] }));
    expect(tagged.tags).toEqual([{ id: vip.id, name: vip.name, color: '#112233' }]);
    expect((await reload(company.table, ticket.id)).contact.tags).toEqual(tagged.tags);
    expect((await ask(`GET /contactTags/${contact.id}`)).body).toEqual({ tags: true });
    expect((await ask('GET /tags/list?searchParam=vip')).body).toMatchObject([{ id: vip.id, kanban: 0 }]);
    expect((await ask('GET /tags/list?kanban=1')).body).toEqual([]);
    expect(await ask('POST /tags/sync', { contactId: contact.id, tags: [vip.id, 999] })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TAG_FOUND' },
    });
  });
});

describe('removing a contact', () => {
  const put = (id: number, body: unknown) =>
    call(tickets, { to: `PUT /tickets/${id}`, token: user.token, body });

  it('is refused while a ticket is active, and afterwards removes everything of the contact', async () => {
    const contact = view(await create());
    const close = async () => {
      const stored = await reloadContact(company.table, contact.id);
      const ticket = await makeTicket(
        company.table,
        { contact: stored, connectionId },
        { queueId, userId: user.id, status: 'open' },
      );
      const refusal = await ask(`DELETE /contacts/${contact.id}`, undefined, company.admin);
      expect(refusal).toMatchObject({ status: 409, body: { error: 'ERR_OTHER_OPEN_TICKET' } });
      await put(ticket.id, {
        isTransfered: true,
        queueId,
        userId: user.id,
        msgTransfer: `nota ${ticket.id}`,
      });
      await put(ticket.id, { status: 'closed' });
      return ticket.id;
    };
    const ids = [await close(), await close()];
    expect((await ask(`DELETE /contacts/${contact.id}`)).status).toBe(403);
    expect((await ask(`DELETE /contacts/${contact.id}`, undefined, company.admin)).status).toBe(200);
    expect((await ask(`GET /contacts/${contact.id}`)).status).toBe(404);
    for (const id of ids)
      expect(await company.table.get(Ticket, { id }, { consistent: true })).toBeUndefined();
    const partition = keys.contact({ id: contact.id }).pk;
    expect(await company.table.queryAll(partition, { consistent: true })).toEqual([]);
    const messages = keys.message({ contactId: contact.id, connectionId, sortKey: '' }).pk;
    expect(await company.table.queryAll(messages, { consistent: true })).toEqual([]);
    expect(
      await company.table.get(ContactAlias, { kind: 'phone', value: contact.number }, { consistent: true }),
    ).toBeUndefined();
    expect((await create({ number: contact.number })).status).toBe(201);
  });
});
