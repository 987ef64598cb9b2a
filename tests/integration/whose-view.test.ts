import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { callItem } from '@prosa/functions/repositories/assistants/assistant-calls.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { ROUTE_GROUPS } from '@prosa/infra/programs.ts';
import { contactRoutes } from '@prosa/shared/contracts/contacts.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { RouteGroup, RouteShape } from '@prosa/shared/contracts/route.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { callerOf } from '@prosa/shared/permissions.ts';
import { canSeeTicket, type Viewer } from '@prosa/shared/rules/ticket-visibility.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { plantAssistant } from '../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { plantIntegration } from '../factories/integrations.ts';
import { plantEndpoint } from '../factories/webhooks.ts';
import { everyNth } from '../support/depth.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { connect, post } from './support/external-api.ts';
import { storedFrom } from './support/meta-workers.ts';
import { handlerOf } from './support/route-handlers.ts';
import { idFieldsOf, requestOf, type TenantIds } from './support/route-requests.ts';
import { useTable } from './support/table.ts';

useTable();
useBucket();

/** Each right that an administrator can give to a user, alone, and no right at all. */
const FLAGS = [
  'none',
  'allTicket',
  'allowGroup',
  'allHistoric',
  'allUserChat',
  'userClosePendingTicket',
  'showDashboard',
  'allowRealTime',
  'allowConnections',
  'allowSharedItems',
] as const;
type Flag = (typeof FLAGS)[number];

/** The words of a conversation that only its readers may get. */
interface Told {
  name: string;
  word: string;
  number: string;
  ids: TenantIds;
  uuid: string;
  /** Of the conversation's connection. Each has its own, so that the calls of all tests stay below its rate. */
  token: string;
}

let company: TestCompany;
let mine: number;
let bruno: TestUser;
const users = new Map<Flag, TestUser & { viewer: Viewer }>();
const conversations: Told[] = [];
const userOf = (flag: Flag) => {
  const user = users.get(flag);
  if (user === undefined) throw new Error(`no user with ${flag}`);
  return user;
};

/** Whether a user may see a conversation as it is now. */
const sees = async ({ viewer }: { viewer: Viewer }, { ids }: Told): Promise<boolean> => {
  const ticket = await loadTicket(company.table, ids.ticket);
  return ticket !== undefined && canSeeTicket(ticket, viewer);
};

beforeAll(async () => {
  company = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
  const { table, id: companyId } = company;
  mine = await company.addQueue({ name: 'Vendas' });
  const theirs = await company.addQueue({ name: 'Suporte' });
  // A user who manages connections may remove this one.
  const spare = await company.addConnection();
  bruno = await company.addUser({ name: 'Bruno', queueIds: [mine, theirs] });
  for (const flag of FLAGS) {
    const rights = {
      allTicket: flag === 'allTicket',
      allowGroup: flag === 'allowGroup',
      allHistoric: flag === 'allHistoric',
      allUserChat: flag === 'allUserChat',
    };
    const other = flag === 'none' || flag in rights ? {} : { [flag]: true };
    const user = await company.addUser({ queueIds: [mine], ...rights, ...other });
    const viewer = {
      id: user.id,
      profile: 'user',
      super: false,
      queueIds: [mine],
      connectionId: null,
    } as const;
    users.set(flag, { ...user, viewer: { ...viewer, ...rights } });
  }
  for (const [name, fields] of [
    ['waiting in another queue', { status: 'pending', queueId: theirs, userId: null }],
    ['of a colleague in another queue', { status: 'open', queueId: theirs, userId: bruno.id }],
    ['of a colleague in the own queue', { status: 'open', queueId: mine, userId: bruno.id }],
    ['waiting without a queue', { status: 'pending', queueId: null, userId: null }],
    ['closed in another queue', { status: 'closed', queueId: theirs, userId: null }],
  ] as const) {
    const word = `segredo${systemIds
      .token(9)
      .replaceAll(/[^a-zA-Z0-9]/g, 'x')
      .toLowerCase()}`;
    const { connectionId, token } = await connect(company);
    const made = await makeConversation(company, { companyId, connectionId }, fields, [word]);
    const { id: ticket, uuid } = made.ticket;
    const { admin } = company;
    const noted = { ticketId: ticket, note: `nota ${word}` };
    const note = await call(handlerOf(ticketRoutes.createNote), {
      to: 'POST /ticket-notes',
      token: admin.token,
      body: noted,
    });
    const [message] = await storedFrom(table, connectionId, made.number);
    if (message === undefined) throw new Error('no message was stored');
    // What services and endpoints got of the conversation is in their logs.
    const { integration, integrationCall } = await plantIntegration(company, { name: word });
    const planted = await plantEndpoint(company, { name: word });
    const assistant = await plantAssistant(company, { name: `Robô ${ticket}` });
    const assistantCall = systemIds.sortable(Date.now());
    await commit([
      callItem(
        table,
        {
          companyId,
          assistantId: assistant,
          id: assistantCall,
          ticketId: ticket,
          at: new Date().toISOString(),
          durationMs: 5,
          status: 200,
          failure: '',
          answer: word,
          question: [{ by: 'customer', text: word }],
          tokens: 3,
          handedTo: null,
        },
        Date.now(),
      ),
    ]);
    conversations.push({
      name,
      word,
      number: made.number,
      uuid,
      token,
      ids: {
        company: companyId,
        ticket,
        ticketUuid: uuid,
        contact: made.contactId,
        queue: theirs,
        connection: spare,
        user: bruno.id,
        tag: 999_999,
        lane: 999_999,
        quickMessage: 999_999,
        fileList: 999_999,
        contactList: 999_999,
        contactListItem: 999_999,
        campaign: 999_999,
        flow: 999_999,
        flowPhrase: 999_999,
        message: message.id,
        note: z.object({ id: z.string() }).parse(note.body).id,
        mediaKey: `pending/t/${companyId}/${systemIds.uuid()}`,
        contactImport: '0'.repeat(20),
        endpoint: planted.endpoint,
        delivery: planted.delivery,
        integration,
        integrationCall,
        assistant,
        assistantCall,
        assistantCorrection: 999_999,
        chat: 999_999,
        session: '0'.repeat(20),
        option: '0'.repeat(20),
        schedule: 999_999,
      },
    });
  }
});

