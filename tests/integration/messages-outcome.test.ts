import { randomUUID } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { call } from './support/call.ts';
import { codeOf, onlyOf, openDesk, pageOf } from './support/desk.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';
import { loseFirstAnswers } from './support/table-faults.ts';

useTable();

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});

const resend = ({ id }: MessageView, token = desk.ana.token) =>
  call(messages, { to: `POST /messages/resend/${id}`, token });
const edit = ({ id }: MessageView, body: string) =>
  call(messages, { to: `POST /messages/edit/${id}`, token: desk.ana.token, body: { body } });
const remove = ({ id }: MessageView) =>
  call(messages, { to: `DELETE /messages/${id}`, token: desk.ana.token });
const shown = async (ticket: TicketRow, { id }: MessageView) =>
  pageOf(await desk.list(ticket)).messages.find((message) => message.id === id);
/** Delivers a result of the session host for a failed edit or deletion. */
const fail = async (
  { id: messageId }: MessageView,
  attempt: number,
  result: InboundEventOf<'change-result'>['result'] = { state: 'failed', reason: 'not-connected' },
) => {
  const base = { v: 1 as const, ...desk.where, channel: 'whatsapp' as const, receivedAt: Date.now() };
  await take({ ...base, type: 'change-result', messageId, attempt, result });
};

