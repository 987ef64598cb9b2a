import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Lease, PhoneContact } from '@prosa/functions/platform/table/entities/connections.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { tableStore } from '@prosa/session-host/connections/table-store.ts';
import { historyStore } from '@prosa/session-host/history/history-store.ts';
import { type ImportView, importViewSchema } from '@prosa/shared/contracts/contact-files.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { contactImports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const ANA = '5511955554444';
const BIA = '5511955553333';

let company: TestCompany;
let where: { companyId: number; connectionId: number };
let user: TestUser;
beforeEach(async () => {
  company = await makeCompany();
  where = {
    companyId: company.id,
    connectionId: await company.addConnection({ isDefault: true, name: 'Loja' }),
  };
  user = await company.addUser();
});

const work = async (): Promise<void> => {
  const { pk } = keys.outbox({ queue: 'contact-imports', groupId: String(company.id), id: '' });
  for (;;) {
    const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
    if (rows.length === 0) return;
    await commit(rows.map((row) => company.table.delete(Outbox, row)));
    const { batchItemFailures } = await contactImports(sqsEvent(rows.map(({ body }) => body)));
    expect(batchItemFailures).toEqual([]);
  }
};
const importBy = async (path: string, body: object): Promise<ImportView> => {
  const answer = await call(contactFiles, { to: `POST ${path}`, token: company.admin.token, body });
  expect(answer.status).toBe(202);
  const { id } = importViewSchema.parse(answer.body);
  await work();
  const to = `GET /contacts/imports/${id}`;
  return importViewSchema.parse((await call(contactFiles, { to, token: company.admin.token })).body);
};
const contacts = async (): Promise<[string, string][]> => {
  const { pk } = keys.contactByName({ normalizedName: '', id: 0 });
  const { rows } = await company.table.query(Contact, { index: 'g1', pk, limit: 100 });
  return rows.map(({ name, number }): [string, string] => [name, number]).toSorted();
};

describe('contact import from a phone', () => {
  it("POST /contacts/import makes contacts from the phone's address book and leaves existing ones unchanged", async () => {
    await makeContact(company.table, { name: 'Bia, como escrevemos', number: BIA });
    await historyStore.keepPeople(where, 'saved', [
      { number: ANA, name: 'Ana' },
      { number: BIA, name: 'Bia do celular' },
    ]);
    await historyStore.keepPeople(where, 'chats', [{ number: '5511944443333', name: 'Só conversa' }]);
    const done = await importBy('/contacts/import', { whatsappId: where.connectionId });
    expect(done).toMatchObject({
      state: 'done',
      fileName: 'Loja',
      selected: 2,
      created: 1,
      existing: 1,
      ignored: 0,
    });
    expect(await contacts()).toEqual([
      ['Ana', ANA],
      ['Bia, como escrevemos', BIA],
    ]);
  });

  it('POST /contacts/import/chats makes contacts from the conversations of the default connection', async () => {
    await historyStore.keepPeople(where, 'saved', [{ number: BIA, name: 'Bia' }]);
    await historyStore.keepPeople(where, 'chats', [{ number: ANA, name: 'Ana' }]);
    expect(await importBy('/contacts/import/chats', {})).toMatchObject({ state: 'done', created: 1 });
    expect(await contacts()).toEqual([['Ana', ANA]]);
  });

  it('reports that the phone has sent no contacts', async () => {
    const ended = await importBy('/contacts/import', { whatsappId: where.connectionId });
    expect(ended).toMatchObject({ state: 'invalid', problem: 'nobody' });
  });

  it('phone contacts are stored once, removed with the session, and invisible to other companies', async () => {
    const other = await makeCompany();
    await historyStore.keepPeople(where, 'saved', [{ number: ANA, name: 'Ana' }]);
    await historyStore.keepPeople(where, 'saved', [{ number: ANA, name: 'Ana Souza' }]);
    const { pk } = keys.phoneContact({ connectionId: where.connectionId, list: 'saved', number: '' });
    const kept = async () =>
      (await company.table.query(PhoneContact, { pk, limit: 10, consistent: true })).rows;
    expect((await kept()).map(({ name }) => name)).toEqual(['Ana Souza']);
    const to = 'POST /contacts/import';
    const body = { whatsappId: where.connectionId + 1000 };
    expect((await call(contactFiles, { to, token: other.admin.token, body })).status).toBe(404);
    await commit([company.table.put(Lease, { ...where, owner: 'a', epoch: 1, until: 1 }, 'absent')]);
    await tableStore.wipeAuth(where, 1);
    expect(await kept()).toEqual([]);
  });

  it('requires the permission for exporting contacts, which is the one for deleting them', async () => {
    for (const to of ['POST /contacts/import', 'POST /contacts/import/chats', 'POST /contacts/exports']) {
      const body = to.endsWith('exports') ? undefined : { whatsappId: where.connectionId };
      expect((await call(contactFiles, { to, token: user.token, body })).status, to).toBe(403);
    }
  });
});
