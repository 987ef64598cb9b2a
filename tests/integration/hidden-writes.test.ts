import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Tag } from '@prosa/functions/platform/table/entities/companies.ts';
import { ContactImport } from '@prosa/functions/platform/table/entities/contact-files.ts';
import { Upload } from '@prosa/functions/platform/table/entities/messages.ts';
import { QuickMessage } from '@prosa/functions/platform/table/entities/quick-messages.ts';
import { nextId } from '@prosa/functions/platform/table/updates.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { plantChat } from '../factories/internal-chats.ts';
import { useBucket } from './support/bucket.ts';
import { type Answer, call } from './support/call.ts';
import { handlerOf } from './support/route-handlers.ts';
import {
  type IdKind,
  idFieldsOf,
  type RouteRequest,
  requestOf,
  type TenantIds,
} from './support/route-requests.ts';
import { useTable } from './support/table.ts';
import { companyDigest } from './support/table-scan.ts';

const engine = useTable();
useBucket();

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS).flatMap((group) => Object.values(group));
/** Writing routes for users. Other systems and providers are not attendants. */
const writers = rows.filter(({ method, permission }) => method !== 'GET' && callerOf(permission) === 'user');

/** Kinds of ids whose rows may be hidden from an attendant. */
const HIDEABLE: ReadonlySet<IdKind> = new Set([
  'ticket',
  'ticketUuid',
  'contact',
  'message',
  'note',
  'schedule',
  'queue',
  'user',
  'tag',
  'lane',
  'quickMessage',
  'mediaKey',
  'contactImport',
  'chat',
]);

/** Fields in which an attendant may name hidden rows, with the reason why that changes nothing of them. */
const HARMLESS: Record<string, string> = {
  'tickets.update body.queueId': 'A transfer hands over a ticket of one’s own.',
  'tickets.update body.userId': 'A transfer hands over a ticket of one’s own.',
  'messages.send body.vCard.contactId': 'Sends the card of a contact; the address book is everybody’s.',
  'messages.send body.vCard.id': 'Sends the card of a contact; the address book is everybody’s.',
  'contacts.setWallets body.wallets': 'Puts a contact of one’s own into a colleague’s wallet.',
  'tags.sync body.tags': 'Tags are the company’s.',
  'tags.sync body.tags.[].id': 'Tags are the company’s.',
  'tags.removeFromContact params.tagId': 'Tags are the company’s.',
  'tags.setOnTicket params.tagId': 'Columns are the company’s.',
  'internalChats.create body.users': 'Begins a chat with a colleague; all users may see colleagues.',
  'internalChats.create body.users.[].id': 'Begins a chat with a colleague; all users may see colleagues.',
  'internalChats.create body.users.[].userId':
    'Begins a chat with a colleague; all users may see colleagues.',
  'internalChats.update body.users': 'Adds a colleague to a chat of one’s own.',
  'internalChats.update body.users.[].id': 'Adds a colleague to a chat of one’s own.',
  'internalChats.update body.users.[].userId': 'Adds a colleague to a chat of one’s own.',
};

/** Routes that name nothing that could be hidden, with what they do. */
const NAMES_NOTHING: Record<string, string> = {
  'auth.endSession': 'Ends a sign-in session of one’s own.',
  'auth.endOtherSessions': 'Ends sign-in sessions of one’s own.',
  'realtime.createTicket': 'Opens a channel of one’s own.',
  'media.createUpload': 'Begins an upload of one’s own.',
  'tags.create': 'Makes a tag.',
  'messageTemplates.sync': 'Reads the templates of a connection; all users may see connections.',
  'quickMessages.create': 'Makes a quick message of one’s own.',
  'announcements.look': 'Stores the time of a look of one’s own.',
  'helpChat.ask': 'Asks about Prosa itself.',
  'internalChats.create': 'Begins a chat of one’s own; all users may see colleagues.',
};

/** Error codes that refuse a hidden row: not found, or a code that reveals nothing of it. */
const REFUSALS: ReadonlySet<unknown> = new Set([
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_NO_NOTE_FOUND',
  'ERR_NO_SCHEDULE_FOUND',
  'ERR_NO_QUICK_MESSAGE_FOUND',
  'ERR_NO_CHAT_FOUND',
  'ERR_NOT_FOUND',
  'ERR_MEDIA_MISSING',
  'ERR_NO_USER_FOUND',
  'ERR_NO_PERMISSION',
  'ERR_CONTACT_ATTENDED',
  'ERR_DUPLICATED_CONTACT',
  // A user who opens a second ticket learns who has the first.
  'ERR_OTHER_OPEN_TICKET',
]);

