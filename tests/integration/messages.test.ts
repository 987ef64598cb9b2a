import { randomUUID } from 'node:crypto';
import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { loadTicket, type TicketRow } from '@prosa/functions/repositories/tickets.ts';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import type { Where } from '../factories/inbound-events.ts';
import { type Answer, call } from './support/call.ts';
import { useTable } from './support/table.ts';
import { loseFirstAnswers } from './support/table-faults.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

let company: TestCompany;
let where: Where;
let queueId: number;
let ana: TestUser;
let bruno: TestUser;

beforeAll(async () => {
  company = await makeCompany({ settings: { sendSignMessage: true } });
  queueId = await company.addQueue({ name: 'Suporte' });
  where = { companyId: company.id, connectionId: await company.addConnection() };
  ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  bruno = await company.addUser({ name: 'Bruno', queueIds: [queueId] });
});

const openConversation = (texts?: readonly string[], userId = ana.id) =>
  makeConversation(company, where, { status: 'open', userId, queueId }, texts);

const send = (ticket: TicketRow, body: object, token = ana.token): Promise<Answer> =>
  call(messages, { to: `POST /messages/${ticket.id}`, token, body });
const list = (ticket: TicketRow, query = '', token = ana.token): Promise<Answer> =>
  call(messages, { to: `GET /messages/${ticket.uuid}${query}`, token });

const sentOf = (answer: Answer): MessageView[] => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.send.response.parse(answer.body).messages;
};
const onlyOf = (answer: Answer): MessageView => {
  const [message, ...others] = sentOf(answer);
  if (message === undefined || others.length > 0) throw new Error('not one message');
  return message;
};
const pageOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.list.response.parse(answer.body);
};
const codeOf = (answer: Answer): [number, unknown] => [
  answer.status,
  z.object({ error: z.string() }).parse(answer.body).error,
];
const usageOf = (answer: Answer) =>
  z
    .object({ calls: z.number(), sequential: z.number(), readUnits: z.number(), writeUnits: z.number() })
    .parse(JSON.parse(String(answer.headers['x-usage'])));

const commandsTo = async (ticket: TicketRow): Promise<SessionCommand[]> => {
  const groupId = [company.id, where.connectionId, ticket.contactId].join(':');
  const { rows } = await company.table.query(Outbox, {
    pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
    limit: 100,
    consistent: true,
  });
  return rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
};
const current = async (ticket: TicketRow): Promise<TicketRow> => {
  const row = await loadTicket(company.table, ticket.id);
  if (row === undefined) throw new Error('the ticket is gone');
  return row;
};
const change = async (ticket: TicketRow, fields: Partial<TicketRow>): Promise<void> => {
  const row = await current(ticket);
  await commit([company.table.put(Ticket, { ...row, ...fields }, row.version)]);
};
const messageRows = async (ticket: TicketRow) =>
  (
    await company.table.query(Message, {
      pk: keys.message({ contactId: ticket.contactId, connectionId: where.connectionId, sortKey: '' }).pk,
      limit: 500,
      consistent: true,
    })
  ).rows;
const settle = (message: MessageView, outcome: Parameters<typeof writeSendOutcome>[3], attempt = 1) => {
  const place = parseMessageId(message.id);
  if (place === undefined) throw new Error('not a message id');
  return writeSendOutcome(company.table, place, attempt, outcome);
};

