import { randomUUID } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { call } from './support/call.ts';
import { codeOf, onlyOf, openDesk, usageOf } from './support/desk.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

let desk: Awaited<ReturnType<typeof openDesk>>;
beforeAll(async () => {
  desk = await openDesk();
});

describe('sending', () => {
  it('stores a pending message, its command and the moved ticket in one read and one transaction of four rows', async () => {
    const { ticket, number } = await desk.openConversation();
    const answer = await desk.send(ticket, { body: 'Bom dia!', clientId: randomUUID() });
    const message = onlyOf(answer);
    expect(message).toMatchObject({
      body: 'Bom dia!',
      fromMe: true,
      sendState: 'pending',
      ack: 0,
      user: { id: desk.ana.id },
    });
    expect(usageOf(answer)).toMatchObject({ calls: 2 });
    expect(await desk.current(ticket)).toMatchObject({
      lastMessage: 'Bom dia!',
      fromMe: true,
      unreadMessages: 0,
    });
    expect(await desk.commandsTo(ticket)).toMatchObject([
      {
        type: 'send',
        messageId: message.id,
        attempt: 1,
        to: [{ kind: 'phone', value: number }],
        content: { kind: 'text', text: 'Bom dia!' },
        providerMessageId: expect.stringMatching(/^3EB0[0-9A-F]{28}$/),
      },
    ]);
    const [sent] = (await desk.messageRows(ticket)).filter(({ fromMe }) => fromMe);
    expect(sent).toMatchObject({ attempt: 1, outcomeDueAt: expect.any(String), saidBy: '' });
  });

  it('R25: ten parallel requests with one client id make one message, and another body under it is refused', async () => {
    const { ticket } = await desk.openConversation();
    const clientId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => desk.send(ticket, { body: 'uma vez só', clientId })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await desk.commandsTo(ticket)).toHaveLength(1);
    expect((await desk.messageRows(ticket)).filter(({ fromMe }) => fromMe)).toHaveLength(1);
    expect(codeOf(await desk.send(ticket, { body: 'outra coisa', clientId }))).toEqual([
      422,
      'ERR_IDEMPOTENCY_MISMATCH',
    ]);
    await desk.change(ticket, { status: 'closed' });
    expect((await desk.send(ticket, { body: 'uma vez só', clientId })).status).toBe(200);
  });

  it('sends only on a ticket that is being attended', async () => {
    const { ticket } = await desk.openConversation();
    await desk.change(ticket, { status: 'pending', userId: null });
    expect(codeOf(await desk.send(ticket, { body: 'oi' }))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    await desk.change(ticket, { status: 'closed' });
    expect(codeOf(await desk.send(ticket, { body: 'oi' }))).toEqual([409, 'ERR_TICKET_TRANSITION']);
    expect(codeOf(await desk.send(ticket, { body: '   ' }))).toEqual([400, 'ERR_VALIDATION']);
    expect(await desk.commandsTo(ticket)).toEqual([]);
  });

  it('does not send a private note to the contact', async () => {
    const { ticket } = await desk.openConversation();
    const note = onlyOf(await desk.send(ticket, { body: 'cliente *difícil* {{name}}', isPrivate: true }));
    expect(note).toMatchObject({ isPrivate: true, sendState: 'private', body: 'cliente *difícil* {{name}}' });
    expect(await desk.commandsTo(ticket)).toEqual([]);
    expect((await desk.current(ticket)).lastMessage).toBe('Olá');
    expect(
      codeOf(await call(messages, { to: `DELETE /messages/${note.id}`, token: desk.bruno.token }))[0],
    ).toBe(404);
    expect((await call(messages, { to: `DELETE /messages/${note.id}`, token: desk.ana.token })).status).toBe(
      200,
    );
    expect((await desk.messageRows(ticket)).some(({ id }) => id === note.id)).toBe(false);
  });

  it('signs, fills placeholders, quotes, and sends a contact as a card', async () => {
    const { ticket, number } = await desk.openConversation();
    const [theirs] = await desk.messageRows(ticket);
    const signed = onlyOf(
      await desk.send(ticket, { body: 'Oi {{firstName}}', signed: true, quotedMsg: theirs?.id }),
    );
    expect(signed.body).toBe('*Ana:*\nOi Name');
    expect(signed.quotedMsg).toMatchObject({ id: theirs?.id, body: 'Olá', fromMe: false });
    const other = await desk.openConversation();
    const card = onlyOf(await desk.send(ticket, { vCard: { contactId: other.contactId } }));
    expect(card).toMatchObject({ mediaType: 'contactMessage' });
    expect(card.body).toContain(`waid=${other.number}`);
    const [first, second] = await desk.commandsTo(ticket);
    expect(first).toMatchObject({ quoted: { providerMessageId: theirs?.providerMessageId, fromMe: false } });
    expect(second).toMatchObject({ content: { kind: 'contact', name: `Name of ${other.number}` } });
    expect(number).not.toBe(other.number);
    const foreign = await desk.messageRows(other.ticket);
    expect(codeOf(await desk.send(ticket, { body: 'x', quotedMsg: foreign[0]?.id }))).toEqual([
      404,
      'ERR_NO_MESSAGE_FOUND',
    ]);
  });

  it('S-36: refuses too long, too deep or unknown input, and writes nothing', async () => {
    const { ticket } = await desk.openConversation();
    const before = await desk.messageRows(ticket);
    const hostile: unknown[] = [
      { body: 'x'.repeat(65_537) },
      { body: 'x', mediaKeys: Array.from({ length: 11 }, () => 'k') },
      '{"body":"x","__proto__":{"isPrivate":true}}',
      `{"body":${'['.repeat(25)}${']'.repeat(25)}}`,
      '{"body":',
      { body: 'x', clientId: 'not-a-uuid' },
      { body: 'x', quotedMsg: '../etc' },
    ];
    for (const body of hostile) {
      const answer = await call(messages, { to: `POST /messages/${ticket.id}`, token: desk.ana.token, body });
      expect(codeOf(answer), JSON.stringify(body).slice(0, 60)).toEqual([400, 'ERR_VALIDATION']);
    }
    expect(await desk.messageRows(ticket)).toEqual(before);
  });
});

it('S-18: refuses a request whose ticket and message belong to different owners', async () => {
  const other = await makeCompany();
  const elsewhere = { companyId: other.id, connectionId: await other.addConnection() };
  const foreign = await makeConversation(other, elsewhere);
  const { ticket } = await desk.openConversation();
  const foreignRows = await other.table.query(Message, {
    pk: keys.message({ contactId: foreign.contactId, connectionId: elsewhere.connectionId, sortKey: '' }).pk,
    limit: 1,
  });
  const foreignId = foreignRows.rows[0]?.id ?? '';
  expect(codeOf(await desk.send(ticket, { body: 'x', quotedMsg: foreignId }))).toEqual([
    404,
    'ERR_NO_MESSAGE_FOUND',
  ]);
  const own = onlyOf(await desk.send(ticket, { body: 'minha' }));
  const foreignContact = 4_000_000 + foreign.contactId;
  expect(codeOf(await desk.send(ticket, { body: 'x', vCard: { contactId: foreignContact } }))).toEqual([
    404,
    'ERR_NO_CONTACT_FOUND',
  ]);
  const forward = (body: object) =>
    call(messages, { to: 'POST /message/forward', token: desk.ana.token, body });
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
