import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as media } from '@prosa/functions/http/media/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { User } from '@prosa/functions/platform/table/entities/users.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { loadExport } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import {
  exportViewSchema,
  type ImportView,
  importedSheetSchema,
  importViewSchema,
} from '@prosa/shared/contracts/contact-files.ts';
import { contactViewSchema } from '@prosa/shared/contracts/contacts.ts';
import { tagViewSchema } from '@prosa/shared/contracts/tags.ts';
import type { RowRange } from '@prosa/shared/entities/contact-import.ts';
import { TAGS_PER_IMPORTED_ROW } from '@prosa/shared/entities/tag.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { contactExports, contactImports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

let company: TestCompany;
let user: TestUser;
beforeAll(async () => {
  company = await makeCompany();
  user = await company.addUser();
});

const ask = (to: string, body?: unknown, who: TestUser = user) =>
  call(contactFiles, { to, token: who.token, body });
const view = (answer: { body: unknown }): ImportView => importViewSchema.parse(answer.body);

/** Takes a queue's messages out of the outbox: the ones its worker is to get. */
const takeWork = async (
  queue: 'contact-imports' | 'contact-exports',
  { table, id }: TestCompany,
): Promise<string[]> => {
  const { pk } = keys.outbox({ queue, groupId: String(id), id: '' });
  const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
  await Promise.all(rows.map((row) => commit([table.delete(Outbox, row)])));
  return rows.map(({ body }) => body);
};
/** Delivers the waiting messages to the worker until none is left. */
const work = async (
  queue: 'contact-imports' | 'contact-exports' = 'contact-imports',
  of = company,
): Promise<void> => {
  const worker = queue === 'contact-imports' ? contactImports : contactExports;
  for (let bodies = await takeWork(queue, of); bodies.length > 0; bodies = await takeWork(queue, of))
    expect((await worker(sqsEvent(bodies))).batchItemFailures).toEqual([]);
};

const formOf = (text: string | Uint8Array<ArrayBuffer>, fileName = 'contatos.csv'): FormData => {
  const form = new FormData();
  form.append('file', new Blob([text]), fileName);
  return form;
};
const upload = async (text: string, who = user): Promise<ImportView> => {
  const answer = await call(contactFiles, {
    to: 'POST /contacts/upload',
    token: who.token,
    form: formOf(text),
  });
  expect(answer.status).toBe(202);
  await work();
  return view(await ask(`GET /contacts/imports/${view(answer).id}`, undefined, who));
};
const keyOf = (url: string): string => new URL(url, 'http://localhost').pathname.slice('/media/'.length);
const fileBehind = async (url: string | null): Promise<Buffer> => {
  const bytes = await getObject(keyOf(url ?? ''));
  if (bytes === undefined) throw new Error('there is no such file');
  return Buffer.from(bytes);
};
const MAPPING = { name: 0, number: 1 };
const start = async (ready: ImportView, options: { mapping?: object; rows?: RowRange[] } = {}) => {
  const { mapping = MAPPING, rows = [{ first: 0, last: ready.rows - 1 }] } = options;
  return ask(`PUT /contacts/imports/${ready.id}`, { mapping, rows });
};
const finished = async ({ id }: ImportView): Promise<ImportView> =>
  view(await ask(`GET /contacts/imports/${id}`));