/** Requests that reach hidden rows by something other than their ids. */
const ALSO: Record<string, Record<string, () => object>> = {
  'contacts.create': { 'the number of a hidden contact': () => ({ number: numbers.hidden }) },
  'contactFiles.importOne': { 'the number of a hidden contact': () => ({ number: numbers.hidden }) },
  'contacts.update': { 'the number of a hidden contact': () => ({ number: numbers.hidden }) },
};

const created = z.object({ id: z.union([z.string(), z.int()]) });
const sentSchema = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const AT = '2030-01-01T12:00:00.000Z';

let company: TestCompany;
let connectionId: number;
/** Works in one queue, and sends the requests. */
let ana: TestUser;
/** Works in another queue. */
let bruno: TestUser;
let own: TenantIds;
let hidden: TenantIds;
/** Numbers of the contacts of `own` and `hidden`. */
let numbers: { own: string; hidden: string };
/** Ids like `hidden`, of a conversation that has ended. */
let ended: TenantIds;

const done = async (answer: Promise<Answer>): Promise<unknown> => {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
};

/** Creates an open conversation of an attendant, with one of everything that belongs to it and to the attendant. */
const makeWorld = async (attendant: TestUser, queue: number): Promise<{ ids: TenantIds; number: string }> => {
  const { table, id: companyId } = company;
  const { token } = attendant;
  const going = await makeConversation(
    company,
    { companyId, connectionId },
    { status: 'open', queueId: queue, userId: attendant.id },
  );
  const { contactId, number } = going;
  const { id: ticket, uuid } = going.ticket;
  const said = await done(
    call(messages, { to: `POST /messages/${ticket}`, token, body: { body: 'pois não?' } }),
  );
  const note = await done(
    call(tickets, { to: 'POST /ticket-notes', token, body: { ticketId: ticket, note: 'cliente antigo' } }),
  );
  const schedule = await done(
    call(schedules, { to: 'POST /schedules', token, body: { body: 'até amanhã', contactId, sendAt: AT } }),
  );
  const [tag, lane, quickMessage] = [
    await nextId(table, Tag),
    await nextId(table, Tag),
    await nextId(table, QuickMessage),
  ];
  const contactImport = systemIds.sortable(Date.now());
  const mediaKey = `pending/t/${companyId}/${systemIds.uuid()}`;
  const userId = attendant.id;
  await commit([
    table.put(Tag, { companyId, id: tag, name: `cliente ${tag}`, color: '#112233' }, 'absent'),
    table.put(Tag, { companyId, id: lane, name: `etapa ${lane}`, color: '#445566', kanban: true }, 'absent'),
    table.put(
      QuickMessage,
      { companyId, id: quickMessage, shortcode: `prazo ${quickMessage}`, message: 'Até sexta', userId },
      'absent',
    ),
    table.put(
      Upload,
      {
        companyId,
        key: mediaKey,
        userId,
        fileName: 'a.png',
        mimeType: 'image/png',
        at: new Date().toISOString(),
      },
      'absent',
    ),
    table.put(
      ContactImport,
      {
        companyId,
        id: contactImport,
        userId,
        fileName: 'contatos.csv',
        sourceKey: mediaKey,
        state: 'ready',
        columns: ['nome', 'número'],
        rows: 1,
      },
      'absent',
    ),
  ]);
  await done(call(contacts, { to: `PUT /contact-wallet/${contactId}`, token, body: { wallets: [userId] } }));
  const tagging = { to: 'POST /tags/sync', token, body: { contactId, tags: [tag] } };
  await done(call(tags, tagging));
  return {
    number,
    ids: {
      company: companyId,
      ticket,
      ticketUuid: uuid,
      contact: contactId,
      queue,
      connection: connectionId,
      user: userId,
      tag,
      lane,
      schedule: Number(created.parse(schedule).id),
      message: sentSchema.parse(said).messages[0].id,
      note: String(created.parse(note).id),
      quickMessage,
      fileList: 999_999,
      contactList: 999_999,
      contactListItem: 999_999,
      campaign: 999_999,
      flow: 999_999,
      flowPhrase: 999_999,
      mediaKey,
      contactImport,
      endpoint: 999_999,
      integration: 999_999,
      integrationCall: '0'.repeat(20),
      assistant: 999_999,
      assistantCall: '0'.repeat(20),
      assistantCorrection: 999_999,
      chat: await plantChat(company, [attendant, company.admin], { messages: [{}] }),
      delivery: '0'.repeat(20),
      session: '0'.repeat(20),
      option: '0'.repeat(20),
    },
  };
};

