import { handler as campaigns } from '@prosa/functions/http/campaigns/handler.ts';
import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as contactLists } from '@prosa/functions/http/contact-lists/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as report } from '@prosa/functions/http/ticket-report/handler.ts';
import { attendantNow } from '@prosa/functions/platform/auth/attendant-now.ts';
import { headObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory, getDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Campaign, PlannedReceivers } from '@prosa/functions/platform/table/entities/campaigns.ts';
import { Company, Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import type { TimerKind } from '@prosa/functions/platform/timers/timer-kinds.ts';
import {
  importedRowsKey,
  lastExports,
  loadExport,
  loadImport,
} from '@prosa/functions/repositories/contacts/contact-files.ts';
import { loadContactList } from '@prosa/functions/repositories/contacts/contact-lists.ts';
import { loadUser, userItems } from '@prosa/functions/repositories/users/users.ts';
import { historyStore } from '@prosa/session-host/history/history-store.ts';
import { contactFileRoutes } from '@prosa/shared/contracts/contact-files.ts';
import { scheduleViewSchema } from '@prosa/shared/contracts/schedules.ts';
import { campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { historyGroupId } from '@prosa/shared/entities/history-import.ts';
import { timerMessageSchema } from '@prosa/shared/messaging/timer-message.ts';
import type { Actor } from '@prosa/shared/permissions.ts';
import type { QueueName } from '@prosa/shared/resource-names.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { plantAttendances } from '../factories/attendances.ts';
import { makeCompany, planFlags, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { pastText, wholeImport } from '../factories/history.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { makeContact } from '../factories/tickets.ts';
import { isWhole } from '../support/depth.ts';
import { contactExports, contactImports, historyImports } from '../support/handlers.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { createList } from './support/contact-lists.ts';
import { takeWork } from './support/file-worker-process.ts';
import { fireSchedule } from './support/fire-schedule.ts';
import { fireTimers } from './support/fire-timers.ts';
import { useTable } from './support/table.ts';

/**
 * Work that a user starts and a worker or a timer does later, in the user's name. Each kind of timer and each queue has
 * cases here, or states why its work needs no user. A case is started by a user with all rights; then the user or the
 * company loses something, and the worker runs. What must hold is asked of the API: if it refuses the call that
 * starts the work, the work does nothing.
 */
useTable();
useBucket();
afterEach(() => vi.restoreAllMocks());

interface Scene {
  company: TestCompany;
  user: TestUser;
  queueId: number;
  connectionId: number;
}

/** Started work. */
interface Started {
  /** The call that starts the work. */
  request: () => Promise<Answer>;
  /** Delivers what waits for the worker until nothing is left. */
  work: () => Promise<void>;
  /** What the work has read, written or sent so far. */
  done: () => Promise<readonly unknown[]>;
}
type Case = (scene: Scene) => Promise<Started>;

const ANA = '5511955554444';
const idOf = ({ body }: Answer): string => z.object({ id: z.string() }).parse(body).id;
const expectTaken = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer;
};

const workOf =
  ({ company }: Scene, queue: 'contact-imports' | 'contact-exports') =>
  async (): Promise<void> => {
    const worker = queue === 'contact-imports' ? contactImports : contactExports;
    for (
      let bodies = await takeWork(company, queue);
      bodies.length > 0;
      bodies = await takeWork(company, queue)
    )
      expect((await worker(sqsEvent(bodies))).batchItemFailures).toEqual([]);
  };

const sheetOf = (headings: string, rows = 1): FormData => {
  const form = new FormData();
  const lines = Array.from(
    { length: rows },
    (_none, row) => `Pessoa ${row};55219${String(70_000_000 + row)}\n`,
  );
  form.append('file', new Blob([headings, '\n', ...lines]), 'contatos.csv');
  return form;
};
const contactsOf = async ({ company }: Scene): Promise<string[]> => {
  const { pk } = keys.contactByName({ normalizedName: '', id: 0 });
  const { rows } = await company.table.query(Contact, { index: 'g1', pk, limit: 1000 });
  return rows.map(({ number }) => number);
};

/** Uploads a spreadsheet with clear headings. The worker has not read it. */
const readingASheet: Case = async (scene) => {
  const { company, user } = scene;
  const request = () =>
    call(contactFiles, { to: 'POST /contacts/upload', token: user.token, form: sheetOf('Nome;Número') });
  const id = idOf(expectTaken(await request()));
  const done = async () =>
    (await headObject(importedRowsKey({ companyId: company.id, id }))) ? ['rows'] : [];
  return { request, work: workOf(scene, 'contact-imports'), done };
};

/** Starts the import of a spreadsheet that has been read. */
const startSheet = async (scene: Scene, upload: Answer, rows: number): Promise<() => Promise<Answer>> => {
  await workOf(scene, 'contact-imports')();
  const body = { mapping: { name: 0, number: 1 }, rows: [{ first: 0, last: rows - 1 }] };
  const to = `PUT /contacts/imports/${idOf(expectTaken(upload))}`;
  const request = () => call(contactFiles, { to, token: scene.user.token, body });
  expectTaken(await request());
  return request;
};
const importingASheet =
  (rows: number): Case =>
  async (scene) => {
    const { token } = scene.user;
    const form = sheetOf('Nome;Número', rows);
    const upload = await call(contactFiles, { to: 'POST /contacts/upload', token, form });
    const request = await startSheet(scene, upload, rows);
    return { request, work: workOf(scene, 'contact-imports'), done: () => contactsOf(scene) };
  };

const importingIntoAList =
  (headings: string): Case =>
  async (scene) => {
    const { company, user } = scene;
    const { id } = await createList(user, 'Natal');
    const upload = () =>
      call(contactLists, {
        to: `POST /contact-lists/${id}/upload`,
        token: user.token,
        form: sheetOf(headings),
      });
    const uploaded = expectTaken(await upload());
    const isClear = headings.includes('Nome');
    const request = isClear ? upload : await startSheet(scene, uploaded, 1);
    const done = async () => {
      const all = (await loadContactList(company.table, id))?.contacts.all ?? 0;
      return Array.from({ length: all });
    };
    return { request, work: workOf(scene, 'contact-imports'), done };
  };

const importingAPhone =
  (list: 'saved' | 'chats', path: string): Case =>
  async (scene) => {
    const { company, user, connectionId } = scene;
    await historyStore.keepPeople({ companyId: company.id, connectionId }, list, [
      { number: ANA, name: 'Ana' },
    ]);
    const body = { whatsappId: connectionId };
    const request = () => call(contactFiles, { to: `POST ${path}`, token: user.token, body });
    expectTaken(await request());
    return { request, work: workOf(scene, 'contact-imports'), done: () => contactsOf(scene) };
  };

/** The files of an export that a request starts. */
const exporting = async (scene: Scene, request: () => Promise<Answer>): Promise<Started> => {
  const { company, user } = scene;
  expectTaken(await request());
  const [row] = await lastExports(company.table, user.id, () => true);
  const done = async () => (await loadExport(company.table, user.id, row?.id ?? ''))?.files ?? [];
  return { request, work: workOf(scene, 'contact-exports'), done };
};
const exportingContacts: Case = async (scene) => {
  await makeContact(scene.company.table);
  return exporting(scene, () =>
    call(contactFiles, { to: 'POST /contacts/exports', token: scene.user.token }),
  );
};
const exportingReceivers: Case = async (scene) => {
  const { company, user, connectionId } = scene;
  const campaign = campaignSchema.parse({
    companyId: company.id,
    id: 1,
    name: 'Natal',
    status: 'inactive',
    contactListId: 1,
    messages: ['Olá'],
    connectionId,
    createdById: user.id,
  });
  const place = { companyId: company.id, campaignId: 1, row: 0, position: 0 };
  await commit([
    company.table.put(Campaign, campaign, 'absent'),
    company.table.put(PlannedReceivers, { ...place, receivers: [{ name: 'Ana', number: ANA }] }, 'absent'),
  ]);
  return exporting(scene, () => call(campaigns, { to: 'POST /campaigns/1/export', token: user.token }));
};
const exportingAReport: Case = async (scene) => {
  const { company, user, queueId } = scene;
  const startedOn = '2026-11-10T12:00:00.000Z';
  const place = { userId: user.id, queueId };
  await plantAttendances(
    company.table,
    [{ id: 1, contactId: 1, status: 'open', ...place }],
    [{ ticketId: 1, id: '1', startedOn, ...place }],
  );
  const body = { dateFrom: '2026-11-01', dateTo: '2026-11-30' };
  return exporting(scene, () => call(report, { to: 'POST /ticketreport/exports', token: user.token, body }));
};

/** Requests to close the tickets that an import of old messages made. */
const closingImportedTickets: Case = async ({ company, user, connectionId }) => {
  const where = { companyId: company.id, connectionId };
  const past = pastText(where, ANA, 'antes', Date.UTC(2026, 1, 3, 9));
  const deliver = async (bodies: readonly string[]) =>
    expect((await historyImports(sqsEvent(bodies))).batchItemFailures).toEqual([]);
  await deliver(wholeImport(where, [[past]]).map((message) => JSON.stringify(message)));
  const request = () => call(connections, { to: `POST /closedimported/${connectionId}`, token: user.token });
  expectTaken(await request());
  const { pk } = keys.outbox({ queue: 'history-imports', groupId: historyGroupId(where), id: '' });
  const work = async () => {
    const { rows } = await company.table.query(Outbox, { pk, limit: 10, consistent: true });
    await commit(rows.map((row) => company.table.delete(Outbox, row)));
    await deliver(rows.map(({ body }) => body));
  };
  const done = async () => {
    const { rows } = await company.table.query(Ticket, {
      index: 'g3',
      pk: keys.ticketByStatus({ status: 'pending', activityAt: '', id: 0 }).pk,
      limit: 10,
    });
    return rows.length === 0 ? ['closed'] : [];
  };
  return { request, work, done };
};

const saidTo = async ({ company, connectionId }: Scene, contactId: number): Promise<string[]> => {
  const { pk } = keys.message({ contactId, connectionId, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 100, consistent: true });
  return rows.map(({ body }) => body);
};

const forwarding: Case = async (scene) => {
  const { company, user, queueId, connectionId } = scene;
  const attended = { status: 'open', userId: user.id, queueId } as const;
  const place = { companyId: company.id, connectionId };
  const from = await makeConversation(company, place, attended, ['um', 'dois']);
  const { pk: of } = keys.message({ contactId: from.contactId, connectionId, sortKey: '' });
  const { rows: sources } = await company.table.query(Message, { pk: of, limit: 10, consistent: true });
  const [first, second] = [await makeContact(company.table), await makeContact(company.table)];
  const request = () =>
    call(messages, {
      to: 'POST /message/forward/several',
      token: user.token,
      body: { messageIds: sources.map(({ id }) => id), contactIds: [first.id, second.id] },
    });
  expectTaken(await request());
  const work = async () => {
    const { pk } = keys.outbox({ queue: 'timers', groupId: '', id: '' });
    for (;;) {
      const { rows } = await company.table.query(Outbox, { pk, limit: 1, consistent: true });
      const [row] = rows;
      if (row === undefined) return;
      await commit([company.table.delete(Outbox, row)]);
      const message = timerMessageSchema.parse(JSON.parse(row.body));
      const timer = await company.table.get(Timer, message, { consistent: true });
      const clock = vi.spyOn(systemClock, 'now').mockReturnValue(Date.parse(timer?.dueAt ?? ''));
      expect(await fireTimers(message)).toEqual([]);
      clock.mockRestore();
    }
  };
  const done = async () => [...(await saidTo(scene, first.id)), ...(await saidTo(scene, second.id))];
  return { request, work, done };
};

const schedule: Case = async (scene) => {
  const { company, user } = scene;
  const { id: contactId } = await makeContact(company.table);
  const sendAt = new Date(Date.now() + 60 * 60_000).toISOString();
  const body = { body: 'Olá, tudo bem?', contactId, sendAt };
  const request = () => call(schedules, { to: 'POST /schedules', token: user.token, body });
  const { id } = scheduleViewSchema.parse(expectTaken(await request()).body);
  const work = async () => {
    expect(await fireSchedule(company, id)).toEqual([]);
  };
  return { request, work, done: () => saidTo(scene, contactId) };
};

const OF_A_CHANGE = 'It completes a change that is committed; half of it must not stay.';
const OF_A_REMOVAL = 'It removes the rest of what a user removed; nothing shows it any more.';
const OF_A_CUSTOMER = 'A message of a customer or a provider starts it, and it has the rights of the system.';
const OF_A_COMMAND =
  'It carries out what is stored with its cause: a message of a ticket, the state of a connection.';
const OF_THE_COMPANY =
  'It belongs to the company once it is saved: every administrator sees it and can stop it.';
const OF_A_TICKET = 'It follows the rules of the company for a ticket, whoever attends it.';

/** The kinds of timers: their cases, or why their work needs no user. */
const TIMERS: Record<TimerKind, Record<string, Case> | string> = {
  campaign: OF_THE_COMPANY,
  'campaign-removal': OF_A_REMOVAL,
  'contact-list-check': OF_THE_COMPANY,
  'contact-list-sweep': OF_A_REMOVAL,
  'contact-merge': OF_A_CHANGE,
  'file-removal': OF_A_REMOVAL,
  'flow-removal': OF_A_REMOVAL,
  forward: { 'forwarding several messages': forwarding },
  'internal-chat-removal': OF_A_REMOVAL,
  'media-check': OF_A_CUSTOMER,
  'presence-check': 'It says that a user is gone.',
  'queue-sweep': OF_A_REMOVAL,
  schedule: { 'a scheduled message': schedule },
  'schedule-outcome': 'It reads what became of a message that was sent.',
  'tag-sweep': OF_A_CHANGE,
  'ticket-watch': OF_A_TICKET,
  'user-sweep': OF_A_REMOVAL,
  'webhook-retry': OF_THE_COMPANY,
  'watch-sweep': OF_A_TICKET,
};

/** The queues of the workers, as {@link TIMERS}. */
const QUEUES: Record<QueueName, Record<string, Case> | string> = {
  inbound: OF_A_CUSTOMER,
  'meta-webhooks': OF_A_CUSTOMER,
  timers: 'The kinds of timers are listed one by one.',
  'contact-imports': {
    'reading a spreadsheet': readingASheet,
    'importing a spreadsheet': importingASheet(50),
    'importing a spreadsheet into a contact list': importingIntoAList('Nome;Número'),
    'importing chosen columns into a contact list': importingIntoAList('A;B'),
    "importing a phone's address book": importingAPhone('saved', '/contacts/import'),
    "importing a phone's conversations": importingAPhone('chats', '/contacts/import/chats'),
  },
  'contact-exports': {
    'exporting contacts': exportingContacts,
    'exporting the receivers of a campaign': exportingReceivers,
    'exporting the ticket report': exportingAReport,
  },
  campaigns: OF_THE_COMPANY,
  'campaign-plans': OF_THE_COMPANY,
  'history-imports': { 'closing imported tickets': closingImportedTickets },
  'session-commands-0': OF_A_COMMAND,
  'session-bulk-0': OF_A_COMMAND,
  'channel-commands': OF_A_COMMAND,
  'channel-bulk': OF_A_COMMAND,
  'webhook-deliveries': OF_THE_COMPANY,
  'integration-calls': OF_A_CUSTOMER,
  'assistant-calls': OF_A_CUSTOMER,
};

const CASES = Object.entries({ ...TIMERS, ...QUEUES }).flatMap(([, cases]) =>
  typeof cases === 'string' ? [] : Object.entries(cases).map(([name, start]) => ({ name, start })),
);

const rights = (all: boolean) =>
  ({
    profile: all ? 'admin' : 'user',
    showDashboard: all,
    allowRealTime: all,
    allowConnections: all,
    allowSharedItems: all,
    allUserChat: all,
    allowGroup: all,
    userClosePendingTicket: all,
  }) satisfies Omit<Actor, 'super'>;
const ALL = rights(true);
const NONE = rights(false);

type UserFields = Parameters<typeof userItems>[2];
const changeUser =
  (change: (user: NonNullable<UserFields>) => UserFields) =>
  async ({ company, user: { id } }: Scene): Promise<void> => {
    const before = await loadUser(company.table, id);
    if (before === undefined) throw new Error('the user is gone');
    await commit(userItems(company.table, before, change(before), Date.now()));
  };
const changeCompany = async ({ company }: Scene, fields: Partial<z.infer<(typeof Company)['schema']>>) => {
  const before = await company.table.get(Company, {}, { consistent: true });
  if (before === undefined) throw new Error('the company is gone');
  await commit([company.table.put(Company, { ...before, ...fields }, before.version)]);
};
const withoutFeatures = async ({ company }: Scene): Promise<void> => {
  const id = (await getDirectory(company.id))?.plan.id ?? 0;
  const before = await globalTable.get(Plan, { id }, { consistent: true });
  if (before === undefined) throw new Error('the plan is gone');
  const flags = planFlags(['useCampaigns', 'useSchedules']);
  await commit([globalTable.put(Plan, { ...before, flags }, before.version)]);
};

/** What happens between the start of the work and its worker. */
const CHANGES: Record<string, (scene: Scene) => Promise<void>> = {
  nothing: async () => {},
  'the user is removed': changeUser(() => undefined),
  'the user is deactivated': changeUser((user) => ({ ...user, active: false })),
  'the user keeps the dashboard alone': changeUser((user) => ({ ...user, ...NONE, showDashboard: true })),
  'the user keeps connections alone': changeUser((user) => ({ ...user, ...NONE, allowConnections: true })),
  'the user keeps all other rights': changeUser((user) => ({
    ...user,
    ...ALL,
    ...{ profile: 'user', showDashboard: false, allowConnections: false },
  })),
  'the subscription ends': (scene) => changeCompany(scene, { dueDate: '2020-01-01' }),
  'the plan loses campaigns and schedules': withoutFeatures,
};

/** One change of each class; a run of the whole depth has all. */
const SMALLEST = ['nothing', 'the user is deactivated', 'the user keeps all other rights'];
const TRIED = Object.entries(CHANGES).filter(([name]) => isWhole || SMALLEST.includes(name));

const openScene = async (): Promise<Scene> => {
  const company = await makeCompany();
  const queueId = await company.addQueue();
  const connectionId = await company.addConnection({
    isDefault: true,
    enableImportMessage: true,
    importOldMessages: '2026-01-01T00:00:00.000Z',
    queueIdImportMessages: queueId,
  });
  const user = await company.addUser({ ...ALL, queueIds: [queueId] });
  return { company, user, queueId, connectionId };
};

describe.each(CASES)('S-05: $name', ({ start }) => {
  it.each(TRIED)(
    'does nothing in the name of a user whom the API would refuse after this: %s',
    async (name, change) => {
      const scene = await openScene();
      const { request, work, done } = await start(scene);
      const before = await done();
      await change(scene);
      forgetDirectory(scene.company.id);
      await work();
      const after = await done();
      const { status } = await request();
      if (name === 'nothing') expect(status).toBeLessThan(300);
      if (status < 300) expect(after).not.toEqual(before);
      else expect(after).toEqual(before);
    },
  );
});

it('S-05: an import whose user is removed while it runs keeps what it has, and imports nothing more', async () => {
  const scene = await openScene();
  const { company, user } = scene;
  const rows = 200;
  const { work, request } = await importingASheet(rows)(scene);
  const [body = ''] = await takeWork(company, 'contact-imports');
  // Each look at the clock is ten seconds later, so that one delivery has time for a part.
  let nowMs = Date.now();
  const clock = vi.spyOn(systemClock, 'now').mockImplementation(() => {
    nowMs += 10_000;
    return nowMs;
  });
  expect((await contactImports(sqsEvent([body]))).batchItemFailures).toEqual([]);
  clock.mockRestore();
  const { id } = contactFileRoutes.startImport.response.parse((await request()).body);
  const begun = await contactsOf(scene);
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(rows);
  await changeUser(() => undefined)(scene);
  forgetDirectory(company.id);
  await work();
  expect(await contactsOf(scene)).toEqual(begun);
  expect(await loadImport(company.table, user.id, id)).toMatchObject({
    ...{ state: 'invalid', problem: 'not-allowed' },
    ...{ processed: begun.length, created: begun.length },
  });
});

it('a right that is newer than the cached directory counts', async () => {
  const scene = await openScene();
  const { company, user } = scene;
  const work = { companyId: company.id, userId: user.id, row: contactFileRoutes.createExport };
  await changeUser((fields) => ({ ...fields, profile: 'user' }))(scene);
  forgetDirectory(company.id);
  expect(await attendantNow(work, Date.now())).toBeUndefined();
  await changeUser((fields) => ({ ...fields, profile: 'admin' }))(scene);
  expect((await attendantNow(work, Date.now()))?.user.profile).toBe('admin');
});
