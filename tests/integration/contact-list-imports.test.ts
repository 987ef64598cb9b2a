import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contactLists } from '@prosa/functions/http/contact-lists/handler.ts';
import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { writeSpreadsheet } from '@prosa/functions/platform/spreadsheet/write-spreadsheet.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import {
  contactFileRoutes,
  type ImportView,
  importViewSchema,
} from '@prosa/shared/contracts/contact-files.ts';
import { contactListRoutes } from '@prosa/shared/contracts/contact-lists.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { contactImports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { addItem, callLists, createList, expectCounted, readItems } from './support/contact-lists.ts';
import { momentsOf, nameOf, takeInProcess, takeWork } from './support/file-worker-process.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

const QUEUE = 'contact-imports';
const HEADINGS = 'Nome;Número;E-mail\n';
const numberAt = (row: number): string => `55219${String(70_000_000 + row)}`;
const sheetOf = (rows: number): string =>
  HEADINGS +
  Array.from({ length: rows }, (_none, row) => `Pessoa ${row};${numberAt(row)};p${row}@example.com\n`).join(
    '',
  );

let company: TestCompany;
let listId: number;
beforeEach(async () => {
  company = await makeCompany();
  listId = (await createList(company.admin, 'Natal')).id;
});

/** Delivers the waiting messages to the worker until none is left. */
const work = async (first: readonly string[] = []): Promise<void> => {
  for (let bodies = [...first]; ; bodies = await takeWork(company, QUEUE)) {
    if (bodies.length === 0) bodies = await takeWork(company, QUEUE);
    if (bodies.length === 0) return;
    expect((await contactImports(sqsEvent(bodies))).batchItemFailures).toEqual([]);
  }
};
const upload = async (
  file: string | Uint8Array<ArrayBuffer>,
  fileName = 'contatos.csv',
): Promise<ImportView> => {
  const form = new FormData();
  form.append('file', new Blob([file]), fileName);
  const to = `POST /contact-lists/${listId}/upload`;
  const answer = await call(contactLists, { to, token: company.admin.token, form });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return importViewSchema.parse(answer.body);
};
const lastImport = async (): Promise<ImportView> => {
  const answer = await callLists(company.admin, `GET /contact-lists/${listId}/imports`);
  const [last] = contactListRoutes.listImports.response.parse(answer.body).imports;
  if (last === undefined) throw new Error('there is no import');
  return last;
};
const importAll = async (file: string | Uint8Array<ArrayBuffer>, fileName?: string): Promise<ImportView> => {
  await upload(file, fileName);
  await work();
  return lastImport();
};
const numbersOnList = async (): Promise<string[]> =>
  (await readItems(company.admin, listId)).items.map(({ number }) => number);
const resultLines = async ({ resultUrl }: ImportView): Promise<string[]> => {
  const key = new URL(resultUrl ?? '', 'http://localhost').pathname.slice('/media/'.length);
  const text = Buffer.from((await getObject(key)) ?? []).toString('utf8');
  return text.trim().split('\r\n').slice(1);
};

