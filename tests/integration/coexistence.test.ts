import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { loadHistoryImport } from '@prosa/functions/repositories/connections/history-imports.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { IMPORT_ENDED, IMPORT_RUNNING } from '@prosa/shared/entities/history-import.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber } from '../factories/conversation.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { addCloudConnection } from '../factories/templates.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { graphError } from '../support/graph-stub.ts';
import { historyImports, inbound, metaWebhooks } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { useGraph } from './support/graph.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useQueues } from './support/queues.ts';
import { useTable } from './support/table.ts';

useTable();
const queues = useQueues();
const graphOf = useGraph();

const OWN_NUMBER = '551130000000';
const NOW_S = Math.floor(Date.now() / 1000);
const DAY_S = 86_400;

let company: TestCompany;
let connectionId: number;
let accountId: string;
let businessId: string;
let serial = 0;
const newId = (): string => String(107_700_000_000_000 + ++serial);

beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(async () => {
  [accountId, businessId] = [newId(), newId()];
  connectionId = await addCloudConnection(company, { accountId, businessId });
  const state = { companyId: company.id, connectionId, status: 'CONNECTED' } as const;
  const changedAt = new Date((NOW_S - DAY_S) * 1000).toISOString();
  await commit([company.table.put(ConnectionState, { ...state, number: OWN_NUMBER, changedAt }, 'any')]);
});

const receive = async (field: string, value: object): Promise<void> => {
  const metadata = { display_phone_number: OWN_NUMBER, phone_number_id: accountId };
  const changes = [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }];
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: businessId, time: NOW_S, changes }],
  });
  const envelope = { v: 1, provider: 'meta', receivedAt: Date.now(), body, headers: {} };
  expect(failedIndexes(await metaWebhooks(sqsEvent([JSON.stringify(envelope)])))).toEqual([]);
};
const bodiesOf = (queue: 'inbound' | 'history-imports'): string[] =>
  queues()
    .drain(queue)
    .map(({ body }) => body);
/** Delivers a change, and works through all that it queues. */
const deliver = async (field: string, value: object): Promise<void> => {
  await receive(field, value);
  for (const [queue, worker] of [
    ['inbound', inbound],
    ['history-imports', historyImports],
  ] as const)
    for (const body of bodiesOf(queue)) expect(failedIndexes(await worker(sqsEvent([body])))).toEqual([]);
};
const contactOf = async (number: string) =>
  (await findContactByIdentities(company.table, [{ kind: 'phone', value: number }])).contact;

describe('names of the address book', () => {
  const tell = (number: string, name: string, atS = NOW_S) =>
    deliver('smb_app_state_sync', {
      state_sync: [
        {
          type: 'contact',
          contact: { phone_number: number, ...(name === '' ? {} : { full_name: name }) },
          action: name === '' ? 'remove' : 'add',
          metadata: { timestamp: String(atS) },
        },
      ],
    });
  const nameAfter = async (fields: { nameFrom: 'user' | 'provider' }, name = 'sonia ✨') => {
    const contact = await makeContact(company.table, { name, ...fields });
    await tell(contact.number, 'Sônia Prado');
    return (await contactOf(contact.number))?.name;
  };

  it("the name replaces the provider's, and never a user's", async () => {
    expect(await nameAfter({ nameFrom: 'provider' })).toBe('Sônia Prado');
    expect(await nameAfter({ nameFrom: 'user' })).toBe('sonia ✨');
  });

  it('an older entry that arrives later, and the removal of one, change nothing', async () => {
    const { number } = await makeContact(company.table, { name: 'sonia', nameFrom: 'provider' });
    await tell(number, 'Sônia Prado', NOW_S - 60);
    await tell(number, 'Sô', NOW_S - 120);
    await tell(number, '', NOW_S);
    expect(await contactOf(number)).toMatchObject({ name: 'Sônia Prado', nameFrom: 'phone' });
  });

  it('the new name is on the open ticket as well, and the ticket does not move', async () => {
    const contact = await makeContact(company.table, { name: 'sonia', nameFrom: 'provider' });
    const ticket = await makeTicket(company.table, { contact, connectionId });
    await tell(contact.number, 'Sônia Prado');
    const after = await reload(company.table, ticket.id);
    expect(after.contact.name).toBe('Sônia Prado');
    expect(after.activityAt).toBe(ticket.activityAt);
  });

  it('an entry of a year ago counts, and an unknown number creates no contact', async () => {
    const { number } = await makeContact(company.table, { name: 'sonia', nameFrom: 'provider' });
    await tell(number, 'Sônia Prado', NOW_S - 365 * DAY_S);
    expect((await contactOf(number))?.name).toBe('Sônia Prado');
    const stranger = freshNumber();
    await tell(stranger, 'Rui Alves');
    expect(await contactOf(stranger)).toBeUndefined();
  });
});

