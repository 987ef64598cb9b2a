import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as report } from '@prosa/functions/http/ticket-report/handler.ts';
import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { readSpreadsheet } from '@prosa/functions/platform/spreadsheet/read-spreadsheet.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { loadExport } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { RUNNING_MAX } from '@prosa/functions/repositories/limits/running-work.ts';
import { loadUser, userItems } from '@prosa/functions/repositories/users/users.ts';
import {
  contactFileRoutes,
  type ExportView,
  exportViewSchema,
} from '@prosa/shared/contracts/contact-files.ts';
import { ticketReportRoutes } from '@prosa/shared/contracts/ticket-report.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { plantAttendances } from '../factories/attendances.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { contactExports, index } from '../support/handlers.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { momentsOf, nameOf, takeInProcess, takeWork } from './support/file-worker-process.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const engine = useTable();
useBucket();

const DAYS = { dateFrom: '2026-11-01', dateTo: '2026-11-30' };
const START = Date.parse('2026-11-10T12:00:00.000Z');
const MINUTE_MS = 60_000;

const create = async ({ token }: TestUser, filters: object = DAYS): Promise<ExportView> => {
  const answer = await call(report, { to: 'POST /ticketreport/exports', token, body: filters });
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return exportViewSchema.parse(answer.body);
};
const listed = async ({ token }: TestUser): Promise<ExportView[]> =>
  ticketReportRoutes.listExports.response.parse(
    (await call(report, { to: 'GET /ticketreport/exports', token })).body,
  ).exports;
const work = async (company: TestCompany): Promise<void> => {
  for (let bodies = await takeWork(company, 'contact-exports'); bodies.length > 0; )
    bodies = await contactExports(sqsEvent(bodies)).then(({ batchItemFailures }) => {
      expect(batchItemFailures).toEqual([]);
      return takeWork(company, 'contact-exports');
    });
};
const sheetOf = async ({ url }: { url: string }) => {
  const bytes = await getObject(new URL(url, 'http://localhost').pathname.slice('/media/'.length));
  return readSpreadsheet(Buffer.from(bytes ?? []), 200_000);
};

/** Plants attendances of one ticket, each a minute before the one before it. */
const plantMany = (company: TestCompany, count: number) =>
  plantAttendances(
    company.table,
    [{ id: 1, contactId: 1, status: 'closed' }],
    Array.from({ length: count }, (_none, nth) => ({
      ticketId: 1,
      id: String(nth).padStart(6, '0'),
      startedOn: new Date(START - nth * MINUTE_MS).toISOString(),
      finishedAt: new Date(START).toISOString(),
    })),
  );

it('S-33: is a spreadsheet of texts with every row that matches, in the language of the company', async () => {
  const company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
  const queueId = await company.addQueue({ name: 'Vendas' });
  const connectionId = await company.addConnection({ name: 'Loja' });
  const { id: userId } = await company.addUser({ name: 'Paula' });
  await plantAttendances(
    company.table,
    [
      {
        ...{ id: 7, contactId: 7, status: 'open', lastMessage: '=HYPERLINK("http://x")' },
        contact: { id: 7, name: '=1+1', number: plant('5511987650001') },
      },
      { id: 8, contactId: 8, status: 'pending' },
    ],
    [
      {
        ...{ ticketId: 7, id: '1', startedOn: '2026-11-20T12:00:00.000Z', userId, queueId, connectionId },
        ...{ finishedAt: '2026-11-21T14:25:09.000Z', rated: true, rate: 9 },
      },
      { ticketId: 7, id: '2', startedOn: '2026-11-22T12:30:00.000Z', reopened: true },
      { ticketId: 8, id: '1', startedOn: '2026-11-22T12:31:00.000Z' },
      { ticketId: 8, id: '0', startedOn: '2026-10-22T12:31:00.000Z' },
    ],
  );
  await create(company.admin);
  await work(company);
  const [done, ...others] = await listed(company.admin);
  expect(others).toEqual([]);
  expect(done).toMatchObject({ state: 'done', exported: 3, files: [{ rows: 3 }] });
  const [file] = done?.files ?? [];
  expect(file?.fileName).toMatch(/^Relatório de atendimentos \d{4}-\d\d-\d\d\.xlsx$/);
  const { columns, rows } = await sheetOf(file ?? { url: '' });
  expect(columns).toEqual([
    ...['Atendimento', 'UUID', 'Conexão', 'Contato', 'Atendente', 'Fila', 'Situação', 'Reaberto'],
    ...['Última mensagem', 'Início', 'Fim', 'Duração', 'NPS'],
  ]);
  expect(rows.map((row) => row.filter((_cell, index) => index !== 1))).toEqual([
    ['8', '', 'Contact 8', '', '', 'Aguardando', '', '', '22/11/2026 09:31', '', '', ''],
    [
      ...['7', '', '=1+1', '', '', 'Aberto', 'Sim', '=HYPERLINK("http://x")'],
      ...['22/11/2026 09:30', '', '', ''],
    ],
    [
      ...['7', 'Loja', '=1+1', 'Paula', 'Vendas', 'Resolvido', '', '=HYPERLINK("http://x")'],
      ...['20/11/2026 09:00', '21/11/2026 11:25', '26:25:09', '9'],
    ],
  ]);
});