describe('reading a conversation', () => {
  it('pages from the newest back, without gap or repetition, in two reads within ten units', async () => {
    const texts = Array.from({ length: 47 }, (_, n) => `mensagem ${n} ${'x'.repeat(80)}`);
    const { ticket } = await openConversation(texts.slice(0, 1));
    for (const text of texts.slice(1)) onlyOf(await send(ticket, { body: text }));
    const first = await list(ticket);
    expect(usageOf(first)).toMatchObject({ sequential: 2 });
    expect(usageOf(first).readUnits).toBeLessThanOrEqual(10);
    const pages = [pageOf(first)];
    for (let page = pages[0]; page?.cursor != null; page = pages.at(-1)) {
      pages.push(pageOf(await list(ticket, `?cursor=${encodeURIComponent(page.cursor)}`)));
    }
    expect(pages.map(({ count }) => count)).toEqual([20, 20, 7]);
    const read = pages.toReversed().flatMap((page) => page.messages.map(({ body }) => body));
    expect(read).toEqual(texts);
  });

  it('opens around any message and goes on in both directions, without gap or repetition', async () => {
    const { ticket } = await openConversation(['mensagem 0']);
    for (let n = 1; n < 60; n++) onlyOf(await send(ticket, { body: `mensagem ${n}` }));
    const all = (await messageRows(ticket)).map(({ id }) => id);
    const unread = (await current(ticket)).unreadMessages;
    const around = pageOf(await list(ticket, `?around=${all[20]}`));
    const ids = around.messages.map(({ id }) => id);
    expect(ids).toContain(all[20]);
    expect(ids).toEqual(all.slice(all.indexOf(ids[0] ?? ''), all.indexOf(ids[0] ?? '') + ids.length));
    expect(around).toMatchObject({ hasMore: true, hasNewer: true, count: 20 });
    expect((await current(ticket)).unreadMessages).toBe(unread);

    const older = pageOf(await list(ticket, `?cursor=${around.cursor}`));
    const newer: string[] = [];
    let hasNewer = true;
    for (let turn = 0; hasNewer && turn < 10; turn++) {
      const page = pageOf(await list(ticket, `?newerThan=${newer.at(-1) ?? ids.at(-1)}`));
      newer.push(...page.messages.map(({ id }) => id));
      hasNewer = page.hasNewer;
    }
    expect([...older.messages.map(({ id }) => id), ...ids, ...newer]).toEqual(all);

    // Fetching again begins with the newest page that is held, and goes back from there.
    const held = pageOf(await list(ticket, `?newerThan=${ids.at(-1)}`));
    const again = pageOf(await list(ticket, `?cursor=${held.cursor}`));
    expect(again.messages.at(-1)?.id).toBe(ids.at(-1));
  });

  it('refuses the page around a message of another conversation', async () => {
    const { ticket } = await openConversation();
    const { ticket: other } = await openConversation();
    const [foreign] = (await messageRows(other)).map(({ id }) => id);
    for (const query of [`?around=${foreign}`, `?newerThan=${foreign}`])
      expect(codeOf(await list(ticket, query))).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });

  it('clears the unread count for the attendant of the ticket only, and tells the provider while connected', async () => {
    const { ticket } = await openConversation(['um', 'dois', 'três']);
    expect(pageOf(await list(ticket, '', company.admin.token)).ticket.unreadMessages).toBe(3);
    expect(pageOf(await list(ticket, '?markRead=false')).ticket.unreadMessages).toBe(3);
    // A later page is no look at what is new, even where it is walked to over the first.
    expect(pageOf(await list(ticket, '?pageNumber=2')).ticket.unreadMessages).toBe(3);
    const now = new Date().toISOString();
    await commit([
      company.table.put(ConnectionState, { ...where, status: 'CONNECTED', changedAt: now, epoch: 1 }, 'any'),
    ]);
    forgetDirectory(company.id);
    const answer = await list(ticket);
    expect(pageOf(answer).ticket.unreadMessages).toBe(0);
    expect((await current(ticket)).unreadMessages).toBe(0);
    const [command] = await commandsTo(ticket);
    expect(command).toMatchObject({ type: 'read', providerMessageIds: { length: 3 } });
    expect(usageOf(await list(ticket)).writeUnits).toBe(0);
    // And back: by the newest message that the phone knows, once.
    const newest = (await messageRows(ticket)).toSorted((a, b) => (a.sortKey < b.sortKey ? 1 : -1))[0];
    for (let times = 0; times < 2; times++) {
      const to = `PUT /setunredmsg/${ticket.id}`;
      expect((await call(tickets, { to, token: company.admin.token })).status).toBe(200);
    }
    const [, ...unread] = await commandsTo(ticket);
    expect(unread).toMatchObject([
      {
        type: 'mark-unread',
        last: { providerMessageId: newest?.providerMessageId, fromMe: false },
        lastSentAt: Date.parse(newest?.sentAt ?? ''),
      },
    ]);
  });

  it('S-21, S-17: shows the history of the own queues only, and nothing of other companies', async () => {
    const hidden = await company.addQueue({ name: 'Diretoria' });
    const { ticket } = await openConversation(['do suporte']);
    const [row] = await messageRows(ticket);
    if (row === undefined) throw new Error('no message');
    const last = row.id.endsWith('0') ? '1' : '0';
    const place = {
      ...row,
      sortKey: `${row.sortKey.slice(0, -1)}${last}`,
      id: `${row.id.slice(0, -1)}${last}`,
    };
    await commit([
      company.table.put(
        Message,
        { ...place, body: 'da diretoria', queueId: hidden, ticketId: 999_999 },
        'absent',
      ),
    ]);
    const bodies = async (token: string) =>
      pageOf(await list(ticket, '', token)).messages.map(({ body }) => body);
    expect(await bodies(ana.token)).toEqual(['do suporte']);
    expect((await bodies(company.admin.token)).toSorted()).toEqual(['da diretoria', 'do suporte']);

    const [hiddenRow] = (await messageRows(ticket)).filter(({ queueId: queue }) => queue === hidden);
    expect(codeOf(await send(ticket, { body: 'x', quotedMsg: hiddenRow?.id }))).toEqual([
      404,
      'ERR_NO_MESSAGE_FOUND',
    ]);

    const other = await makeCompany();
    expect(codeOf(await list(ticket, '', other.admin.token))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    expect(codeOf(await send(ticket, { body: 'oi' }, other.admin.token))).toEqual([
      404,
      'ERR_NO_TICKET_FOUND',
    ]);
    expect(
      codeOf(await call(messages, { to: `DELETE /messages/${row.id}`, token: other.admin.token })),
    ).toEqual([404, 'ERR_NO_MESSAGE_FOUND']);
  });

  it('S-23: refuses a cursor of another conversation, person or filter', async () => {
    const { ticket } = await openConversation();
    const other = await openConversation();
    for (let n = 0; n < 21; n++) await send(ticket, { body: `texto ${n}` });
    const { cursor } = pageOf(await list(ticket));
    const query = `?cursor=${encodeURIComponent(cursor ?? '')}`;
    expect(codeOf(await list(other.ticket, query))).toEqual([400, 'ERR_CURSOR_INVALID']);
    expect(codeOf(await list(ticket, query, company.admin.token))).toEqual([400, 'ERR_CURSOR_INVALID']);
    expect(codeOf(await list(ticket, `${query}x`))).toEqual([400, 'ERR_CURSOR_INVALID']);
    expect(codeOf(await list(ticket, `${query}&selectedQueues=[1]`))).toEqual([400, 'ERR_CURSOR_INVALID']);
  });
});

describe('sending', () => {
  it('stores a pending message with its command, and moves the ticket, in one read and one transaction of four rows', async () => {
    const { ticket, number } = await openConversation();
    const answer = await send(ticket, { body: 'Bom dia!', clientId: randomUUID() });
    const message = onlyOf(answer);
    expect(message).toMatchObject({
      body: 'Bom dia!',
      fromMe: true,
      sendState: 'pending',
      ack: 0,
      user: { id: ana.id },
    });
    expect(usageOf(answer)).toMatchObject({ calls: 2 });
    expect(await current(ticket)).toMatchObject({ lastMessage: 'Bom dia!', fromMe: true, unreadMessages: 0 });
    expect(await commandsTo(ticket)).toMatchObject([
      {
        type: 'send',
        messageId: message.id,
        attempt: 1,
        to: [{ kind: 'phone', value: number }],
        content: { kind: 'text', text: 'Bom dia!' },
        providerMessageId: expect.stringMatching(/^3EB0[0-9A-F]{28}$/),
      },
    ]);
    const [sent] = (await messageRows(ticket)).filter(({ fromMe }) => fromMe);
    expect(sent).toMatchObject({ attempt: 1, outcomeDueAt: expect.any(String), saidBy: '' });
  });

  it('R25: makes one message of ten parallel requests with one client id, and refuses another body under it', async () => {
    const { ticket } = await openConversation();
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(ticket, { body: 'uma vez só', clientId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await commandsTo(ticket)).toHaveLength(1);
    expect((await messageRows(ticket)).filter(({ fromMe }) => fromMe)).toHaveLength(1);
    expect(codeOf(await send(ticket, { body: 'outra coisa', clientId }))).toEqual([
      422,
      'ERR_IDEMPOTENCY_MISMATCH',
    ]);
    await change(ticket, { status: 'closed' });
    expect((await send(ticket, { body: 'uma vez só', clientId })).status).toBe(200);
  });

  it('writes only where somebody attends', async () => {
    const { ticket } = await openConversation();
    await change(ticket, { status: 'pending', userId: null });
    expect(codeOf(await send(ticket, { body: 'oi' }))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    await change(ticket, { status: 'closed' });
    expect(codeOf(await send(ticket, { body: 'oi' }))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(codeOf(await send(ticket, { body: '   ' }))).toEqual([400, 'ERR_VALIDATION']);
    expect(await commandsTo(ticket)).toEqual([]);
  });

  it('keeps a note among attendants', async () => {
    const { ticket } = await openConversation();
    const note = onlyOf(await send(ticket, { body: 'cliente *difícil* {{name}}', isPrivate: true }));
    expect(note).toMatchObject({ isPrivate: true, sendState: 'private', body: 'cliente *difícil* {{name}}' });
    expect(await commandsTo(ticket)).toEqual([]);
    expect((await current(ticket)).lastMessage).toBe('Olá');
    expect(codeOf(await call(messages, { to: `DELETE /messages/${note.id}`, token: bruno.token }))[0]).toBe(
      404,
    );
    expect((await call(messages, { to: `DELETE /messages/${note.id}`, token: ana.token })).status).toBe(200);
    expect((await messageRows(ticket)).some(({ id }) => id === note.id)).toBe(false);
  });

  it('signs, fills placeholders, quotes, and sends a contact as a card', async () => {
    const { ticket, number } = await openConversation();
    const [theirs] = await messageRows(ticket);
    const signed = onlyOf(
      await send(ticket, { body: 'Oi {{firstName}}', signed: true, quotedMsg: theirs?.id }),
    );
    expect(signed.body).toBe('*Ana:*\nOi Name');
    expect(signed.quotedMsg).toMatchObject({ id: theirs?.id, body: 'Olá', fromMe: false });
    const other = await openConversation();
    const card = onlyOf(await send(ticket, { vCard: { contactId: other.contactId } }));
    expect(card).toMatchObject({ mediaType: 'contactMessage' });
    expect(card.body).toContain(`waid=${other.number}`);
    const [first, second] = await commandsTo(ticket);
    expect(first).toMatchObject({ quoted: { providerMessageId: theirs?.providerMessageId, fromMe: false } });
    expect(second).toMatchObject({ content: { kind: 'contact', name: `Name of ${other.number}` } });
    expect(number).not.toBe(other.number);
    const foreign = await messageRows(other.ticket);
    expect(codeOf(await send(ticket, { body: 'x', quotedMsg: foreign[0]?.id }))).toEqual([
      404,
      'ERR_NO_MESSAGE_FOUND',
    ]);
  });

  it('S-36: refuses what is too long, too deep or not asked for, and writes nothing', async () => {
    const { ticket } = await openConversation();
    const before = await messageRows(ticket);
    const hostile: unknown[] = [
      { body: 'x'.repeat(65_537) },
      { body: 'x', extra: true },
      { body: 1 },
      { body: 'x', mediaKeys: Array.from({ length: 11 }, () => 'k') },
      '{"body":"x","__proto__":{"isPrivate":true}}',
      `{"body":${'['.repeat(25)}${']'.repeat(25)}}`,
      '{"body":',
      { body: 'x', clientId: 'not-a-uuid' },
      { body: 'x', quotedMsg: '../etc' },
    ];
    for (const body of hostile) {
      const answer = await call(messages, { to: `POST /messages/${ticket.id}`, token: ana.token, body });
      expect(codeOf(answer), JSON.stringify(body).slice(0, 60)).toEqual([400, 'ERR_VALIDATION']);
    }
    expect(await messageRows(ticket)).toEqual(before);
  });
});

describe('after sending', () => {
  it('R27: shows every outcome, never backwards, and sends again under the same provider id', async () => {
    const { ticket } = await openConversation();
    const message = onlyOf(await send(ticket, { body: 'vai?' }));
    const stateOf = async () => (await messageRows(ticket)).find(({ id }) => id === message.id);
    const resend = () => call(messages, { to: `POST /messages/resend/${message.id}`, token: ana.token });
    expect(codeOf(await resend())).toEqual([409, 'ERR_MESSAGE_NOT_RESENDABLE']);
    await settle(message, { state: 'failed', reason: 'recusado' });
    expect(await stateOf()).toMatchObject({ sendState: 'failed', sendError: 'recusado' });
    expect(await settle(message, { state: 'unknown', reason: 'late' })).toBe(false);
    expect((await resend()).status).toBe(200);
    expect(await stateOf()).toMatchObject({ sendState: 'pending', attempt: 2, sendError: '' });
    expect(await settle(message, { state: 'failed', reason: 'of the first attempt' })).toBe(false);
    await settle(message, { state: 'unknown', reason: 'no answer' }, 2);
    await settle(message, { state: 'sent' }, 2);
    expect(await stateOf()).toMatchObject({ sendState: 'sent', ack: 1, sendError: '' });
    expect(await settle(message, { state: 'failed', reason: 'too late' }, 2)).toBe(false);
    const sends = (await commandsTo(ticket)).flatMap((command) => (command.type === 'send' ? [command] : []));
    expect(sends.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(new Set(sends.map(({ providerMessageId }) => providerMessageId)).size).toBe(1);
  });

  it('edits an own text for fifteen minutes', async () => {
    const { ticket } = await openConversation();
    const message = onlyOf(await send(ticket, { body: 'bom dai' }));
    const edit = (token = ana.token) =>
      call(messages, { to: `POST /messages/edit/${message.id}`, token, body: { body: 'bom dia' } });
    expect(codeOf(await edit())).toEqual([400, 'ERR_EDITING_WAPP_MSG']);
    await settle(message, { state: 'sent' });
    expect(codeOf(await edit(company.admin.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    // As callers do that send the whole message back, with what is not theirs to say.
    const whole = { ...message, ticketId: 1, ack: 5, fromMe: false, isDeleted: true, body: 'bom dia' };
    const edited = await call(messages, {
      to: `POST /messages/edit/${message.id}`,
      token: ana.token,
      body: whole,
    });
    const { fromMe, ticketId, isDeleted } = message;
    expect(edited.body).toMatchObject({ fromMe, ticketId, isDeleted, body: 'bom dia', isEdited: true });
    expect((await current(ticket)).lastMessage).toBe('bom dia');
    expect((await commandsTo(ticket)).at(-1)).toMatchObject({
      type: 'edit',
      text: 'bom dia',
      target: { fromMe: true },
    });
    const [row] = (await messageRows(ticket)).filter(({ id }) => id === message.id);
    if (row === undefined) throw new Error('no row');
    const old = new Date(Date.parse(row.sentAt) - 16 * 60_000).toISOString();
    await commit([company.table.put(Message, { ...row, sentAt: old }, row.version)]);
    expect(codeOf(await edit())).toEqual([409, 'ERR_EDIT_WINDOW_CLOSED']);
  });

  it('deletes own messages for everyone, and never the contact’s', async () => {
    const { ticket } = await openConversation();
    const message = onlyOf(await send(ticket, { body: 'apague' }));
    const [theirs] = await messageRows(ticket);
    const remove = (id = '') => call(messages, { to: `DELETE /messages/${id}`, token: ana.token });
    expect(codeOf(await remove(theirs?.id))).toEqual([400, 'ERR_DELETE_WAPP_MSG']);
    expect((await remove(message.id)).body).toMatchObject({ isDeleted: true });
    expect((await remove(message.id)).status).toBe(200);
    expect((await commandsTo(ticket)).map(({ type }) => type)).toEqual(['send', 'delete']);
    expect((await current(ticket)).lastMessage).toBe('🚫');
  });

  it('S-21: lets no reader delete or change what a colleague wrote, nor what the system did; an administrator deletes', async () => {
    const reader = await company.addUser({ name: 'Carla', queueIds: [queueId], allUserChat: true });
    const { ticket } = await openConversation();
    const said = onlyOf(await send(ticket, { body: 'da Ana' }));
    const note = onlyOf(await send(ticket, { body: 'nota da Ana', isPrivate: true }));
    const bySystem = onlyOf(await send(ticket, { body: 'automática' }));
    const [automatic] = (await messageRows(ticket)).filter(({ id }) => id === bySystem.id);
    if (automatic === undefined) throw new Error('no message');
    await commit([company.table.put(Message, { ...automatic, userId: null }, automatic.version)]);
    await settle(said, { state: 'sent' });
    const before = await messageRows(ticket);
    const remove = (id: string, token: string) => call(messages, { to: `DELETE /messages/${id}`, token });
    const edit = (id: string, token: string) =>
      call(messages, { to: `POST /messages/edit/${id}`, token, body: { body: 'outra coisa' } });
    expect(pageOf(await list(ticket, '?markRead=false', reader.token)).messages).toHaveLength(before.length);
    for (const { id } of [said, note, bySystem]) {
      for (const refused of [
        await remove(id, reader.token),
        await edit(id, reader.token),
        await edit(id, company.admin.token),
      ])
        expect(codeOf(refused)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect(codeOf(await remove(bySystem.id, ana.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await messageRows(ticket)).toEqual(before);
    for (const { id } of [said, note, bySystem])
      expect((await remove(id, company.admin.token)).status).toBe(200);
  });

  it('forwards into a new ticket of the sender, into his own one, and not into a colleague’s', async () => {
    const { ticket } = await openConversation(['o original']);
    const [source] = await messageRows(ticket);
    const target = await openConversation([], ana.id).catch(() => undefined);
    expect(target).toBeUndefined();
    const mine = await openConversation(['meu']);
    const colleague = await openConversation(['dele'], bruno.id);
    const forward = (contactId: number, more: object = {}) =>
      call(messages, {
        to: 'POST /message/forward',
        token: ana.token,
        body: { messageId: source?.id, contactId, ...more },
      });
    expect((await forward(mine.contactId)).body).toMatchObject({
      messages: [{ body: 'o original', isForwarded: true, fromMe: true }],
      ticket: { id: mine.ticket.id },
    });
    expect(codeOf(await forward(colleague.contactId))).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    const fresh = await makeConversation(company, { ...where, connectionId: await company.addConnection() });
    const clientId = randomUUID();
    const made = await forward(fresh.contactId, { clientId, signMessage: true });
    expect(made.body).toMatchObject({
      messages: [{ body: '*Ana:*\no original' }],
      ticket: { status: 'open', userId: ana.id, queueId, lastMessage: '*Ana:* o original' },
    });
    expect((await forward(fresh.contactId, { clientId, signMessage: true })).body).toMatchObject({
      messages: [{ clientId }],
    });
    expect(codeOf(await forward(fresh.contactId, { clientId }))).toEqual([422, 'ERR_IDEMPOTENCY_MISMATCH']);
  });
});

describe('committed, but the answer was lost', () => {
  it('R17: each write of an attendant takes effect once', async () => {
    const { ticket } = await openConversation(['um', 'dois']);
    const target = await openConversation(['alvo']);
    const { lost, mend } = await loseFirstAnswers();
    expect(pageOf(await list(ticket)).ticket.unreadMessages).toBe(0);
    const message = onlyOf(await send(ticket, { body: 'uma' }));
    const note = onlyOf(await send(ticket, { body: 'nota', isPrivate: true }));
    await settle(message, { state: 'failed', reason: 'x' });
    expect(
      (await call(messages, { to: `POST /messages/resend/${message.id}`, token: ana.token })).status,
    ).toBe(200);
    await settle(message, { state: 'sent' }, 2);
    const edit = { to: `POST /messages/edit/${message.id}`, token: ana.token, body: { body: 'duas' } };
    expect((await call(messages, edit)).status).toBe(200);
    const forward = { messageId: message.id, contactId: target.contactId };
    expect(
      (await call(messages, { to: 'POST /message/forward', token: ana.token, body: forward })).status,
    ).toBe(200);
    expect((await call(messages, { to: `DELETE /messages/${message.id}`, token: ana.token })).status).toBe(
      200,
    );
    expect((await call(messages, { to: `DELETE /messages/${note.id}`, token: ana.token })).status).toBe(200);
    mend();
    expect(lost()).toBeGreaterThanOrEqual(10);
    expect((await commandsTo(ticket)).map(({ type }) => type)).toEqual([
      'read',
      'send',
      'send',
      'edit',
      'delete',
    ]);
    expect((await commandsTo(target.ticket)).map(({ type }) => type)).toEqual(['send']);
    const [row] = (await messageRows(ticket)).filter(({ fromMe }) => fromMe);
    expect(row).toMatchObject({ body: 'duas', isDeleted: true, attempt: 2, version: 6 });
  });
});

it('S-18: refuses a ticket and a message of different owners in one request', async () => {
  const other = await makeCompany();
  const elsewhere = { companyId: other.id, connectionId: await other.addConnection() };
  const foreign = await makeConversation(other, elsewhere);
  const { ticket } = await openConversation();
  const foreignRows = await other.table.query(Message, {
    pk: keys.message({ contactId: foreign.contactId, connectionId: elsewhere.connectionId, sortKey: '' }).pk,
    limit: 1,
  });
  const foreignId = foreignRows.rows[0]?.id ?? '';
  expect(codeOf(await send(ticket, { body: 'x', quotedMsg: foreignId }))).toEqual([
    404,
    'ERR_NO_MESSAGE_FOUND',
  ]);
  const own = onlyOf(await send(ticket, { body: 'minha' }));
  const foreignContact = 4_000_000 + foreign.contactId;
  expect(codeOf(await send(ticket, { body: 'x', vCard: { contactId: foreignContact } }))).toEqual([
    404,
    'ERR_NO_CONTACT_FOUND',
  ]);
  const forward = (body: object) => call(messages, { to: 'POST /message/forward', token: ana.token, body });
  expect(codeOf(await forward({ messageId: own.id, contactId: foreignContact }))).toEqual([
    404,
    'ERR_NO_CONTACT_FOUND',
  ]);
  const otherAdmin = (body: object) =>
    call(messages, { to: 'POST /message/forward', token: other.admin.token, body });
  expect(codeOf(await otherAdmin({ messageId: own.id, contactId: foreign.contactId }))).toEqual([
    404,
    'ERR_NO_MESSAGE_FOUND',
  ]);
});