describe('choices about marketing messages', () => {
  const choose = (number: string, value: string, timestamp = NOW_S) =>
    deliver('user_preferences', {
      contacts: [{ wa_id: number }],
      user_preferences: [{ wa_id: number, category: 'marketing_messages', value, timestamp }],
    });

  it('a stop and a resume count by their times, in whatever order they arrive', async () => {
    const { number } = await makeContact(company.table);
    await choose(number, 'stop', NOW_S - 60);
    expect((await contactOf(number))?.marketingStoppedAt).toBe(new Date((NOW_S - 60) * 1000).toISOString());
    await choose(number, 'resume', NOW_S - 30);
    await choose(number, 'stop', NOW_S - 45);
    expect((await contactOf(number))?.marketingStoppedAt).toBeNull();
  });

  it('a message that fails with 131050 counts as a stop, and other failures do not', async () => {
    const fail = (number: string, code: number) =>
      deliver('messages', {
        statuses: [
          {
            id: `wamid.${number}`,
            status: 'failed',
            timestamp: String(NOW_S),
            recipient_id: number,
            errors: [{ code }],
          },
        ],
      });
    const [stopped, unreachable] = [await makeContact(company.table), await makeContact(company.table)];
    await fail(stopped.number, 131050);
    await fail(unreachable.number, 131026);
    expect((await contactOf(stopped.number))?.marketingStoppedAt).not.toBeNull();
    expect((await contactOf(unreachable.number))?.marketingStoppedAt).toBeNull();
  });
});

describe('the history of the phone', () => {
  const importing = async (fields: Partial<Connection> = {}): Promise<void> => {
    const before = await loadConnection(company.table, connectionId);
    if (before === undefined) throw new Error('no connection');
    const queueId = await company.addQueue();
    const wish = { enableImportMessage: true, queueIdImportMessages: queueId, ...fields };
    const importOldMessages = new Date((NOW_S - 90 * DAY_S) * 1000).toISOString();
    const after = { ...before, importOldMessages, ...wish };
    await commit(connectionItems(company.table, before, after, Date.now()));
    forgetDirectory(company.id);
  };
  const said = (number: string, body: string, agoS: number, fields: object = {}) => ({
    from: number,
    id: `wamid.${number}.${body}`,
    timestamp: String(NOW_S - agoS),
    type: 'text',
    text: { body },
    history_context: { status: 'READ' },
    ...fields,
  });
  const chunk = (threads: Record<string, object[]>, progress: number, chunk_order = 1) => ({
    history: [
      {
        metadata: { phase: 0, chunk_order, progress },
        threads: Object.entries(threads).map(([id, messages]) => ({ id, messages })),
      },
    ],
  });
  const tell = (...asked: Parameters<typeof chunk>) => deliver('history', chunk(...asked));
  const textsOf = async (number: string) =>
    (await storedFrom(company.table, connectionId, number)).map(({ body, fromMe }) => [body, fromMe]);
  const importOf = async () => ({
    status: (await company.table.get(ConnectionState, { connectionId }, { consistent: true }))
      ?.statusImportMessages,
    row: await loadHistoryImport(company.table, connectionId),
  });

  it('is dropped if the connection imports nothing', async () => {
    const number = freshNumber();
    await tell({ [number]: [said(number, 'antes', DAY_S)] }, 100);
    expect(await contactOf(number)).toBeUndefined();
    expect(await importOf()).toEqual({ status: null, row: undefined });
  });

  it('becomes a ticket with the messages of both sides in their order, that nobody has to answer', async () => {
    await importing();
    const number = freshNumber();
    const thread = [
      said(OWN_NUMBER, 'está a caminho', 2 * DAY_S - 60, { to: number }),
      said(number, 'e o pedido?', 2 * DAY_S),
      said(number, 'muito antes do que se importa', 100 * DAY_S),
    ];
    await tell({ [number]: thread }, 100);
    expect(await textsOf(number)).toEqual([
      ['e o pedido?', false],
      ['está a caminho', true],
    ]);
    const contact = await contactOf(number);
    const conversation = await loadConversation(company.table, contact?.id ?? 0, connectionId);
    const ticket = await loadTicket(company.table, conversation?.activeTicketId ?? 0);
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 0, heardAt: null });
    expect(ticket?.imported).not.toBeNull();
    expect(await importOf()).toMatchObject({ status: IMPORT_ENDED, row: { all: 2, stored: 2 } });
  });

  it('does not reopen, move or answer a ticket that is in use', async () => {
    await importing({ greetingMessage: 'Bem-vindo!' });
    const contact = await makeContact(company.table);
    const ticket = await makeTicket(
      company.table,
      { contact, connectionId },
      { status: 'open', userId: company.admin.id, channel: 'whatsappapi' },
    );
    await tell({ [contact.number]: [said(contact.number, 'antes', DAY_S)] }, 100);
    const after = await reload(company.table, ticket.id);
    expect(after).toMatchObject({
      status: 'open',
      activityAt: ticket.activityAt,
      unreadMessages: ticket.unreadMessages,
      heardAt: ticket.heardAt,
      automation: ticket.automation,
    });
    expect(await textsOf(contact.number)).toEqual([['antes', false]]);
  });

  it('chunks that come repeatedly and in any order are counted and stored once', async () => {
    await importing();
    const number = freshNumber();
    const first = { [number]: [said(number, 'primeira', 3 * DAY_S)] };
    const last = { [number]: [said(number, 'segunda', 2 * DAY_S)] };
    await tell(first, 40);
    expect(await importOf()).toMatchObject({ status: IMPORT_RUNNING });
    await tell(last, 100, 3);
    expect(await importOf()).toMatchObject({ status: IMPORT_ENDED });
    await tell(first, 40);
    await tell({ [number]: [said(number, 'atrasada', DAY_S)] }, 80, 2);
    expect(await textsOf(number)).toEqual([
      ['primeira', false],
      ['segunda', false],
      ['atrasada', false],
    ]);
    // The chunk that came late has ended the import again.
    expect(await importOf()).toMatchObject({ status: IMPORT_ENDED, row: { all: 3, stored: 3 } });
  });

  it('closes its tickets at the end if the connection wants that', async () => {
    await importing({ closedTicketsPostImported: true });
    const number = freshNumber();
    await tell({ [number]: [said(number, 'antes', DAY_S)] }, 100);
    const contact = await contactOf(number);
    const conversation = await loadConversation(company.table, contact?.id ?? 0, connectionId);
    expect(conversation?.activeTicketId).toBeNull();
    expect((await importOf()).status).toBeNull();
  });

  it('a business that does not share it changes nothing, and is not quarantined', async () => {
    await importing();
    const { pk } = keys.global.quarantine({ source: 'meta', id: '' });
    const quarantined = async () =>
      (await globalTable.query(Quarantine, { pk, limit: 1000, consistent: true })).rows.length;
    const before = await quarantined();
    await deliver('history', { history: [{ errors: [{ code: 2593109, title: 'History sharing is off' }] }] });
    expect(await quarantined()).toBe(before);
    expect(await importOf()).toEqual({ status: null, row: undefined });
  });

  it('a message that came live before is not stored again', async () => {
    await importing();
    const number = freshNumber();
    const live = said(number, 'ao vivo', 30);
    await deliver('messages', { contacts: [{ wa_id: number }], messages: [live] });
    await tell({ [number]: [live] }, 100);
    expect(await textsOf(number)).toEqual([['ao vivo', false]]);
  });
});

