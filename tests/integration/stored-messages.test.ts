import { randomBytes, randomUUID } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { storedMessages } from '@prosa/session-host/inbound/stored-messages.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { freshNumber, makeConversation } from '../factories/conversation.ts';
import { sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { inbound } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();
const { findSent, findSecret } = storedMessages;
const DAY_MS = 86_400_000;

let company: TestCompany;
let where: Where;
let ana: TestUser;

beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection() };
  ana = await company.addUser({ name: 'Ana' });
});

/** Sends a text to a new customer as an attendant. */
const written = async (body: string) => {
  const { number, ticket } = await makeConversation(company, where, { status: 'open', userId: ana.id });
  const answer = await call(messages, {
    to: `POST /messages/${ticket.id}`,
    token: ana.token,
    body: { body, clientId: randomUUID() },
  });
  const [view] = messageRoutes.send.response.parse(answer.body).messages;
  const row = await loadMessage(company.table, view?.id ?? '');
  if (row?.providerMessageId == null) throw new Error('nothing was sent');
  return { row, id: row.providerMessageId, asker: [{ kind: 'phone' as const, value: number }] };
};

/** Changes a message and returns the provider id of the change. */
const changed = async (to: string, body?: object) => {
  const answer = await call(messages, { to, token: ana.token, ...(body === undefined ? {} : { body }) });
  expect(answer.status).toBe(200);
  const { id } = messageRoutes.edit.response.parse(answer.body);
  return (await loadMessage(company.table, id))?.change?.providerMessageId ?? '';
};

describe('sent message that a phone requests again', () => {
  it('is found by its WhatsApp id for its recipient', async () => {
    const { id, asker } = await written('Seu pedido saiu');
    expect(await findSent(where, id, asker)).toEqual({
      content: { kind: 'text', text: 'Seu pedido saiu' },
      quoted: undefined,
    });
    // WhatsApp gives Brazilian numbers with or without the ninth digit.
    const [, area = '', rest = ''] = /^55(\d\d)(\d{8})$/.exec(asker[0]?.value ?? '') ?? [];
    const longer = [{ kind: 'phone' as const, value: `55${area}9${rest}` }];
    expect(await findSent(where, id, longer)).toHaveProperty('content');
  });

  it('is not found for another recipient, connection or company', async () => {
    const { id, asker } = await written('Só para mim');
    const another = await written('Só para ele');
    const otherConnection = await company.addConnection();
    const otherCompany = await makeCompany();
    expect(await findSent(where, id, another.asker)).toBeUndefined();
    expect(await findSent(where, id, [])).toBeUndefined();
    expect(await findSent({ ...where, connectionId: otherConnection }, id, asker)).toBeUndefined();
    expect(await findSent({ ...where, companyId: otherCompany.id }, id, asker)).toBeUndefined();
    expect(await findSent(where, '3EB0C767D82A7B6F5A8E12', asker)).toBeUndefined();
  });

  it('is not found after its deletion', async () => {
    const { row, id, asker } = await written('engano');
    const deleted = await call(messages, { to: `DELETE /messages/${row.id}`, token: ana.token });
    expect(deleted.status).toBe(200);
    expect(await findSent(where, id, asker)).toBeUndefined();
  });
});

describe('sent message from long ago', () => {
  afterEach(() => vi.useRealTimers());
  const later = (ms: number): void => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  };

  it('is found after 30 days, and not after 32, because the number may belong to another person by then', async () => {
    const { id, asker } = await written('Seu pedido saiu');
    later(30 * DAY_MS);
    expect(await findSent(where, id, asker)).toHaveProperty('content');
    later(2 * DAY_MS);
    expect(await findSent(where, id, asker)).toBeUndefined();
  });

  it('is not found by the id of its edit or deletion either', async () => {
    const { row, asker } = await written('Seu pedido saiu');
    await writeSendOutcome(company.table, row, 1, { state: 'sent' });
    const edit = await changed(`POST /messages/edit/${row.id}`, { body: 'Seu pedido chegou' });
    expect(await findSent(where, edit, asker)).toBeDefined();
    later(32 * DAY_MS);
    expect(await findSent(where, edit, asker)).toBeUndefined();
  });
});

describe('change of a sent message that a phone requests again', () => {
  it('is found by its own id: an edit with the current text, or the deletion', async () => {
    const { row, id, asker } = await written('Seu pedido saiu');
    await writeSendOutcome(company.table, row, 1, { state: 'sent' });
    const first = await changed(`POST /messages/edit/${row.id}`, { body: 'Seu pedido chegou' });
    const target = { providerMessageId: id, fromMe: true };
    expect(await findSent(where, first, asker)).toMatchObject({ target, text: 'Seu pedido chegou' });
    const second = await changed(`POST /messages/edit/${row.id}`, { body: 'Seu pedido chegou ontem' });
    expect(second).not.toBe(first);
    for (const edit of [first, second])
      expect(await findSent(where, edit, asker)).toMatchObject({ target, text: 'Seu pedido chegou ontem' });
    const another = await written('Só para ele');
    expect(await findSent(where, first, another.asker)).toBeUndefined();

    const deletion = await changed(`DELETE /messages/${row.id}`);
    expect(await findSent(where, deletion, asker)).toMatchObject({ target, text: undefined });
    expect(await findSent(where, deletion, another.asker)).toBeUndefined();
    for (const gone of [id, first, second]) expect(await findSent(where, gone, asker)).toBeUndefined();
  });

  it("the receipt of the repeated change does not change the message's delivery state", async () => {
    const { row } = await written('Seu pedido saiu');
    await writeSendOutcome(company.table, row, 1, { state: 'sent' });
    const edit = await changed(`POST /messages/edit/${row.id}`, { body: 'Seu pedido chegou' });
    const base = { v: 1 as const, ...where, channel: 'whatsapp' as const, receivedAt: Date.now() };
    await take({ ...base, type: 'receipt', providerMessageId: edit, ack: 3 });
    expect(await loadMessage(company.table, row.id)).toMatchObject({ ack: 1, body: 'Seu pedido chegou' });
  });
});

describe('secret for the encrypted edits of a message', () => {
  it('is stored with the message, and found only in its company and connection', async () => {
    const secret = randomBytes(32);
    const event = textEvent(where, freshNumber(), 'com segredo', { secret: secret.toString('base64') });
    await inbound(sqsEvent([event]));
    const found = await findSecret(where, event.providerMessageId);
    expect(found).toEqual({ secret, writer: [], options: [] });
    const otherCompany = await makeCompany();
    expect(
      await findSecret({ ...where, companyId: otherCompany.id }, event.providerMessageId),
    ).toBeUndefined();
    expect(await findSecret(where, 'unknown')).toBeUndefined();
  });
});