describe('outcomes after sending', () => {
  it('R27: shows every outcome, never goes backwards, and retries under the same provider id', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await desk.send(ticket, { body: 'vai?' }));
    const stateOf = async () => (await desk.messageRows(ticket)).find(({ id }) => id === message.id);
    const resend = () => call(messages, { to: `POST /messages/resend/${message.id}`, token: desk.ana.token });
    expect(codeOf(await resend())).toEqual([409, 'ERR_MESSAGE_NOT_RESENDABLE']);
    await desk.settle(message, { state: 'failed', reason: 'recusado' });
    expect(await stateOf()).toMatchObject({ sendState: 'failed', sendError: 'recusado' });
    expect(await desk.settle(message, { state: 'unknown', reason: 'late' })).toBe(false);
    expect((await resend()).status).toBe(200);
    expect(await stateOf()).toMatchObject({ sendState: 'pending', attempt: 2, sendError: '' });
    expect(await desk.settle(message, { state: 'failed', reason: 'of the first attempt' })).toBe(false);
    await desk.settle(message, { state: 'unknown', reason: 'no answer' }, 2);
    await desk.settle(message, { state: 'sent' }, 2);
    expect(await stateOf()).toMatchObject({ sendState: 'sent', ack: 1, sendError: '' });
    expect(await desk.settle(message, { state: 'failed', reason: 'too late' }, 2)).toBe(false);
    const sends = (await desk.commandsTo(ticket)).flatMap((command) =>
      command.type === 'send' ? [command] : [],
    );
    expect(sends.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(new Set(sends.map(({ providerMessageId }) => providerMessageId)).size).toBe(1);
  });

  it('R26: sends, edits, deletions and reads wait for the connection, and their result comes within 90 s', async () => {
    await desk.connect();
    const { ticket } = await desk.openConversation(['oi']);
    const before = Date.now();
    expect(pageOf(await desk.list(ticket)).ticket.unreadMessages).toBe(0);
    const message = onlyOf(await desk.send(ticket, { body: 'uma' }));
    await desk.settle(message, { state: 'sent' });
    expect((await edit(message, 'duas')).status).toBe(200);
    expect((await remove(message)).status).toBe(200);
    const commands = await desk.commandsTo(ticket);
    expect(commands.map(({ type }) => type)).toEqual(['read', 'send', 'edit', 'delete']);
    for (const command of commands) {
      const waitsMs = ('waitsUntil' in command ? command.waitsUntil : 0) - before;
      expect(waitsMs).toBeGreaterThanOrEqual(80_000);
      expect(waitsMs).toBeLessThan(90_000);
    }
  });

  it('shows an edit that failed, until a later edit or its retry', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await desk.send(ticket, { body: 'uma' }));
    await desk.settle(message, { state: 'sent' });
    await edit(message, 'duas');
    await fail(message, 1);
    const failed = { type: 'edit', state: 'failed', error: 'not-connected' };
    expect(await shown(ticket, message)).toMatchObject({ body: 'duas', failedChange: failed });
    expect((await resend(message, desk.company.admin.token)).status).toBe(403);
    expect((await resend(message)).body).toMatchObject({ failedChange: null });
    // The failure of the first edit, delivered again.
    await fail(message, 1);
    expect(await shown(ticket, message)).toMatchObject({ failedChange: null });
    await fail(message, 2, { state: 'unknown', reason: 'no-answer' });
    expect(await shown(ticket, message)).toMatchObject({ failedChange: { state: 'unknown' } });
    await edit(message, 'três');
    await fail(message, 2);
    expect(await shown(ticket, message)).toMatchObject({ body: 'três', failedChange: null });
    const edits = (await desk.commandsTo(ticket)).flatMap((one) => (one.type === 'edit' ? [one] : []));
    expect(edits.map(({ text, attempt }) => [text, attempt])).toEqual([
      ['duas', 1],
      ['duas', 2],
      ['três', 3],
    ]);
    // A retried edit keeps its id, so that a contact who already has it gets it once.
    const [first, again, later] = edits.map(({ providerMessageId }) => providerMessageId);
    expect(again).toBe(first);
    expect(later).not.toBe(first);
  });

  it('shows a deletion that failed and retries it; a message that was never sent needs no deletion', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await desk.send(ticket, { body: 'apague' }));
    await desk.settle(message, { state: 'sent' });
    await remove(message);
    await fail(message, 1);
    const failedChange = { type: 'delete', state: 'failed', error: 'not-connected' };
    expect(await shown(ticket, message)).toMatchObject({ isDeleted: true, failedChange });
    expect((await resend(message)).body).toMatchObject({ isDeleted: true, failedChange: null });
    expect((await desk.commandsTo(ticket)).map(({ type }) => type)).toEqual(['send', 'delete', 'delete']);

    const stayed = onlyOf(await desk.send(ticket, { body: 'nem saiu' }));
    await remove(stayed);
    await desk.settle(stayed, { state: 'failed', reason: 'not-connected' });
    await fail(stayed, 1);
    expect(await shown(ticket, stayed)).toMatchObject({ isDeleted: true, failedChange: null });
  });

  it('resends at once, in order, every message that certainly failed, and no other', async () => {
    const { ticket } = await desk.openConversation();
    const other = await desk.openConversation();
    const say = async (body: string, outcome?: Parameters<typeof desk.settle>[1], on = ticket) => {
      const message = onlyOf(await desk.send(on, { body }));
      if (outcome !== undefined) await desk.settle(message, outcome);
      return message;
    };
    const away = { state: 'failed', reason: 'not-connected' } as const;
    await say('um', away);
    await say('talvez', { state: 'unknown', reason: 'no-answer' });
    await say('dois', { state: 'failed', reason: 'connection-unavailable' });
    await say('recusada', { state: 'failed', reason: 'refused-403' });
    await say('chegou', { state: 'sent' });
    await remove(await say('apagada', away));
    await say('três', away);
    await say('a caminho');
    await say('de outro', away, other.ticket);
    const before = (await desk.commandsTo(ticket)).length;
    const resendAll = (token = desk.ana.token) =>
      call(messages, { to: `POST /messages/resend-all/${ticket.id}`, token });
    expect(codeOf(await resendAll((await makeCompany()).admin.token))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const answer = messageRoutes.resendAll.response.parse((await resendAll()).body);
    expect(answer.messages.map(({ body, sendState }) => [body, sendState])).toEqual([
      ['um', 'pending'],
      ['dois', 'pending'],
      ['três', 'pending'],
    ]);
    expect(answer.hasMore).toBe(false);
    const sends = (await desk.commandsTo(ticket)).slice(before);
    expect(sends).toMatchObject(
      ['um', 'dois', 'três'].map((text) => ({ type: 'send', attempt: 2, content: { text } })),
    );
    expect((await resendAll()).body).toEqual({ messages: [], hasMore: false });
    await desk.change(ticket, { status: 'closed' });
    expect(codeOf(await resendAll())).toEqual([409, 'ERR_TICKET_TRANSITION']);
  });

  it('an own text can be edited for fifteen minutes', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await desk.send(ticket, { body: 'bom dai' }));
    const edit = (token = desk.ana.token) =>
      call(messages, { to: `POST /messages/edit/${message.id}`, token, body: { body: 'bom dia' } });
    expect(codeOf(await edit())).toEqual([400, 'ERR_EDITING_WAPP_MSG']);
    await desk.settle(message, { state: 'sent' });
    expect(codeOf(await edit(desk.company.admin.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    // The whole message sent back, as some callers do, including fields that callers cannot set.
    const whole = { ...message, ticketId: 1, ack: 5, fromMe: false, isDeleted: true, body: 'bom dia' };
    const edited = await call(messages, {
      to: `POST /messages/edit/${message.id}`,
      token: desk.ana.token,
      body: whole,
    });
    const { fromMe, ticketId, isDeleted } = message;
    expect(edited.body).toMatchObject({ fromMe, ticketId, isDeleted, body: 'bom dia', isEdited: true });
    expect((await desk.current(ticket)).lastMessage).toBe('bom dia');
    expect((await desk.commandsTo(ticket)).at(-1)).toMatchObject({
      type: 'edit',
      text: 'bom dia',
      target: { fromMe: true },
    });
    const [row] = (await desk.messageRows(ticket)).filter(({ id }) => id === message.id);
    if (row === undefined) throw new Error('no row');
    const old = new Date(Date.parse(row.sentAt) - 16 * 60_000).toISOString();
    await commit([desk.company.table.put(Message, { ...row, sentAt: old }, row.version)]);
    expect(codeOf(await edit())).toEqual([409, 'ERR_EDIT_WINDOW_CLOSED']);
  });

  it('deletes own messages for everyone, and never the contact’s', async () => {
    const { ticket } = await desk.openConversation();
    const message = onlyOf(await desk.send(ticket, { body: 'apague' }));
    const [theirs] = await desk.messageRows(ticket);
    const remove = (id = '') => call(messages, { to: `DELETE /messages/${id}`, token: desk.ana.token });
    expect(codeOf(await remove(theirs?.id))).toEqual([400, 'ERR_DELETE_WAPP_MSG']);
    expect((await remove(message.id)).body).toMatchObject({ isDeleted: true });
    expect((await remove(message.id)).status).toBe(200);
    expect((await desk.commandsTo(ticket)).map(({ type }) => type)).toEqual(['send', 'delete']);
    expect((await desk.current(ticket)).lastMessage).toBe('🚫');
  });

  it("S-21: only an administrator deletes others' messages or automatic ones, and no reader changes them", async () => {
    const reader = await desk.company.addUser({ name: 'Carla', queueIds: [desk.queueId], allUserChat: true });
    const { ticket } = await desk.openConversation();
    const said = onlyOf(await desk.send(ticket, { body: 'da Ana' }));
    const note = onlyOf(await desk.send(ticket, { body: 'nota da Ana', isPrivate: true }));
    const bySystem = onlyOf(await desk.send(ticket, { body: 'automática' }));
    const [automatic] = (await desk.messageRows(ticket)).filter(({ id }) => id === bySystem.id);
    if (automatic === undefined) throw new Error('no message');
    await commit([desk.company.table.put(Message, { ...automatic, userId: null }, automatic.version)]);
    await desk.settle(said, { state: 'sent' });
    const before = await desk.messageRows(ticket);
    const remove = (id: string, token: string) => call(messages, { to: `DELETE /messages/${id}`, token });
    const edit = (id: string, token: string) =>
      call(messages, { to: `POST /messages/edit/${id}`, token, body: { body: 'outra coisa' } });
    expect(pageOf(await desk.list(ticket, '?markRead=false', reader.token)).messages).toHaveLength(
      before.length,
    );
    for (const { id } of [said, note, bySystem]) {
      for (const refused of [
        await remove(id, reader.token),
        await edit(id, reader.token),
        await edit(id, desk.company.admin.token),
      ])
        expect(codeOf(refused)).toEqual([403, 'ERR_NO_PERMISSION']);
    }
    expect(codeOf(await remove(bySystem.id, desk.ana.token))).toEqual([403, 'ERR_NO_PERMISSION']);
    expect(await desk.messageRows(ticket)).toEqual(before);
    for (const { id } of [said, note, bySystem])
      expect((await remove(id, desk.company.admin.token)).status).toBe(200);
  });

  it("forwards into a new ticket or the sender's own, and not into a colleague’s", async () => {
    const { ticket } = await desk.openConversation(['o original']);
    const [source] = await desk.messageRows(ticket);
    const target = await desk.openConversation([], desk.ana.id).catch(() => undefined);
    expect(target).toBeUndefined();
    const mine = await desk.openConversation(['meu']);
    const colleague = await desk.openConversation(['dele'], desk.bruno.id);
    const forward = (contactId: number, more: object = {}) =>
      call(messages, {
        to: 'POST /message/forward',
        token: desk.ana.token,
        body: { messageId: source?.id, contactId, ...more },
      });
    expect((await forward(mine.contactId)).body).toMatchObject({
      messages: [{ body: 'o original', isForwarded: true, fromMe: true }],
      ticket: { id: mine.ticket.id },
    });
    expect(codeOf(await forward(colleague.contactId))).toEqual([409, 'ERR_OTHER_OPEN_TICKET']);
    const fresh = await makeConversation(desk.company, {
      ...desk.where,
      connectionId: await desk.company.addConnection(),
    });
    const clientId = randomUUID();
    const made = await forward(fresh.contactId, { clientId, signMessage: true });
    expect(made.body).toMatchObject({
      messages: [{ body: '*Ana:*\no original' }],
      ticket: {
        status: 'open',
        userId: desk.ana.id,
        queueId: desk.queueId,
        lastMessage: '*Ana:* o original',
      },
    });
    expect((await forward(fresh.contactId, { clientId, signMessage: true })).body).toMatchObject({
      messages: [{ clientId }],
    });
    expect(codeOf(await forward(fresh.contactId, { clientId }))).toEqual([422, 'ERR_IDEMPOTENCY_MISMATCH']);
  });
});