it('one of the same filters that is being written is answered again, and others are not', async () => {
  const company = await makeCompany();
  const first = await create(company.admin);
  expect((await create(company.admin)).id).toBe(first.id);
  expect((await create(company.admin, { ...DAYS, users: [], searchParam: '' })).id).toBe(first.id);
  const second = await create(company.admin, { ...DAYS, onlyRated: true });
  expect(second.id).not.toBe(first.id);
  expect(await takeWork(company, 'contact-exports')).toHaveLength(2);
});

it('exports that a user asks for at the same time are one for equal contents, of three at most, each with one message to the worker', async () => {
  const contents = [
    { ...DAYS },
    { ...DAYS, onlyRated: true },
    { ...DAYS, searchParam: 'a' },
    { ...DAYS, dateFrom: '2026-11-02' },
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: contents.length }), { minLength: 2, maxLength: 12 }),
      async (wanted) => {
        const company = await makeCompany();
        const { token } = company.admin;
        const ask = (nth: number) => {
          const body = contents[nth];
          return body === undefined
            ? call(contactFiles, { to: 'POST /contacts/exports', token })
            : call(report, { to: 'POST /ticketreport/exports', token, body });
        };
        const answers = await Promise.all(wanted.map(ask));
        const idsOf = new Map<number, Set<string>>();
        for (const [at, { status, body }] of answers.entries()) {
          if (status === 202) {
            const nth = wanted[at] ?? 0;
            idsOf.set(nth, (idsOf.get(nth) ?? new Set()).add(exportViewSchema.parse(body).id));
          } else
            expect([status, body]).toEqual([429, expect.objectContaining({ error: 'ERR_RUNNING_LIMIT' })]);
        }
        expect([...idsOf.values()].every(({ size }) => size === 1)).toBe(true);
        const asked = new Set(wanted).size;
        expect(idsOf.size).toBe(Math.min(RUNNING_MAX, asked));
        expect(await takeWork(company, 'contact-exports')).toHaveLength(idsOf.size);
      },
    ),
    { numRuns: 5 },
  );
});

it('has the rows of the conditions that it was asked with', async () => {
  const company = await makeCompany();
  const records = await followStream(engine().endpoint);
  const startedOn = new Date(START).toISOString();
  await plantAttendances(
    company.table,
    [
      { id: 1, contactId: 1, status: 'closed' },
      { id: 2, contactId: 1, status: 'closed' },
      { id: 3, contactId: 2, status: 'closed' },
    ],
    [1, 2, 3].map((ticketId) => ({
      ...{ ticketId, id: '1', startedOn, finishedAt: startedOn },
      rate: ticketId === 2 ? 0 : null,
    })),
  );
  await index({ Records: recordsFor('index', await records()) });
  const ticketsOf = async (filters: object): Promise<(string | undefined)[]> => {
    const { id } = await create(company.admin, { ...DAYS, ...filters });
    await work(company);
    const done = (await listed(company.admin)).find((one) => one.id === id);
    const { rows } = await sheetOf(done?.files[0] ?? { url: '' });
    return rows.map(([ticket]) => ticket);
  };
  expect(await ticketsOf({ onlyDeclined: true })).toEqual(['2']);
  expect(await ticketsOf({ onlyNewContacts: true })).toEqual(['3', '1']);
});