describe('the request for the history of the phone', () => {
  const save = async (fields: object = {}) => {
    const queueIdImportMessages = await company.addQueue();
    const importOldMessages = new Date((NOW_S - 30 * DAY_S) * 1000).toISOString();
    const wish = { enableImportMessage: true, queueIdImportMessages, importOldMessages };
    return call(connections, {
      to: `PUT /whatsapp/${connectionId}`,
      token: company.admin.token,
      body: { name: `Cloud ${accountId}`, ...wish, ...fields },
    });
  };
  const answerWith = (code: number) => {
    const { error } = Object(graphError(code));
    graphOf().answer = () => ({ status: 400, json: { error } });
  };
  const asked = () => graphOf().requests.map(({ to, json }) => [to, Object(json).sync_type]);

  it('is sent when the import is turned on, once', async () => {
    graphOf().answer = () => ({ json: { messaging_product: 'whatsapp', request_id: 'R1' } });
    const answer = await save();
    expect(answer).toMatchObject({ status: 200, body: { enableImportMessage: true } });
    const to = `POST ${accountId}/smb_app_data`;
    expect(asked()).toEqual([
      [to, 'history'],
      [to, 'smb_app_state_sync'],
    ]);
    const saved = await loadConnection(company.table, connectionId);
    await save({
      queueIdImportMessages: saved?.queueIdImportMessages,
      importOldMessages: saved?.importOldMessages,
    });
    expect(asked()).toHaveLength(2);
  });

  it('that Meta has carried out before does not hinder saving', async () => {
    answerWith(2593107);
    expect(await save()).toMatchObject({ status: 200 });
  });

  it.each([
    ['is too late', 2593108, 409, 'ERR_HISTORY_UNAVAILABLE'],
    ['is about a number without a phone', 100, 409, 'ERR_HISTORY_UNAVAILABLE'],
    ['has a refused token', 190, 422, 'ERR_LINK_TOKEN_REFUSED'],
  ])('that %s is refused, and the import stays off', async (_what, code, status, error) => {
    answerWith(code);
    expect(await save()).toMatchObject({ status, body: { error } });
    expect((await loadConnection(company.table, connectionId))?.enableImportMessage).toBe(false);
  });

  it('is not sent for a change of anything else', async () => {
    expect(await save({ enableImportMessage: false })).toMatchObject({ status: 200 });
    expect(asked()).toEqual([]);
  });
});