describe('write committed, response lost', () => {
  it('R17: each write of an attendant takes effect once', async () => {
    const { ticket } = await desk.openConversation(['um', 'dois']);
    const target = await desk.openConversation(['alvo']);
    await desk.connect();
    const { lost, mend } = await loseFirstAnswers();
    expect(pageOf(await desk.list(ticket)).ticket.unreadMessages).toBe(0);
    const message = onlyOf(await desk.send(ticket, { body: 'uma' }));
    const note = onlyOf(await desk.send(ticket, { body: 'nota', isPrivate: true }));
    await desk.settle(message, { state: 'failed', reason: 'x' });
    expect(
      (await call(messages, { to: `POST /messages/resend/${message.id}`, token: desk.ana.token })).status,
    ).toBe(200);
    await desk.settle(message, { state: 'sent' }, 2);
    const edit = { to: `POST /messages/edit/${message.id}`, token: desk.ana.token, body: { body: 'duas' } };
    expect((await call(messages, edit)).status).toBe(200);
    const forward = { messageId: message.id, contactId: target.contactId };
    expect(
      (await call(messages, { to: 'POST /message/forward', token: desk.ana.token, body: forward })).status,
    ).toBe(200);
    expect(
      (await call(messages, { to: `DELETE /messages/${message.id}`, token: desk.ana.token })).status,
    ).toBe(200);
    expect((await call(messages, { to: `DELETE /messages/${note.id}`, token: desk.ana.token })).status).toBe(
      200,
    );
    mend();
    expect(lost()).toBeGreaterThanOrEqual(10);
    expect((await desk.commandsTo(ticket)).map(({ type }) => type)).toEqual([
      'read',
      'send',
      'send',
      'edit',
      'delete',
    ]);
    expect((await desk.commandsTo(target.ticket)).map(({ type }) => type)).toEqual(['send']);
    const [row] = (await desk.messageRows(ticket)).filter(({ fromMe }) => fromMe);
    expect(row).toMatchObject({ body: 'duas', isDeleted: true, attempt: 2, version: 6 });
  });
});
