import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as dashboard } from '@prosa/functions/http/dashboard/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Attendance, TicketLog } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { loadHistoryImport } from '@prosa/functions/repositories/connections/history-imports.ts';
import { findContactByIdentities, loadContact } from '@prosa/functions/repositories/contacts/contacts.ts';
import { readCurrent, readFigures } from '@prosa/functions/repositories/figures/figures.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import { isLive } from '@prosa/functions/streams/publish-events.ts';
import { readChanges, type StreamRecord } from '@prosa/functions/streams/read-changes.ts';
import { ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import type { Connection } from '@prosa/shared/entities/connection.ts';
import { historyGroupId, IMPORT_ENDED, IMPORT_RUNNING } from '@prosa/shared/entities/history-import.ts';
import type { HistoryMessage } from '@prosa/shared/messaging/history-message.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { historyEvent, pastText, wholeImport } from '../factories/history.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { historyImports, index } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { recordsFor } from './support/consumers.ts';
import { take } from './support/inbound.ts';
import { followStream } from './support/stream.ts';
import { useTable } from './support/table.ts';

const ANA = '5511955554444';
const BIA = '5511955553333';
const GROUP = '120363000000000001';
const THEN = Date.UTC(2026, 1, 3, 9);
const MINUTE_MS = 60_000;
/** Recent, but too long ago for messages missed in an outage. */
const SHORTLY_BEFORE = Date.now() - 90 * MINUTE_MS;

const engine = useTable();

interface Place {
  company: TestCompany;
  where: Where;
  queue: number;
  user: TestUser;
}
let here: Place;

const makePlace = async (fields: Partial<Connection> = {}): Promise<Place> => {
  const company = await makeCompany();
  const queue = await company.addQueue();
  const connectionId = await company.addConnection({
    isDefault: true,
    enableImportMessage: true,
    importOldMessages: '2026-01-01T00:00:00.000Z',
    queueIdImportMessages: queue,
    ...fields,
  });
  const where = { companyId: company.id, connectionId };
  const changedAt = '2026-11-20T12:00:00.000Z';
  await commit([
    company.table.put(ConnectionState, { ...where, status: 'CONNECTED', epoch: 1, changedAt }, 'absent'),
  ]);
  forgetDirectory(company.id);
  return { company, where, queue, user: await company.addUser({ queueIds: [queue], allTicket: true }) };
};
beforeEach(async () => {
  here = await makePlace();
});

const work = async (...messages: readonly HistoryMessage[]): Promise<void> => {
  expect((await historyImports(historyEvent(...messages))).batchItemFailures).toEqual([]);
};
/** Delivers the outbox messages to the worker until none is left. Returns the number of rounds. */
const workLeft = async ({ company: { table }, where }: Place): Promise<number> => {
  const { pk } = keys.outbox({ queue: 'history-imports', groupId: historyGroupId(where), id: '' });
  for (let rounds = 0; ; rounds++) {
    const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
    if (rows.length === 0) return rounds;
    await commit(rows.map((row) => table.delete(Outbox, row)));
    await work(...rows.map(({ body }) => JSON.parse(body)));
  }
};
const contactOf = async (number: string, { company }: Place = here) =>
  (await findContactByIdentities(company.table, [{ kind: 'phone', value: number }])).contact;
const talkOf = async (number: string, place: Place = here) => {
  const { company, where } = place;
  const contact = await contactOf(number, place);
  if (contact === undefined) return { contact, ticket: undefined, messages: [] };
  const { connectionId } = where;
  const conversation = await loadConversation(company.table, contact.id, connectionId);
  const ticketId = conversation?.activeTicketId ?? conversation?.lastTicketId ?? null;
  const ticket = ticketId === null ? undefined : await loadTicket(company.table, ticketId);
  const { pk } = keys.message({ contactId: contact.id, connectionId, sortKey: '' });
  const { rows } = await company.table.query(Message, { pk, limit: 500, consistent: true });
  return { contact, ticket, messages: rows };
};
const statusOf = async ({ company, where }: Place = here) =>
  (await company.table.get(ConnectionState, where, { consistent: true }))?.statusImportMessages;
const textsOf = (rows: readonly { body: string }[]) => rows.map(({ body }) => body);
const attendancesOf = async ({ id }: TicketRow) =>
  (
    await here.company.table.query(Attendance, {
      pk: keys.ticket({ id }).pk,
      prefix: 'TRACK#',
      limit: 10,
    })
  ).rows;

describe('history import', () => {
  it('stores each message once, at its own time, on a pending ticket without unread messages in the import queue', async () => {
    const { where, queue } = here;
    const piece = [
      pastText(where, ANA, 'três', THEN + 2 * MINUTE_MS),
      pastText(where, ANA, 'um', THEN),
      pastText(where, ANA, 'dois', THEN + MINUTE_MS, {
        fromMe: true,
        quotedProviderMessageId: `P-${ANA}-um`,
      }),
    ];
    await work(...wholeImport(where, [piece]));
    const { contact, ticket, messages } = await talkOf(ANA);
    expect(contact?.name).toBe(`Name of ${ANA}`);
    expect(textsOf(messages)).toEqual(['um', 'dois', 'três']);
    expect(messages.map(({ sentAt }) => Date.parse(sentAt))).toEqual([
      THEN,
      THEN + MINUTE_MS,
      THEN + 2 * MINUTE_MS,
    ]);
    expect(messages.map(({ ack, imported, read }) => [ack, imported, read])).toEqual([
      [0, true, true],
      [3, true, true],
      [0, true, true],
    ]);
    expect(ticket).toMatchObject({
      status: 'pending',
      queueId: queue,
      userId: null,
      unreadMessages: 0,
      automation: { kind: 'none' },
      said: null,
      lastMessage: 'três',
      lastMessageAt: new Date(THEN + 2 * MINUTE_MS).toISOString(),
      activityAt: new Date(THEN + 2 * MINUTE_MS).toISOString(),
    });
    expect(ticket?.imported).not.toBeNull();
    expect(ticket === undefined ? [] : await attendancesOf(ticket)).toEqual([]);
    expect(await statusOf()).toBe('renderButtonCloseTickets');
    expect(await loadHistoryImport(here.company.table, where.connectionId)).toMatchObject({
      all: 3,
      stored: 3,
    });
  });

  it('shows its states: prepared, running, ended', async () => {
    const { where } = here;
    const [began, chunk, piece, ended] = wholeImport(where, [[pastText(where, ANA, 'um', THEN)]]);
    if (began === undefined || chunk === undefined || piece === undefined || ended === undefined)
      throw new Error('no import');
    await work(began);
    expect(await statusOf()).toBe('1790000000000');
    await work(chunk);
    expect(await statusOf()).toBe('Running');
    await work(piece, ended);
    expect(await statusOf()).toBe('renderButtonCloseTickets');
    // An import that brought nothing leaves no tickets to close.
    await work(began, ended);
    expect(await statusOf()).toBeNull();
  });

  it('shows that a part was lost, during and after the import, until the next import begins', async () => {
    const { where } = here;
    const isIncomplete = async () =>
      (await here.company.table.get(ConnectionState, where, { consistent: true }))?.isImportIncomplete;
    const shown = async () =>
      (
        await call(connections, {
          to: `GET /whatsapp/${where.connectionId}`,
          token: here.company.admin.token,
        })
      ).body;
    const lost: HistoryMessage = { v: 1, ...where, type: 'lost', step: 'C2.lost' };
    const whole = wholeImport(where, [[pastText(where, ANA, 'um', THEN)]]);
    await work(...whole.slice(0, 2), lost);
    expect(await shown()).toMatchObject({ isImportIncomplete: true, statusImportMessages: IMPORT_RUNNING });
    await work(lost, ...whole.slice(2));
    expect([await isIncomplete(), await statusOf()]).toEqual([true, IMPORT_ENDED]);
    await work(...wholeImport(where, [], 'D'));
    expect(await isIncomplete()).toBe(false);
    expect(await shown()).toMatchObject({ isImportIncomplete: false });
    // Nothing else arrived: there is no import to close, and the loss is shown nevertheless.
    await work({ ...lost, step: 'C3.lost' }, { v: 1, ...where, type: 'ended' });
    expect([await isIncomplete(), await statusOf()]).toEqual([true, null]);
  });

  it('R34: messages missed in a long absence are stored once and are no import: no import state, no answers, no closing', async () => {
    const place = await makePlace({ closedTicketsPostImported: true, greetingMessage: 'Olá!' });
    const { where, company } = place;
    await take(textEvent(where, ANA, 'Bom dia?'));
    const before = await talkOf(ANA, place);
    const missed: HistoryMessage = {
      v: 1,
      ...where,
      type: 'missed',
      step: 'Q1.0',
      messages: [
        pastText(where, ANA, 'perdida um', THEN),
        pastText(where, ANA, 'perdida dois', THEN + MINUTE_MS),
      ],
    };
    await work(missed, missed);
    const { ticket, messages } = await talkOf(ANA, place);
    const live = textsOf(before.messages);
    expect(textsOf(messages)).toEqual(['perdida um', 'perdida dois', ...live]);
    expect(ticket).toEqual(before.ticket);
    expect(ticket?.status).toBe('pending');
    expect(await statusOf(place)).toBeNull();
    expect(await loadHistoryImport(company.table, where.connectionId)).toBeUndefined();
    expect(await workLeft(place)).toBe(0);
  });

  it('R40: stores repeated messages, and messages that also came live, once', async () => {
    const { where } = here;
    const sentAt = SHORTLY_BEFORE;
    await take(textEvent(where, ANA, 'ao vivo', { providerMessageId: 'SAME', sentAt }));
    const piece = [
      pastText(where, ANA, 'ao vivo', sentAt, { providerMessageId: 'SAME' }),
      pastText(where, ANA, 'antes', sentAt - MINUTE_MS),
      pastText(where, ANA, 'antes', sentAt - MINUTE_MS),
    ];
    await work(...wholeImport(where, [piece]));
    await work(...wholeImport(where, [piece], 'OTHER'));
    await take(textEvent(where, ANA, 'antes', { providerMessageId: `P-${ANA}-antes`, sentAt }));
    const { messages } = await talkOf(ANA);
    expect(textsOf(messages)).toEqual(['antes', 'ao vivo']);
  });

  it('leaves a ticket that is being attended exactly as it is', async () => {
    const { where, user, queue } = here;
    const sentAt = SHORTLY_BEFORE;
    await take(textEvent(where, ANA, 'preciso de ajuda', { sentAt }));
    const waiting = await talkOf(ANA);
    const accept = { status: 'open', userId: user.id, queueId: queue };
    const to = `PUT /tickets/${waiting.ticket?.id}`;
    expect((await call(tickets, { to, token: user.token, body: accept })).status).toBe(200);
    const before = await talkOf(ANA);
    await work(
      ...wholeImport(where, [
        [
          pastText(where, ANA, 'antes', sentAt - MINUTE_MS),
          pastText(where, ANA, 'depois', sentAt + MINUTE_MS),
        ],
      ]),
    );
    const after = await talkOf(ANA);
    expect(after.ticket).toEqual(before.ticket);
    expect(textsOf(after.messages)).toEqual(['antes', 'preciso de ajuda', 'depois']);
    expect(new Set(after.messages.map(({ ticketId }) => ticketId))).toEqual(new Set([before.ticket?.id]));
  });

  it('a customer who writes in the meantime makes it a normal ticket, which closing the import spares', async () => {
    const { where } = here;
    await work(...wholeImport(where, [[pastText(where, ANA, 'antes', THEN)]]));
    await take(textEvent(where, ANA, 'oi de novo', { sentAt: Date.now() }));
    await work(...wholeImport(where, [[pastText(where, ANA, 'mais antigo', THEN - MINUTE_MS)]], 'LATER'));
    const { ticket, messages } = await talkOf(ANA);
    expect(textsOf(messages)).toEqual(['mais antigo', 'antes', 'oi de novo']);
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 1, lastMessage: 'oi de novo' });
    await work({ v: 1, ...where, type: 'close', userId: null, place: { run: 0 } });
    expect((await talkOf(ANA)).ticket).toMatchObject({ status: 'pending', unreadMessages: 1 });
  });

  it('stores the participants of groups, and files as not downloaded', async () => {
    const { where } = here;
    const chat = {
      isGroup: true,
      identities: [{ kind: 'group' as const, value: GROUP }],
      name: 'Turma',
      participant: { identities: [{ kind: 'phone' as const, value: BIA }], name: 'Bia' },
    };
    const media = { mimeType: 'image/jpeg', voice: false, source: '' };
    await work(
      ...wholeImport(where, [
        [
          pastText(where, GROUP, 'oi, turma', THEN, { chat }),
          pastText(where, GROUP, 'foto', THEN + MINUTE_MS, {
            chat,
            content: { kind: 'image', caption: 'olha', media },
          }),
        ],
      ]),
    );
    const { contact } = await findContactByIdentities(here.company.table, chat.identities);
    const { rows } = await here.company.table.query(Message, {
      pk: keys.message({ contactId: contact?.id ?? 0, connectionId: where.connectionId, sortKey: '' }).pk,
      limit: 10,
      consistent: true,
    });
    expect(contact).toMatchObject({ name: 'Turma', isGroup: true });
    expect(rows.map(({ participant }) => participant?.name)).toEqual(['Bia', 'Bia']);
    expect(rows[1]).toMatchObject({
      mediaType: 'image',
      body: 'olha',
      media: { state: 'failed', reason: 'imported' },
    });
    expect((await loadTicket(here.company.table, rows[0]?.ticketId ?? 0))?.status).toBe('group');
  });

  it('imports are separate per company, even with the same provider message ids', async () => {
    const there = await makePlace();
    const [ours, theirs] = [here, there].map(({ where }) =>
      wholeImport(where, [[pastText(where, ANA, 'um', THEN)]]),
    );
    await work(...(ours ?? []));
    expect((await talkOf(ANA, there)).messages).toEqual([]);
    await work(...(theirs ?? []));
    expect((await talkOf(ANA, there)).messages).toHaveLength(1);
    expect((await talkOf(ANA, here)).messages).toHaveLength(1);
    const answer = await call(connections, {
      to: `POST /closedimported/${here.where.connectionId}`,
      token: there.company.admin.token,
    });
    expect(answer.status).toBe(here.where.connectionId === there.where.connectionId ? 200 : 404);
    await workLeft(there);
    expect((await talkOf(ANA, here)).ticket?.status).toBe('pending');
  });

  it('counts in no figures, and publishes no event for each message', async () => {
    const read = await followStream(engine().endpoint);
    const { where, company, user, queue } = here;
    await work(
      ...wholeImport(where, [[pastText(where, ANA, 'um', THEN), pastText(where, BIA, 'dois', THEN)]]),
    );
    const records: StreamRecord[] = await read();
    await index({ Records: recordsFor('index', records) });
    expect(await readCurrent(company.table)).toEqual({ open: 0, pending: 0, group: 0 });
    const days = { first: '2026-01-01', last: '2027-12-31' };
    expect([...(await readFigures(company.table, days)).byUser.values()]).toEqual([]);
    const { changes } = readChanges(recordsFor('live', records), 'live');
    const heard = changes.filter(isLive).map(({ entity }) => entity);
    expect(new Set(heard)).toEqual(new Set(['contact', 'historyImport', 'connectionState']));

    // From acceptance on, the ticket counts like any other.
    const { ticket } = await talkOf(ANA);
    const accept = { status: 'open', userId: user.id, queueId: queue };
    const to = `PUT /tickets/${ticket?.id}`;
    expect((await call(tickets, { to, token: user.token, body: accept })).status).toBe(200);
    const later = await read();
    await index({ Records: recordsFor('index', later) });
    expect(await readCurrent(company.table)).toEqual({ open: 1, pending: 0, group: 0 });
    const told = readChanges(recordsFor('live', later), 'live').changes.filter(isLive);
    expect(told.map(({ entity }) => entity)).toContain('ticket');
    const answer = await call(dashboard, { to: 'GET /dashboard?days=7', token: company.admin.token });
    expect(answer.status).toBe(200);
  });

  it('an imported ticket is in the list of pending tickets', async () => {
    const { where, user, queue } = here;
    await work(...wholeImport(where, [[pastText(where, ANA, 'um', THEN)]]));
    const answer = await call(tickets, {
      to: `GET /tickets?status=pending&queueIds=[${queue}]&pageNumber=1`,
      token: user.token,
    });
    expect(
      ticketRoutes.list.response.parse(answer.body).tickets.map(({ lastMessage }) => lastMessage),
    ).toEqual(['um']);
  });
});