it('exports of contacts and of the report are listed apart, and only to their user', async () => {
  const company = await makeCompany();
  const other = await company.addUser({ showDashboard: true });
  const { id } = await create(company.admin);
  const { token } = company.admin;
  const contacts = exportViewSchema.parse(
    (await call(contactFiles, { to: 'POST /contacts/exports', token })).body,
  );
  await work(company);
  expect((await listed(company.admin)).map((one) => one.id)).toEqual([id]);
  expect(await listed(other)).toEqual([]);
  const { exports } = contactFileRoutes.listExports.response.parse(
    (await call(contactFiles, { to: 'GET /contacts/exports', token })).body,
  );
  expect(exports.map((one) => one.id)).toEqual([contacts.id]);
});

it('S-21 S-58: has only rows of tickets that its user sees, without numbers that are hidden from the user', async () => {
  const company = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
  const queues = [await company.addQueue(), await company.addQueue()];
  const user = await company.addUser({ showDashboard: true, queueIds: queues.slice(0, 1) });
  const contact = { id: 1, name: `Ana ${plant('5511976543210')}`, number: '5511976543210' };
  await plantAttendances(
    company.table,
    queues.map((queueId, nth) => ({
      ...{ id: nth + 1, contactId: 1, status: 'closed' as const, queueId, contact },
      lastMessage: 'Meu número: 5511976543210',
    })),
    queues.map((_queue, nth) => ({ ticketId: nth + 1, id: '1', startedOn: new Date(START).toISOString() })),
  );
  await create(user);
  await work(company);
  const [done] = await listed(user);
  expect(done).toMatchObject({ state: 'done', exported: 1 });
  const { rows } = await sheetOf(done?.files[0] ?? { url: '' });
  expect(rows.map(([id]) => id)).toEqual(['1']);
  expect(JSON.stringify(rows)).not.toContain('976543210');
});

it('is empty for a user who lost the permission meanwhile', async () => {
  const company = await makeCompany();
  const user = await company.addUser({ showDashboard: true, allUserChat: true, allHistoric: true });
  await plantMany(company, 3);
  const { id } = await create(user);
  const before = await loadUser(company.table, user.id);
  if (before === undefined) throw new Error('the user is gone');
  await commit(userItems(company.table, before, { ...before, showDashboard: false }, Date.now()));
  forgetDirectory(company.id);
  await work(company);
  expect(await loadExport(company.table, user.id, id)).toMatchObject({
    state: 'done',
    exported: 0,
    files: [],
  });
  expect((await call(report, { to: 'GET /ticketreport/exports', token: user.token })).status).toBe(403);
});

it('a filter that is none is refused, and nothing is written', async () => {
  const company = await makeCompany();
  const { token } = company.admin;
  const answer = await call(report, {
    to: 'POST /ticketreport/exports',
    token,
    body: { ...DAYS, filter: 'status:nothing' },
  });
  expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  expect(await takeWork(company, 'contact-exports')).toEqual([]);
});

it('killed at any write, it writes one file with every row once', async () => {
  const rows = 5_400;
  const company = await makeCompany({ company: { timeZone: 'America/Sao_Paulo' } });
  await plantMany(company, rows);
  const begun = async () => {
    const { id } = await create(company.admin);
    const [body = ''] = await takeWork(company, 'contact-exports');
    return { id, body };
  };
  const expectWritten = async ({ id }: Awaited<ReturnType<typeof begun>>, moment: string) => {
    const row = await loadExport(company.table, company.admin.id, id);
    expect(row, moment).toMatchObject({ state: 'done', exported: rows, files: [{ rows }] });
    const bytes = await getObject(row?.files[0]?.key ?? '');
    const sheet = await readSpreadsheet(Buffer.from(bytes ?? []), 200_000);
    expect(sheet.rows, moment).toHaveLength(rows);
    expect(new Set(sheet.rows.map((cells) => cells[9])).size, moment).toBe(rows);
  };
  const first = await begun();
  const { writes } = await takeInProcess('contact-exports', first.body);
  await expectWritten(first, 'not killed');
  // Progress, and the outcome.
  expect(writes).toBe(2);
  for (const moment of momentsOf(writes)) {
    const other = await begun();
    expect((await takeInProcess('contact-exports', other.body, moment)).lived, nameOf(moment)).toBe(false);
    expect((await contactExports(sqsEvent([other.body]))).batchItemFailures).toEqual([]);
    await expectWritten(other, nameOf(moment));
  }
});