describe('an import into a contact list', () => {
  it('starts by itself, adds the people in the order of the sheet, and has their numbers checked', async () => {
    const uploaded = await upload(sheetOf(95));
    expect(uploaded).toMatchObject({ state: 'reading', fileName: 'contatos.csv' });
    await work();
    expect(await lastImport()).toMatchObject({
      ...{ id: uploaded.id, state: 'done', rows: 95, selected: 95, processed: 95, created: 95 },
      ...{ existing: 0, ignored: 0, resultUrl: null },
    });
    const { items } = await readItems(company.admin, listId);
    expect(items.map(({ name, number, email }) => [name, number, email])).toEqual(
      Array.from({ length: 95 }, (_none, row) => [`Pessoa ${row}`, numberAt(row), `p${row}@example.com`]),
    );
    expect(await expectCounted(company.admin, listId)).toMatchObject({
      contactsCount: 95,
      uncheckedCount: 95,
    });
    const timer = { kind: 'contact-list-check', subject: String(listId) };
    expect(await company.table.get(Timer, timer, { consistent: true })).toBeDefined();
    // They are no contacts of the company.
    expect((await call(contacts, { to: 'GET /contacts', token: company.admin.token })).body).toMatchObject({
      contacts: [],
    });
  });

  it('reads Excel files, and columns by the headings of the product that is replaced', async () => {
    let row = 0;
    for (const headings of [
      ['nome', 'numero', 'email'],
      ['Nome', 'Número', 'E-mail'],
      ['NOME', 'NUMERO', 'e-mail'],
      ['name', 'number', 'Email'],
      ['Name', 'Number', 'E-Mail'],
    ]) {
      row += 1;
      const bytes = await writeSpreadsheet('Contatos', [
        headings,
        [`Pessoa ${row}`, numberAt(row), `p${row}@example.com`],
      ]);
      expect(await importAll(new Uint8Array(bytes), 'contatos.xlsx'), headings.join()).toMatchObject({
        state: 'done',
        created: 1,
      });
    }
    const { items } = await readItems(company.admin, listId);
    expect(items.map(({ name, number, email }) => [name, number, email])).toEqual(
      [1, 2, 3, 4, 5].map((nth) => [`Pessoa ${nth}`, numberAt(nth), `p${nth}@example.com`]),
    );
  });

  it('skips numbers that the list or the file has already, and wrong rows, and says why', async () => {
    await addItem(company.admin, listId, numberAt(1), { name: 'Já estava' });
    const rows = [
      `Zé;${numberAt(1)};`,
      `Ana;${numberAt(2)};`,
      `Ana de novo;${numberAt(2).replace('219', '21')};`,
      `X;${numberAt(3)};`,
      `${'N'.repeat(51)};${numberAt(4)};`,
      'Curto;123;',
      `Sem arroba;${numberAt(5)};example.com`,
      `Depois;${numberAt(3)};`,
    ];
    const done = await importAll(`${HEADINGS}${rows.join('\n')}\n`);
    expect(done).toMatchObject({ state: 'done', processed: 8, created: 2, existing: 1, ignored: 5 });
    expect(await numbersOnList()).toEqual([numberAt(1), numberAt(2), numberAt(3)]);
    expect((await resultLines(done)).map((line) => line.split(';')[0])).toEqual(
      ['2', '4', '5', '6', '7', '8'].map((line) => `"${line}"`),
    );
    expect(await importAll(`${HEADINGS}${rows.join('\n')}\n`)).toMatchObject({ created: 0, existing: 3 });
    const { items } = await readItems(company.admin, listId);
    expect(items.map(({ name }) => name)).toEqual(['Já estava', 'Ana', 'Depois']);
  });

  it('waits for its columns if the headings do not tell them', async () => {
    const ready = await importAll(`A;B\nMaria;${numberAt(1)}\n`);
    expect(ready).toMatchObject({ state: 'ready', columns: ['A', 'B'], rows: 1 });
    const to = `PUT /contacts/imports/${ready.id}`;
    const body = { mapping: { name: 0, number: 1 }, rows: [{ first: 0, last: 0 }] };
    // An import is its user's alone.
    const other = await company.addUser();
    expect((await call(contactFiles, { to, token: other.token, body })).status).toBe(404);
    expect((await call(contactFiles, { to, token: company.admin.token, body })).status).toBe(202);
    await work();
    expect(await lastImport()).toMatchObject({ state: 'done', created: 1 });
    expect(await numbersOnList()).toEqual([numberAt(1)]);
  });

  it('is listed with its list only, and an unusable file with its reason', async () => {
    await importAll(sheetOf(1));
    const other = await createList(company.admin, 'Outra');
    expect((await callLists(company.admin, `GET /contact-lists/${other.id}/imports`)).body).toEqual({
      imports: [],
    });
    const answer = await call(contactFiles, { to: 'GET /contacts/imports', token: company.admin.token });
    expect(contactFileRoutes.listImports.response.parse(answer.body).imports).toEqual([]);
    expect(await importAll('')).toMatchObject({ state: 'invalid', problem: 'empty' });
    const to = `POST /contact-lists/${listId}/upload`;
    expect(await call(contactLists, { to, token: company.admin.token, body: {} })).toMatchObject({
      status: 400,
    });
  });

  it('ends with what was imported if its list is removed meanwhile', async () => {
    const uploaded = await upload(sheetOf(10));
    expect((await contactImports(sqsEvent(await takeWork(company, QUEUE)))).batchItemFailures).toEqual([]);
    expect((await callLists(company.admin, `DELETE /contact-lists/${listId}`)).status).toBe(200);
    await work();
    const answer = await call(contactFiles, {
      to: `GET /contacts/imports/${uploaded.id}`,
      token: company.admin.token,
    });
    expect(answer.body).toMatchObject({ state: 'invalid', problem: 'expired', created: 0 });
  });
});

describe('R26: the worker of an import into a contact list', () => {
  const ROWS = 100;
  const begin = async (): Promise<string> => {
    company = await makeCompany();
    listId = (await createList(company.admin, 'Natal')).id;
    await upload(sheetOf(ROWS));
    expect((await contactImports(sqsEvent(await takeWork(company, QUEUE)))).batchItemFailures).toEqual([]);
    const [body] = await takeWork(company, QUEUE);
    return body ?? '';
  };
  const expectWhole = async (moment: string): Promise<void> => {
    expect(await lastImport(), moment).toMatchObject({
      ...{ state: 'done', selected: ROWS, processed: ROWS, created: ROWS, existing: 0, ignored: 0 },
    });
    expect((await numbersOnList()).toSorted(), moment).toEqual(
      Array.from({ length: ROWS }, (_none, row) => numberAt(row)).toSorted(),
    );
    await expectCounted(company.admin, listId);
  };

  it('R26: killed at any write of its rows, it adds each row once, and the counts equal a recount', async () => {
    const { writes, lived } = await takeInProcess(QUEUE, await begin());
    expect(lived).toBe(true);
    await expectWhole('not killed');
    // Three steps of 40 rows, and the outcome.
    expect(writes).toBeGreaterThanOrEqual(4);
    for (const moment of momentsOf(writes)) {
      const body = await begin();
      await takeInProcess(QUEUE, body, moment);
      await work([body]);
      await expectWhole(nameOf(moment));
    }
  });

  it('a repeated delivery changes nothing, and of two at once each row is added once', async () => {
    const body = await begin();
    await Promise.allSettled([contactImports(sqsEvent([body])), contactImports(sqsEvent([body]))]);
    await work([body]);
    await expectWhole('twice at once');
    const before = await readItems(company.admin, listId);
    await work([body]);
    expect(await readItems(company.admin, listId)).toEqual(before);
  });
});