const rows: RouteShape[] = Object.values<RouteGroup>(ROUTE_GROUPS)
  .flatMap((group) => Object.values(group))
  .filter(({ permission }) => callerOf(permission) === 'user');
/** Sorts removing routes last, so that the other routes still find their rows. */
const rank = ({ method, id }: RouteShape): number =>
  method === 'GET' ? 0 : /remove|closeAll/.test(id) ? 2 : 1;
const inOrder = rows.toSorted((a, b) => rank(a) - rank(b));

/** Returns the answer to the smallest request of a route that names a conversation's rows, as text. */
const answerOf = async (row: RouteShape, { ids }: Told, caller: { token: string }): Promise<string> => {
  const { method, target, body } = requestOf(row, ids);
  const to = `${method} ${target.replace(/^\/api/, '')}`;
  const answer = await call(handlerOf(row), { to, token: caller.token, ...(body && { body }) });
  return JSON.stringify([answer.body, answer.headers]);
};

describe('S-21 and S-58: a user with a single right', () => {
  it('an administrator reads what is hidden from others in the answers of these routes', async () => {
    const telling = new Set<string>();
    for (const row of inOrder.filter(({ method }) => method === 'GET'))
      for (const one of conversations)
        if ((await answerOf(row, one, company.admin)).includes(one.word)) telling.add(row.id);
    for (const id of [
      'assistants.call',
      'integrations.call',
      'messages.list',
      'tickets.get',
      'tickets.listNotes',
      'webhookEndpoints.delivery',
      'webhookEndpoints.list',
    ])
      expect([...telling]).toContain(id);
  });

  it.each(everyNth(FLAGS, 3))(
    '%s reads in no answer of any route a conversation that is hidden, nor a full number',
    async (flag) => {
      const user = userOf(flag);
      const hidden: Told[] = [];
      for (const one of conversations) if (!(await sees(user, one))) hidden.push(one);
      expect(hidden.length).toBeGreaterThan(2);
      for (const row of inOrder) {
        // A route without ids has the same answer for each.
        for (const one of idFieldsOf(row).length === 0 ? hidden.slice(0, 1) : hidden) {
          const text = await answerOf(row, one, user);
          for (const { name, word, number } of hidden) {
            expect(text.includes(word), `${row.id} tells ${flag} words of the conversation ${name}`).toBe(
              false,
            );
            expect(
              text.includes(number),
              `${row.id} tells ${flag} the number of the conversation ${name}`,
            ).toBe(false);
          }
        }
      }
    },
  );

  it.each(everyNth(FLAGS, 3))(
    '%s gets no hidden conversation by a call with the token of a connection',
    async (flag) => {
      const user = userOf(flag);
      for (const one of conversations) {
        if (await sees(user, one)) continue;
        // A program may not write to a contact that the calls of the other tests have blocked.
        await call(handlerOf(contactRoutes.block), {
          to: `PUT /contacts/block/${one.ids.contact}`,
          token: company.admin.token,
          body: { active: true },
        });
        const before = await loadTicket(company.table, one.ids.ticket);
        for (const place of [{ userId: user.id }, { userId: user.id, queueId: mine }, { queueId: mine }]) {
          const { status, body } = await post(one.token, {
            body: { number: one.number, body: 'oi', ...place },
          });
          const text = JSON.stringify(body);
          expect([200, 400]).toContain(status);
          for (const told of [one.word, 'Bruno', 'Suporte', one.uuid, 'ticketId'])
            expect(text.includes(told), `${one.name}: ${text}`).toBe(false);
          const to = `GET /tickets/u/${one.uuid}`;
          expect(
            (await call(handlerOf(ticketRoutes.getByUuid), { to, token: user.token })).status,
            one.name,
          ).toBe(404);
          const { userId, queueId } = (await loadTicket(company.table, one.ids.ticket)) ?? {};
          expect({ userId, queueId }).toEqual({ userId: before?.userId, queueId: before?.queueId });
        }
      }
      // The call to the contact of a closed conversation opens a new ticket, which shows no message of the closed one.
      const list = await call(handlerOf(ticketRoutes.list), {
        to: 'GET /tickets?status=open',
        token: user.token,
      });
      for (const { uuid } of ticketRoutes.list.response.parse(list.body).tickets) {
        const history = await call(handlerOf(messageRoutes.list), {
          to: `GET /messages/${uuid}`,
          token: user.token,
        });
        for (const { word } of conversations.filter((one) => one.name.startsWith('closed')))
          expect(JSON.stringify(history.body)).not.toContain(word);
      }
    },
  );
});
