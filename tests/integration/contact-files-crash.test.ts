import { canonicalIdentity } from '@prosa/functions/domain/contacts/canonical-identity.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { deleteObject, getObject } from '@prosa/functions/platform/blob/blob.ts';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { Contact, ContactAlias } from '@prosa/functions/platform/table/entities/contacts.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import {
  importedRowsKey,
  loadExport,
  loadImport,
} from '@prosa/functions/repositories/contacts/contact-files.ts';
import {
  exportViewSchema,
  type ImportView,
  importViewSchema,
} from '@prosa/shared/contracts/contact-files.ts';
import { describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { contactExports, contactImports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import {
  type ContactQueue,
  momentsOf,
  nameOf,
  takeInProcess,
  takeWork,
} from './support/file-worker-process.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

/** Three steps of at most 20 rows each; one step starts only when the other two are done. */
const ROWS = 60;
/**
 * Writes of an import: three steps and the outcome. A step that finds the import changed writes again, so one run may
 * have more writes than another.
 */
const IMPORT_WRITES_MIN = 4;

const WORKERS = { 'contact-imports': contactImports, 'contact-exports': contactExports };

const theWork = async (company: TestCompany, queue: ContactQueue): Promise<string> => {
  const [body, ...others] = await takeWork(company, queue);
  if (body === undefined || others.length > 0) throw new Error('one message was to wait for the worker');
  return body;
};
/** Redelivers the message after its worker died, and works off the messages that follow from it. */
const redeliver = async (company: TestCompany, queue: ContactQueue, body: string): Promise<void> => {
  for (let bodies = [body]; bodies.length > 0; bodies = await takeWork(company, queue))
    expect((await WORKERS[queue](sqsEvent(bodies))).batchItemFailures).toEqual([]);
};

const ask = ({ admin }: TestCompany, to: string, body?: unknown) =>
  call(contactFiles, { to, token: admin.token, body });

const numberAt = (row: number): string => `55219${String(70_000_000 + row)}`;
const SHEET = `Nome;Número\n${Array.from({ length: ROWS }, (_none, row) => `Pessoa ${row};${numberAt(row)}`).join('\n')}\n`;

const upload = async (company: TestCompany): Promise<ImportView> => {
  const form = new FormData();
  form.append('file', new Blob([SHEET]), 'contatos.csv');
  const answer = await call(contactFiles, { to: 'POST /contacts/upload', token: company.admin.token, form });
  return importViewSchema.parse(answer.body);
};
const show = async (company: TestCompany, { id }: ImportView): Promise<ImportView> =>
  importViewSchema.parse((await ask(company, `GET /contacts/imports/${id}`)).body);

/**
 * Starts an import whose file was read and of whose rows all but the first are selected. Returns it with the message
 * of its work.
 */
const begin = async (company: TestCompany): Promise<{ of: ImportView; body: string }> => {
  const of = await upload(company);
  await redeliver(company, 'contact-imports', await theWork(company, 'contact-imports'));
  const rows = [{ first: 1, last: ROWS - 1 }];
  const started = await ask(company, `PUT /contacts/imports/${of.id}`, {
    mapping: { name: 0, number: 1 },
    rows,
  });
  expect(started.status).toBe(202);
  return { of, body: await theWork(company, 'contact-imports') };
};

const contactsOf = async ({ table }: TestCompany) => {
  const { pk } = keys.contactByName({ normalizedName: '', id: 0 });
  return (await table.query(Contact, { index: 'g1', pk, limit: 1_000, maxExamined: 1_000 })).rows;
};

const expectWhole = async (company: TestCompany, of: ImportView, moment: string): Promise<void> => {
  const selected = ROWS - 1;
  expect(await show(company, of), moment).toMatchObject({
    ...{ state: 'done', selected, processed: selected, created: selected },
    ...{ existing: 0, ignored: 0, resultUrl: null },
  });
  const contacts = await contactsOf(company);
  const numbers = contacts.map(({ number }) => number).toSorted();
  expect(numbers, moment).toEqual(Array.from({ length: selected }, (_none, row) => numberAt(row + 1)));
  const aliases = await company.table.getMany(
    ContactAlias,
    contacts.map(({ number: value }) => canonicalIdentity({ kind: 'phone', value })),
    { consistent: true },
  );
  expect(
    aliases.map((alias) => alias?.contactId),
    moment,
  ).toEqual(contacts.map(({ id }) => id));
};

describe('worker of imports', () => {
  it('an import killed at any write of its rows makes each selected row one contact, and counts them correctly', async () => {
    const company = await makeCompany();
    const { of, body } = await begin(company);
    const { writes, lived } = await takeInProcess('contact-imports', body);
    expect(lived).toBe(true);
    await expectWhole(company, of, 'not killed');
    expect(writes).toBeGreaterThanOrEqual(IMPORT_WRITES_MIN);
    for (const moment of momentsOf(writes)) {
      const other = await makeCompany();
      const begun = await begin(other);
      const killed = await takeInProcess('contact-imports', begun.body, moment);
      expect(killed.lived, nameOf(moment)).toBe(
        moment.write > IMPORT_WRITES_MIN && killed.writes < moment.write,
      );
      await redeliver(other, 'contact-imports', begun.body);
      await expectWhole(other, begun.of, nameOf(moment));
    }
  });

  it('killed at any write while reading the file, it reads the file again', async () => {
    const company = await makeCompany();
    await upload(company);
    const { writes } = await takeInProcess('contact-imports', await theWork(company, 'contact-imports'));
    // Two writes: the beginning and the outcome.
    expect(writes).toBe(2);
    for (const moment of momentsOf(writes)) {
      const of = await upload(company);
      const body = await theWork(company, 'contact-imports');
      expect((await takeInProcess('contact-imports', body, moment)).lived).toBe(false);
      await redeliver(company, 'contact-imports', body);
      expect(await show(company, of), nameOf(moment)).toMatchObject({ state: 'ready', rows: ROWS });
    }
  });

  it('reports a file that was deleted before it was read', async () => {
    const company = await makeCompany();
    const of = await upload(company);
    const row = await loadImport(company.table, company.admin.id, of.id);
    await deleteObject(row?.sourceKey ?? '');
    await redeliver(company, 'contact-imports', await theWork(company, 'contact-imports'));
    expect(await show(company, of)).toMatchObject({ state: 'invalid', problem: 'missing' });
    expect(await contactsOf(company)).toEqual([]);
  });

  it('reports rows that were deleted midway, and the contacts made until then', async () => {
    const company = await makeCompany();
    const { of, body } = await begin(company);
    // Two steps run in parallel; the third has not run.
    expect((await takeInProcess('contact-imports', body, { write: 3, when: 'before' })).lived).toBe(false);
    await deleteObject(importedRowsKey({ companyId: company.id, id: of.id }));
    await redeliver(company, 'contact-imports', body);
    expect(await show(company, of)).toMatchObject({
      ...{ state: 'invalid', problem: 'expired', resultUrl: null },
      ...{ selected: ROWS - 1, processed: 40, created: 40, existing: 0, ignored: 0 },
    });
    expect(await contactsOf(company)).toHaveLength(40);
    // Another delivery changes nothing.
    await redeliver(company, 'contact-imports', body);
    expect(await show(company, of)).toMatchObject({ state: 'invalid', created: 40 });
  });
});

describe('worker of exports', () => {
  it('killed at any write, it writes one file with every contact once', async () => {
    const begun = async () => {
      const company = await makeCompany();
      for (let nth = 0; nth < 30; nth++) await makeContact(company.table, { name: `Pessoa ${nth}` });
      const { id } = exportViewSchema.parse((await ask(company, 'POST /contacts/exports', {})).body);
      return { company, id, body: await theWork(company, 'contact-exports') };
    };
    const expectWritten = async ({ company, id }: Awaited<ReturnType<typeof begun>>, moment: string) => {
      const row = await loadExport(company.table, company.admin.id, id);
      expect(row, moment).toMatchObject({ state: 'done', exported: 30, files: [{ rows: 30 }] });
      const bytes = await getObject(row?.files[0]?.key ?? '');
      const sheet = await readSpreadsheet(Buffer.from(bytes ?? []), 1_000);
      expect(sheet.rows.map(([, number]) => number).toSorted(), moment).toEqual(
        (await contactsOf(company)).map(({ number }) => number).toSorted(),
      );
    };
    const first = await begun();
    const { writes } = await takeInProcess('contact-exports', first.body);
    await expectWritten(first, 'not killed');
    expect(writes).toBeGreaterThanOrEqual(1);
    for (const moment of momentsOf(writes)) {
      const other = await begun();
      expect((await takeInProcess('contact-exports', other.body, moment)).lived).toBe(false);
      await redeliver(other.company, 'contact-exports', other.body);
      await expectWritten(other, nameOf(moment));
    }
  });
});