const importAll = async (text: string, mapping: object = MAPPING): Promise<ImportView> => {
  const ready = await upload(text);
  expect((await start(ready, { mapping })).status).toBe(202);
  await work();
  return finished(ready);
};
const findContact = async (number: string) => {
  const answer = await call(contacts, { to: `GET /contacts/profile/${number}`, token: company.admin.token });
  if (answer.status !== 200) return undefined;
  const { contactId } = z.object({ contactId: z.int() }).parse(answer.body);
  return contactViewSchema.parse(
    (await call(contacts, { to: `GET /contacts/${contactId}`, token: company.admin.token })).body,
  );
};
const countContacts = async (prefix: string): Promise<number> => {
  const all = z.object({ contacts: z.array(contactViewSchema), cursor: z.string().nullable() });
  let count = 0;
  for (let cursor: string | null = ''; cursor !== null; ) {
    const where: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`;
    const page = all.parse((await call(contacts, { to: `GET /contacts${where}`, token: user.token })).body);
    count += page.contacts.filter(({ number }) => number.startsWith(prefix)).length;
    cursor = page.cursor;
  }
  return count;
};

describe('reading an import file', () => {
  it('returns columns and rows of an uploaded file, and why a file is unusable', async () => {
    const ready = await upload(
      'Nome;Número;E-mail\nMaria;5521970000001;m@example.com\n\nZé;5521970000002;\n',
    );
    expect(ready).toMatchObject({
      state: 'ready',
      fileName: 'contatos.csv',
      columns: ['Nome', 'Número', 'E-mail'],
      rows: 2,
      resultUrl: null,
    });
    const sheet = importedSheetSchema.parse(JSON.parse((await fileBehind(ready.rowsUrl)).toString()));
    expect(sheet).toEqual({
      rows: [
        ['Maria', '5521970000001', 'm@example.com'],
        ['Zé', '5521970000002', ''],
      ],
      lines: [2, 4],
    });
    expect(await upload('<html>')).toMatchObject({ state: 'invalid', problem: 'unreadable', rowsUrl: null });
    expect(await upload('Nome;Número\n')).toMatchObject({ state: 'invalid', problem: 'empty' });
  });

  it("takes a file that the same user uploaded before, and no other user's", async () => {
    const text = 'Nome,Número\nMaria,5521970000003\n';
    const made = await call(media, {
      to: 'POST /media/uploads',
      token: user.token,
      body: { fileName: 'lista.txt', mimeType: 'text/plain', size: Buffer.byteLength(text) },
    });
    const { key, url, fields } = z
      .object({ key: z.string(), url: z.string(), fields: z.record(z.string(), z.string()) })
      .parse(made.body);
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([text]));
    expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true);
    expect(await ask('POST /contacts/upload', { key }, company.admin)).toMatchObject({
      status: 422,
      body: { error: 'ERR_MEDIA_MISSING' },
    });
    const answer = await ask('POST /contacts/upload', { key });
    expect(answer.status).toBe(202);
    await work();
    expect(await finished(view(answer))).toMatchObject({ state: 'ready', fileName: 'lista.txt', rows: 1 });
  });

  it('an import is visible to its own user only', async () => {
    const ready = await upload('Nome,Número\nMaria,5521970000004\n');
    for (const who of [company.admin, (await makeCompany()).admin]) {
      const to = `/contacts/imports/${ready.id}`;
      expect((await ask(`GET ${to}`, undefined, who)).status).toBe(404);
      expect((await ask(`PUT ${to}`, { mapping: MAPPING, rows: [{ first: 0, last: 0 }] }, who)).status).toBe(
        404,
      );
    }
    const listed = z
      .object({ imports: z.array(importViewSchema) })
      .parse((await ask('GET /contacts/imports')).body);
    expect(listed.imports[0]?.id).toBe(ready.id);
  });
});

describe('importing rows', () => {
  it('creates contacts by the usual rules, with existing or new tags', async () => {
    const done = await importAll(
      'Telefone;Nome;Etiquetas;Correo\n+55 (21) 97000-0010;Maria;Clientes, VIP;maria@example.com\n5521970000011;Zé;vip;\n',
      { name: 1, number: 0, email: 3, tags: 2 },
    );
    expect(done).toMatchObject({
      state: 'done',
      selected: 2,
      processed: 2,
      created: 2,
      existing: 0,
      ignored: 0,
    });
    expect(done.resultUrl).toBeNull();
    const maria = await findContact('5521970000010');
    expect(maria).toMatchObject({
      name: 'Maria',
      number: '5521970000010',
      email: 'maria@example.com',
      active: true,
    });
    expect(maria?.tags.map(({ name, color }) => [name, color])).toEqual([
      ['Clientes', '#A4CCCC'],
      ['VIP', '#A4CCCC'],
    ]);
    expect((await findContact('5521970000011'))?.tags).toEqual([maria?.tags[1]]);
    const known = z
      .object({ tags: z.array(tagViewSchema) })
      .parse((await call(tags, { to: 'GET /tags', token: user.token })).body);
    expect(known.tags.map(({ name }) => name).toSorted()).toEqual(['Clientes', 'VIP']);
  });

  it('reports each row that makes no contact and why: a failed row counts as ignored, an existing contact stays', async () => {
    await importAll('Nome;Número\nAntiga;5521970000020\n');
    const done = await importAll(
      [
        'Nome;Número;E-mail;Tags',
        // The other spelling of an existing number.
        'Nova;5521970000020;;',
        ';5521970000021;;',
        'Sem número;;;',
        'Curto;123;;',
        'E-mail;5521970000022;nada;',
        'Tag;5521970000023;;ab',
        'Boa;5521970000024;;',
        'Repetida;+55 21 97000-0024;;',
        '=1+1;x;;',
      ].join('\n'),
      { name: 0, number: 1, email: 2, tags: 3 },
    );
    expect(done).toMatchObject({
      state: 'done',
      selected: 9,
      processed: 9,
      created: 1,
      existing: 1,
      ignored: 7,
    });
    expect(await findContact('5521970000020')).toMatchObject({ name: 'Antiga' });
    expect(await findContact('5521970000024')).toMatchObject({ name: 'Boa' });
    const result = (await fileBehind(done.resultUrl)).toString().split('\r\n');
    expect(result[0]).toBe('\uFEFF"Linha";"Nome";"Número";"Motivo"');
    expect(result.slice(1, -1).map((line) => line.split(';')[0])).toEqual(
      [2, 3, 4, 5, 6, 7, 9, 10].map((line) => `"${line}"`),
    );
    expect(result[1]).toContain('Já existe um contato com este número');
    // S-33: spreadsheet programs evaluate no formula of this file.
    expect(result[7]).toContain(`"'+55 21 97000-0024"`);
    expect(result[8]).toContain(`"'=1+1"`);
  });

  it('imports the selected rows only', async () => {
    const numbers = Array.from({ length: 10 }, (_none, at) => `552197000003${at}`);
    const ready = await upload(`Nome;Número\n${numbers.map((number, at) => `P${at};${number}`).join('\n')}`);
    expect(
      (
        await start(ready, {
          rows: [
            { first: 1, last: 2 },
            { first: 5, last: 5 },
          ],
        })
      ).status,
    ).toBe(202);
    await work();
    expect(await finished(ready)).toMatchObject({ selected: 3, created: 3 });
    const found = await Promise.all(numbers.map(findContact));
    expect(found.flatMap((contact, at) => (contact === undefined ? [] : [at]))).toEqual([1, 2, 5]);
  });

  it('refuses missing columns and rows, one column for two fields, and another selection after the start', async () => {
    const ready = await upload('Nome;Número\nMaria;5521970000041\nAna;5521970000042\n');
    const refused: [mapping: object, rows: RowRange[]][] = [
      [{ name: 0, number: 2 }, [{ first: 0, last: 0 }]],
      [{ name: 1, number: 1 }, [{ first: 0, last: 0 }]],
      [MAPPING, [{ first: 0, last: 2 }]],
      [MAPPING, [{ first: 1, last: 0 }]],
      [
        MAPPING,
        [
          { first: 0, last: 1 },
          { first: 1, last: 1 },
        ],
      ],
      [MAPPING, []],
      [{ number: 1 }, [{ first: 0, last: 0 }]],
    ];
    for (const [mapping, rows] of refused) expect((await start(ready, { mapping, rows })).status).toBe(400);
    expect((await start(ready, { rows: [{ first: 0, last: 0 }] })).status).toBe(202);
    expect((await start(ready, { rows: [{ first: 0, last: 0 }] })).status).toBe(202);
    expect(await start(ready, { rows: [{ first: 1, last: 1 }] })).toMatchObject({
      status: 409,
      body: { error: 'ERR_CONFLICT' },
    });
    await work();
    expect(await finished(ready)).toMatchObject({ created: 1 });
  });

  it('imports each row once, despite repeated and parallel deliveries', async () => {
    const rows = 400;
    const text = Array.from({ length: rows }, (_none, at) => `Pessoa ${at};552198${String(1_000_000 + at)}`);
    const ready = await upload(`Nome;Número\n${text.join('\n')}\n`);
    await start(ready);
    const [body = ''] = await takeWork('contact-imports', company);
    const answers = await Promise.all(Array.from({ length: 4 }, () => contactImports(sqsEvent([body]))));
    // A slower delivery fails and is retried.
    expect(answers.some(({ batchItemFailures }) => batchItemFailures.length === 0)).toBe(true);
    expect((await contactImports(sqsEvent([body, body]))).batchItemFailures).toEqual([]);
    expect(await finished(ready)).toMatchObject({
      state: 'done',
      processed: rows,
      created: rows,
      existing: 0,
      ignored: 0,
    });
    expect(await countContacts('552198')).toBe(rows);
  });

  it('imports 2,000 rows, each once, within one delivery', async () => {
    const rows = 2_000;
    const text = Array.from({ length: rows }, (_none, at) => `Pessoa ${at};552196${String(1_000_000 + at)}`);
    const ready = await upload(`Nome;Número\n${text.join('\n')}\n`);
    await start(ready);
    const [body = ''] = await takeWork('contact-imports', company);
    expect((await contactImports(sqsEvent([body]))).batchItemFailures).toEqual([]);
    expect(await finished(ready)).toMatchObject({ state: 'done', processed: rows, created: rows });
    expect(await countContacts('552196')).toBe(rows);
  });
});

describe('importing one row', () => {
  const one = (fields: object) => ask('POST /contactsImport', { name: 'Uma', ...fields });

  it('creates a contact with tags, and leaves an existing contact unchanged', async () => {
    const made = await one({ number: '+55 21 97000-0050', email: 'u@example.com', tags: 'Vip, Novas' });
    expect(made.status).toBe(200);
    expect(contactViewSchema.parse(made.body)).toMatchObject({
      number: '5521970000050',
      email: 'u@example.com',
    });
    expect(contactViewSchema.parse(made.body).tags.map(({ name }) => name)).toEqual(['VIP', 'Novas']);
    expect(await one({ name: 'Outra', number: '5521970000050' })).toMatchObject({
      status: 409,
      body: { error: 'ERR_DUPLICATED_CONTACT' },
    });
    expect(await findContact('5521970000050')).toMatchObject({ name: 'Uma' });
  });

  it('accepts as many tags as a spreadsheet row may have; with more it creates neither tags nor a contact', async () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_none, nth) => `Excesso ${nth}`).join(',');
    const tagsMade = async () =>
      (await company.table.queryAll(keys.tag({ id: 1 }).pk)).filter((row) =>
        JSON.stringify(row).includes('Excesso'),
      ).length;
    for (const count of [TAGS_PER_IMPORTED_ROW + 1, 150])
      expect(await one({ number: '5521970000053', tags: names(count) })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', details: [{ path: 'body.tags' }] },
      });
    expect(await findContact('5521970000053')).toBeUndefined();
    expect(await tagsMade()).toBe(0);
    expect((await one({ number: '5521970000053', tags: names(TAGS_PER_IMPORTED_ROW) })).status).toBe(200);
    expect(await tagsMade()).toBe(TAGS_PER_IMPORTED_ROW);
  });

  it('refuses to check a number without a connection, and creates nothing', async () => {
    expect(await one({ number: '5521970000051', validateContact: 'true' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_WAPP_CHECK_CONTACT' },
    });
    expect(await findContact('5521970000051')).toBeUndefined();
    expect((await one({ number: '5521970000052', tags: 'ab' })).status).toBe(400);
  });
});

describe('exporting contacts', () => {
  const exportsOf = async (who: TestUser) =>
    z
      .object({ exports: z.array(exportViewSchema) })
      .parse((await ask('GET /contacts/exports', undefined, who)).body).exports;

  it('writes every contact as text, and a user has one export at a time', async () => {
    await importAll("Nome;Número\n'=2+2;5521970000060\n");
    const before = await countContacts('');
    const answer = await ask('POST /contacts/exports', {}, company.admin);
    expect(answer.status).toBe(202);
    const again = await ask('POST /contacts/exports', {}, company.admin);
    expect(exportViewSchema.parse(again.body).id).toBe(exportViewSchema.parse(answer.body).id);
    await work('contact-exports');
    const [done] = await exportsOf(company.admin);
    expect(done).toMatchObject({ state: 'done', exported: before, files: [{ rows: before }] });
    expect(done?.files[0]?.fileName).toMatch(/^Contatos \d{4}-\d\d-\d\d\.xlsx$/);
    const sheet = await readSpreadsheet(await fileBehind(done?.files[0]?.url ?? null), 100_000);
    expect(sheet.columns).toEqual(['Nome', 'Número', 'E-mail', 'Tags']);
    expect(sheet.rows).toHaveLength(before);
    expect(sheet.rows.find(([, number]) => number === '5521970000060')).toEqual([
      '=2+2',
      '5521970000060',
      '',
      '',
    ]);
    expect(sheet.rows.find(([, number]) => number === '5521970000010')?.[3]).toBe('Clientes, VIP');
  });

  it("only users who may delete contacts export, and no user sees another user's exports", async () => {
    expect(await ask('POST /contacts/exports', {})).toMatchObject({ status: 403 });
    expect(await ask('GET /contacts/exports')).toMatchObject({ status: 403 });
    const second = await company.addUser({ profile: 'admin' });
    expect(await exportsOf(second)).toEqual([]);
  });

  describe('S-58: exports of a company that hides numbers from attendants', () => {
    const NUMBER = '5521970000060';
    let hiding: TestCompany;
    beforeAll(async () => {
      hiding = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
      const named = { name: `Ana ${NUMBER}`, number: NUMBER, email: `${NUMBER}@example.com` };
      await makeContact(hiding.table, { ...named, identities: [{ kind: 'phone', value: NUMBER }] });
    });
    /** Starts an export, applies a change to its user, and returns the rows of the file that is written then, if any. */
    const fileOf = async (who: TestUser, become: () => Promise<unknown> = async () => undefined) => {
      const { id } = exportViewSchema.parse((await ask('POST /contacts/exports', {}, who)).body);
      await become();
      forgetDirectory(hiding.id);
      await work('contact-exports', hiding);
      const [file] = (await loadExport(hiding.table, who.id, id))?.files ?? [];
      if (file === undefined) return undefined;
      const bytes = await getObject(file.key);
      const sheet = await readSpreadsheet(Buffer.from(bytes ?? []), 1_000);
      return sheet.rows;
    };
    const change = async (who: TestUser, fields: object) => {
      const row = await hiding.table.get(User, { id: who.id }, { consistent: true });
      if (row === undefined) throw new Error('no such user');
      await commit(userItems(hiding.table, row, { ...row, ...fields }, Date.now()));
    };

    it('an attendant can neither start nor list an export', async () => {
      const attendant = await hiding.addUser();
      expect(await ask('POST /contacts/exports', {}, attendant)).toMatchObject({ status: 403 });
      expect(await ask('GET /contacts/exports', undefined, attendant)).toMatchObject({ status: 403 });
    });

    it("an administrator's file shows the numbers", async () => {
      expect(await fileOf(hiding.admin)).toEqual([[`Ana ${NUMBER}`, NUMBER, `${NUMBER}@example.com`, '']]);
    });

    it('no file is written for a user who lost the permission before, and the export is not listed', async () => {
      const second = await hiding.addUser({ profile: 'admin' });
      expect(await fileOf(second, () => change(second, { profile: 'user' }))).toBeUndefined();
      expect(await ask('GET /contacts/exports', undefined, second)).toMatchObject({ status: 403 });
    });

    it('no file is written for a user who was removed before', async () => {
      const third = await hiding.addUser({ profile: 'admin' });
      const rows = await fileOf(third, async () => {
        const row = await hiding.table.get(User, { id: third.id }, { consistent: true });
        if (row === undefined) throw new Error('no such user');
        await commit(userItems(hiding.table, row, undefined, Date.now()));
      });
      expect(rows).toBeUndefined();
    });
  });
});
