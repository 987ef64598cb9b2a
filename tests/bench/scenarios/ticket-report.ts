import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeTicketUuid } from '@prosa/functions/domain/ticket-uuid.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { Company, CompanySettings, Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactExport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { Attendance, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { loadExport } from '@prosa/functions/repositories/contacts/contact-files.ts';
import { userItems } from '@prosa/functions/repositories/users/users.ts';
import { handler as work } from '@prosa/functions/workers/contact-exports/handler.ts';
import { LOCAL_CREDENTIALS, startBucket } from '@prosa/infra/local/s3.ts';
import { REPORT_EXPORT_MAX } from '@prosa/shared/contracts/ticket-report.ts';
import { attendanceSchema } from '@prosa/shared/entities/ticket.ts';
import { userSchema } from '@prosa/shared/entities/user.ts';
import { planFlags } from '../../factories/company.ts';
import { sqsEvent } from '../../factories/inbound-events.ts';
import { ticketRow } from '../../factories/rows.ts';
import { ownTable } from '../../support/own-company.ts';
import type { Figure } from '../figure.ts';
import { withPlantedTable } from '../planted-table.ts';

const COMPANY = 1;
const USER = 1;
const EXPORT = '01k2x3y4z5a6b7c8d9e0';
const LIMIT_MS = 60_000;
const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-20T12:00:00.000Z');
const UUID = '00000000-0000-4000-8000-000000000000';

/** Plants a company with attendances of as many tickets, one in each minute, and an export of all of them. */
const plant = (put: (write: WriteItem) => void): void => {
  const table = ownTable(COMPANY);
  put(
    globalTable.put(
      Plan,
      { id: 1, name: 'bench', users: 1, connections: 1, queues: 1, flags: planFlags() },
      'absent',
    ),
  );
  put(table.put(Company, { companyId: COMPANY, name: 'bench', planId: 1, dueDate: '2999-12-31' }, 'absent'));
  put(table.put(CompanySettings, { companyId: COMPANY }, 'absent'));
  const user = userSchema.parse({
    ...{ companyId: COMPANY, id: USER, name: 'Ana', email: 'ana@example.com', passwordHash: '' },
    ...{ profile: 'admin', allowGroup: true },
  });
  for (const item of userItems(table, undefined, user, START)) put(item);
  for (let id = 1; id <= REPORT_EXPORT_MAX; id++) {
    const startedOn = new Date(START - id * MINUTE_MS).toISOString();
    const { version: _version, ...ticket } = ticketRow({
      ...{ id, companyId: COMPANY, uuid: makeTicketUuid(id, UUID), status: 'closed', latestClosed: true },
      lastMessage: 'Obrigado, até a próxima',
    });
    put(table.put(Ticket, ticket, 'absent', START));
    const attendance = { companyId: COMPANY, ticketId: id, id: '1', startedOn, userId: USER };
    const ended = { finishedAt: new Date(START).toISOString(), rated: true, rate: id % 11 };
    put(table.put(Attendance, attendanceSchema.parse({ ...attendance, ...ended }), 'absent', START));
  }
  const report = { dateFrom: '2026-01-01', dateTo: '2026-11-21' };
  put(
    table.put(
      ContactExport,
      { companyId: COMPANY, id: EXPORT, userId: USER, report, state: 'running' },
      'absent',
    ),
  );
};

/** Measures the export of as many attendances as the report exports at most. */
export const measureTicketReport = (): Promise<Figure[]> =>
  withPlantedTable(plant, async () => {
    const directory = await mkdtemp(join(tmpdir(), 'prosa-bucket-'));
    const bucket = await startBucket({ directory, bucket: 'media' });
    Object.assign(process.env, {
      BUCKET_NAME: 'media',
      S3_ENDPOINT: bucket.endpoint,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    });
    const startedAt = performance.now();
    await work(sqsEvent([JSON.stringify({ companyId: COMPANY, userId: USER, id: EXPORT })]));
    const tookS = (performance.now() - startedAt) / 1000;
    const done = await loadExport(ownTable(COMPANY), USER, EXPORT);
    await bucket.stop();
    await rm(directory, { recursive: true, force: true });
    const exported = done?.state === 'done' ? done.exported : 0;
    return [
      {
        name: `${REPORT_EXPORT_MAX.toLocaleString('en')} attendances in a spreadsheet`,
        value: `${exported.toLocaleString('en')} in ${tookS.toFixed(1)} s`,
        target: 'all',
        met: exported === REPORT_EXPORT_MAX,
        limits: [{ ms: tookS * 1000, atMostMs: LIMIT_MS }],
      },
    ];
  });