beforeAll(async () => {
  company = await makeCompany();
  const [mine, theirs] = [await company.addQueue(), await company.addQueue()];
  connectionId = await company.addConnection({ isDefault: true, started: true, queueIds: [mine, theirs] });
  ana = await company.addUser({ name: 'Ana', queueIds: [mine] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [theirs] });
  forgetDirectory(company.id);
  const ours = await makeWorld(ana, mine);
  const others = await makeWorld(bruno, theirs);
  const former = await makeWorld(bruno, theirs);
  own = ours.ids;
  hidden = others.ids;
  ended = former.ids;
  numbers = { own: ours.number, hidden: others.number };
  const { token } = bruno;
  // The tag is set first, because removing a missing tag would change nothing.
  const tagging = { contactId: hidden.contact, tags: [hidden.tag, own.tag] };
  await done(call(tags, { to: 'POST /tags/sync', token, body: tagging }));
  const closing = { status: 'closed', sendFarewellMessage: false };
  await done(call(tickets, { to: `PUT /tickets/${ended.ticket}`, token, body: closing }));
});

const refusalSchema = z.object({ error: z.string(), code: z.string().optional() });
const digest = () => companyDigest(engine().endpoint, company.id);

/** Expects that Ana's request is refused and that no row of the company has changed. */
const expectRefused = async (answer: Promise<Answer>, before: string, what: string): Promise<void> => {
  const { status, body } = await answer;
  const text = JSON.stringify(body);
  const { error, code = error } = refusalSchema.parse(body);
  expect(REFUSALS.has(code), `${what}: ${status} ${text}`).toBe(true);
  if (code !== 'ERR_OTHER_OPEN_TICKET') expect(text, what).not.toContain('Bruno');
  expect(await digest(), what).toBe(before);
};

const attemptsOf = (row: RouteShape) =>
  idFieldsOf(row)
    .filter(({ kind }) => HIDEABLE.has(kind))
    .map((field) => ({ field, name: `${row.id} ${field.place}.${field.path.join('.')}` }));
const attempts = writers.flatMap((row) => attemptsOf(row).map(({ field, name }) => ({ row, field, name })));
const tried = attempts.filter(({ name }) => HARMLESS[name] === undefined);

/** Kinds of ids that stay hidden after a conversation has ended; its contact becomes accessible again. */
const OF_TICKETS: ReadonlySet<IdKind> = new Set(['ticket', 'ticketUuid', 'message', 'note']);
const others = writers.flatMap((row) =>
  Object.entries(ALSO[row.id] ?? {}).map(([what, fields]) => ({ row, name: `${row.id}: ${what}`, fields })),
);

const ask = (row: RouteShape, { method, target, body }: RouteRequest, fields: object = {}) =>
  call(handlerOf(row), {
    to: `${method} ${target.replace(/^\/api/, '')}`,
    token: ana.token,
    body: body === undefined ? undefined : { ...body, ...fields },
  });

describe('S-21 writing routes refuse rows that the caller does not see, and change nothing', () => {
  it('every writing route has a case or a stated exception', () => {
    const cases = [...tried, ...others].map(({ row }) => row.id);
    const covered = new Set([...cases, ...Object.keys(NAMES_NOTHING)]);
    // Routes for administrators and managers only refuse a plain attendant before any row is read.
    const open = writers.filter(({ permission }) => permission === 'authenticated');
    expect(open.length).toBeGreaterThan(40);
    expect(open.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });

  it('every exception names an existing route and field', () => {
    const names = new Set(attempts.map(({ name }) => name));
    expect(Object.keys(HARMLESS).filter((name) => !names.has(name))).toEqual([]);
    const ids = new Set(writers.map(({ id }) => id));
    expect(Object.keys(NAMES_NOTHING).filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(tried)('S-21 $name', async ({ row, field, name }) => {
    const before = await digest();
    const request = requestOf(row, own, { foreign: [{ field, ids: hidden }] });
    await expectRefused(ask(row, request), before, name);
  });

  it.each(tried.filter(({ field }) => OF_TICKETS.has(field.kind)))(
    'S-21 $name, of a conversation that has ended',
    async ({ row, field, name }) => {
      const before = await digest();
      const request = requestOf(row, own, { foreign: [{ field, ids: ended }] });
      await expectRefused(ask(row, request), before, name);
    },
  );

  it.each(others)('S-21 $name', async ({ row, name, fields }) => {
    const before = await digest();
    await expectRefused(ask(row, requestOf(row, own), fields()), before, name);
  });
});