describe('POST /closedimported/{id}', () => {
  const closed = async () => {
    const { where, company } = here;
    const to = `POST /closedimported/${where.connectionId}`;
    const answer = await call(connections, { to, token: company.admin.token });
    expect(answer.status).toBe(200);
    return workLeft(here);
  };

  it('closes imported tickets that no user has touched, sends no message, and reports when it is done', async () => {
    const { where, company } = here;
    const numbers = Array.from({ length: 60 }, (_none, n) => `55119${60_000_000 + n}`);
    await work(...wholeImport(where, [numbers.map((number) => pastText(where, number, 'um', THEN))]));
    await take(textEvent(where, ANA, 'esperando', { sentAt: Date.now() }));
    const before = await loadHistoryImport(company.table, where.connectionId);
    await closed();
    for (const number of numbers) {
      const { ticket, messages } = await talkOf(number);
      expect(ticket?.status).toBe('closed');
      expect(messages).toHaveLength(1);
    }
    expect((await talkOf(ANA)).ticket?.status).toBe('pending');
    expect(await statusOf()).toBeNull();
    const after = await loadHistoryImport(company.table, where.connectionId);
    expect(after?.refreshedAt).not.toBe(before?.refreshedAt);
    const { ticket } = await talkOf(numbers[0] ?? '');
    const { rows } = await company.table.query(TicketLog, {
      pk: keys.ticket({ id: ticket?.id ?? 0 }).pk,
      prefix: 'LOG#',
      limit: 10,
    });
    expect(rows.map(({ type, userId }) => [type, userId])).toEqual([
      ['create', null],
      ['closed', company.admin.id],
    ]);
    await closed();
    expect(await statusOf()).toBeNull();
  });

  it("runs automatically at the end of the import when the connection's setting says so", async () => {
    const { table } = here.company;
    const connection = await loadConnection(table, here.where.connectionId);
    if (connection === undefined) throw new Error('no connection');
    await commit(
      connectionItems(table, connection, { ...connection, closedTicketsPostImported: true }, Date.now()),
    );
    await work(...wholeImport(here.where, [[pastText(here.where, ANA, 'um', THEN)]]));
    expect((await talkOf(ANA)).ticket?.status).toBe('closed');
    expect(await statusOf()).toBeNull();
  });

  it('is only for users who manage connections', async () => {
    const to = `POST /closedimported/${here.where.connectionId}`;
    expect((await call(connections, { to, token: here.user.token })).status).toBe(403);
  });
});

describe('existing contact', () => {
  it("an import does not change a contact's name", async () => {
    const { where, company } = here;
    await take(textEvent(where, ANA, 'oi'));
    const contact = await contactOf(ANA);
    const piece = [pastText(where, ANA, 'um', THEN)].map((past) => ({
      ...past,
      event: { ...past.event, chat: { ...past.event.chat, name: 'Outro nome' } },
    }));
    await work(...wholeImport(where, [piece]));
    expect((await loadContact(company.table, contact?.id ?? 0))?.name).toBe(contact?.name);
  });
});
