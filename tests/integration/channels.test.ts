import { randomUUID } from 'node:crypto';
import type { Channel } from '@prosa/functions/channels/channel.ts';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { whatsappApi } from '@prosa/functions/channels/whatsappapi/whatsapp-api.ts';
import { storedContentOf } from '@prosa/functions/domain/messages/outbound-content.ts';
import { type Draft, resend, send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { handler as messageRoutes } from '@prosa/functions/http/messages/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { Message, ProviderMessage } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { RichContent } from '@prosa/shared/messaging/rich-content.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import {
  editEvent,
  failedIndexes,
  receiptEvent,
  sqsEvent,
  textEvent,
  type Where,
} from '../factories/inbound-events.ts';
import { makeTicket, reload } from '../factories/tickets.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { inbound as handler } from '../support/handlers.ts';
import { call } from './support/call.ts';
import { meterCompany } from './support/meter-company.ts';
import { useTable } from './support/table.ts';

vi.hoisted(() => {
  process.env.METER = '1';
});

useTable();

const usageSchema = z.object({ calls: z.number(), readUnits: z.number(), writeUnits: z.number() });

let company: TestCompany;
let web: Where;
let theirs: Where;
let serial = 0;

beforeAll(async () => {
  company = await makeCompany();
  web = { companyId: company.id, connectionId: await company.addConnection() };
  theirs = { companyId: company.id, connectionId: await company.addConnection({ channel: 'whatsappapi' }) };
});

const moment = () => ({ ids: systemIds, nowMs: Date.now() });
const take = async (...events: InboundEvent[]) => failedIndexes(await handler(sqsEvent(events)));

const attended = (where: Where, channel: TicketRow['channel'] = 'whatsapp') =>
  makeTicket(
    company.table,
    { connectionId: where.connectionId },
    { status: 'open', userId: company.admin.id, channel, heardAt: new Date().toISOString() },
  );

const sendOn = async (ticket: TicketRow, channel: Channel, draft: Partial<Draft> = {}) => {
  const turn = send(turnOn(ticket), { body: 'Bom dia', userId: null, ...draft }, channel, moment());
  const { messages } = await commitTurn(company.table, turn, moment());
  return messages;
};
const onlySent = async (ticket: TicketRow, channel: Channel, draft: Partial<Draft> = {}) => {
  const [message, ...more] = await sendOn(ticket, channel, draft);
  if (message === undefined || more.length > 0) throw new Error('not one message');
  return message;
};

const commandsTo = async (ticket: TicketRow) => {
  const groupId = [company.id, ticket.connectionId, ticket.contactId].join(':');
  const waiting = await Promise.all(
    (['session-commands-0', 'channel-commands'] as const).map((queue) => {
      const { pk } = keys.outbox({ queue, groupId, id: '' });
      return company.table.query(Outbox, { pk, limit: 100, consistent: true });
    }),
  );
  const rows = waiting.flatMap((page) => page.rows);
  return rows.map(({ queue, body }) => ({ queue, command: sessionCommandSchema.parse(JSON.parse(body)) }));
};
const contentsTo = async (ticket: TicketRow) =>
  (await commandsTo(ticket)).flatMap(({ command }) => (command.type === 'send' ? [command.content] : []));

const readRow = (message: { contactId: number; connectionId: number; sortKey: string }) =>
  company.table.get(Message, message, { consistent: true });
const rowsOf = async (ticket: TicketRow) => {
  const { contactId, connectionId } = ticket;
  const { pk } = keys.message({ contactId, connectionId: connectionId ?? 0, sortKey: '' });
  return (await company.table.query(Message, { pk, limit: 100, consistent: true })).rows;
};
const markerOf = (where: Where, providerMessageId: string) =>
  company.table.get(
    ProviderMessage,
    { connectionId: where.connectionId, providerMessageId },
    { consistent: true },
  );

describe('a message under an id of ours', () => {
  it('receipts, edits and quotes find the message by its id without a marker', async () => {
    const ticket = await attended(web);
    const message = await onlySent(ticket, whatsapp);
    const id = message.providerMessageId ?? '';
    expect(await markerOf(web, id)).toBeUndefined();
    await take(receiptEvent(web, id, 1));
    const { usage } = await meterCompany(company, () => take(receiptEvent(web, id, 2)));
    expect(usage).toMatchObject({ calls: 1, readUnits: 0, writeUnits: 1 });
    await take(receiptEvent(web, id, 3), receiptEvent(web, id, 2));
    expect(await readRow(message)).toMatchObject({ ack: 3, sendState: 'sent' });
    await take(editEvent(web, id, 'Boa tarde', Date.now(), true));
    expect(await readRow(message)).toMatchObject({ body: 'Boa tarde', isEdited: true });
    expect((await reload(company.table, ticket.id)).lastMessage).toBe('Boa tarde');
    const { number } = ticket.contact;
    await take(textEvent(web, number, 'obrigada', { quotedProviderMessageId: id }));
    expect((await rowsOf(ticket)).find(({ body }) => body === 'obrigada')).toMatchObject({
      quoted: { id: message.id, fromMe: true },
    });
    expect(await markerOf(web, id)).toBeUndefined();
  });

  it('R40: repeated echoes add no second message', async () => {
    const ticket = await attended(web);
    const message = await onlySent(ticket, whatsapp);
    const echo = textEvent(web, ticket.contact.number, message.body, {
      fromMe: true,
      providerMessageId: message.providerMessageId ?? '',
    });
    expect(await take(echo, echo, { ...echo, sentAt: echo.sentAt - 60_000 })).toEqual([]);
    expect(await rowsOf(ticket)).toHaveLength(1);
    expect((await reload(company.table, ticket.id)).version).toBe(ticket.version + 1);
  });

  it('the same id over another connection of the company is a separate incoming message', async () => {
    const other = { companyId: company.id, connectionId: await company.addConnection() };
    const ticket = await attended(web);
    const message = await onlySent(ticket, whatsapp);
    const id = message.providerMessageId ?? '';
    const arrived = textEvent(other, '5511900001111', message.body, { providerMessageId: id });
    expect(await take(arrived, arrived)).toEqual([]);
    const stored = await findMessageByProviderId(company.table, whatsapp, other.connectionId, id);
    expect(stored).toMatchObject({ fromMe: false, body: message.body, connectionId: other.connectionId });
  });

  it('a send result costs one update and no read, and never sets the state back', async () => {
    const message = await onlySent(await attended(web), whatsapp);
    const result = (attempt: number, state: 'sent' | 'failed'): InboundEvent => ({
      v: 1,
      ...web,
      channel: 'whatsapp',
      receivedAt: Date.now(),
      type: 'send-result',
      messageId: message.id,
      attempt,
      result:
        state === 'sent'
          ? { state, providerMessageId: message.providerMessageId ?? '' }
          : { state, reason: 'refused-1' },
    });
    const { usage } = await meterCompany(company, () => take(result(1, 'sent')));
    // Two writes: the message and its entry in the index of pending sends.
    expect(usage).toMatchObject({ calls: 1, readUnits: 0, writeUnits: 2 });
    await take(result(1, 'failed'), result(2, 'failed'));
    expect(await readRow(message)).toMatchObject({ sendState: 'sent', ack: 1, sendError: '' });
  });
});

describe('a message under an id of the provider', () => {
  const sent = (
    message: { id: string },
    providerMessageId: string,
    attempt = 1,
  ): InboundEventOf<'send-result'> => ({
    v: 1,
    ...theirs,
    channel: 'whatsappapi',
    receivedAt: Date.now(),
    type: 'send-result',
    messageId: message.id,
    attempt,
    result: { state: 'sent', providerMessageId },
  });
  const wamid = () => `wamid.${++serial}`;
  const ofTheirs = <T extends InboundEvent>(event: T): T => ({ ...event, channel: 'whatsappapi' });

  it('has no provider id until the send result, which writes the marker that receipts and quotes use', async () => {
    const ticket = await attended(theirs, 'whatsappapi');
    const message = await onlySent(ticket, whatsappApi);
    expect(message.providerMessageId).toBeNull();
    const [{ queue, command } = { queue: '', command: undefined }] = await commandsTo(ticket);
    expect(queue).toBe('channel-commands');
    expect(command).not.toHaveProperty('providerMessageId');

    const id = wamid();
    expect(await take(sent(message, id), sent(message, id))).toEqual([]);
    expect(await readRow(message)).toMatchObject({
      providerMessageId: id,
      sendState: 'sent',
      ack: 1,
      outcomeDueAt: null,
      version: 2,
    });
    expect(await markerOf(theirs, id)).toMatchObject({ messageId: message.id });
    await take(ofTheirs(receiptEvent(theirs, id, 3)));
    expect(await readRow(message)).toMatchObject({ ack: 3 });
    await take(
      ofTheirs(textEvent(theirs, ticket.contact.number, 'obrigada', { quotedProviderMessageId: id })),
    );
    expect((await rowsOf(ticket)).find(({ body }) => body === 'obrigada')).toMatchObject({
      quoted: { id: message.id },
    });
  });

  it('R04: applies receipts that came before the send result', async () => {
    const message = await onlySent(await attended(theirs, 'whatsappapi'), whatsappApi);
    const id = wamid();
    await take(ofTheirs(receiptEvent(theirs, id, 3)), ofTheirs(receiptEvent(theirs, id, 2)));
    expect(await markerOf(theirs, id)).toMatchObject({ messageId: null, parked: [{ ack: 3 }] });
    await take(sent(message, id));
    expect(await readRow(message)).toMatchObject({ ack: 3, sendState: 'sent', providerMessageId: id });
    expect(await markerOf(theirs, id)).toMatchObject({ messageId: message.id });
  });

  it('R40: replaces its own echo when the echo arrives before the send result', async () => {
    const ticket = await attended(theirs, 'whatsappapi');
    const message = await onlySent(ticket, whatsappApi);
    const id = wamid();
    const echo = ofTheirs(
      textEvent(theirs, ticket.contact.number, message.body, { fromMe: true, providerMessageId: id }),
    );
    await take(echo, ofTheirs(receiptEvent(theirs, id, 2)));
    expect(await rowsOf(ticket)).toHaveLength(2);
    await take(sent(message, id), echo);
    expect(await rowsOf(ticket)).toMatchObject([{ id: message.id, ack: 2, providerMessageId: id }]);
    expect(await markerOf(theirs, id)).toMatchObject({ messageId: message.id });
  });

  it('R27: a result of an earlier attempt changes nothing, and a failure needs no id', async () => {
    const ticket = await attended(theirs, 'whatsappapi');
    const message = await onlySent(ticket, whatsappApi);
    const failure: InboundEvent = {
      ...sent(message, 'none'),
      result: { state: 'failed', reason: 'refused-131026' },
    };
    await take(failure);
    const failed = await readRow(message);
    if (failed === undefined) throw new Error('the message is gone');
    expect(failed).toMatchObject({ sendState: 'failed', providerMessageId: null });
    const now = await reload(company.table, ticket.id);
    await commitTurn(company.table, resend(turnOn(now), failed, undefined, whatsappApi, moment()), moment());
    await take(sent(message, wamid(), 1));
    expect(await readRow(message)).toMatchObject({
      sendState: 'pending',
      attempt: 2,
      providerMessageId: null,
    });
    const id = wamid();
    await take(sent(message, id, 2));
    expect(await readRow(message)).toMatchObject({ sendState: 'sent', providerMessageId: id });
  });

  it('a long text becomes as many messages as it needs', async () => {
    const ticket = await attended(theirs, 'whatsappapi');
    const body = 'palavra '.repeat(1000).trim();
    const messages = await sendOn(ticket, whatsappApi, { body });
    expect(messages).toHaveLength(2);
    expect(messages.every(({ body: part }) => part.length <= whatsappApi.capabilities.textChars)).toBe(true);
    expect(messages.map((part) => part.body).join(' ')).toBe(body);
    expect(await rowsOf(ticket)).toHaveLength(2);
  });
});

const RICH: RichContent[] = [
  {
    kind: 'list',
    title: '',
    text: 'Com quem quer falar?',
    footer: '',
    button: 'Escolher',
    sections: [{ title: '', rows: [{ id: '1', title: 'Vendas', description: '' }] }],
  },
  {
    kind: 'buttons',
    title: '',
    text: 'Confirma?',
    footer: '',
    buttons: [{ action: 'reply', id: 's', title: 'Sim' }],
  },
  {
    kind: 'buttons',
    title: 'Catálogo',
    text: 'Veja tudo:',
    footer: '',
    buttons: [{ action: 'url', title: 'Abrir', url: 'https://loja.example/catalogo' }],
  },
  {
    kind: 'pix',
    title: 'Pedido 12',
    amountCents: 4990,
    keyType: 'EMAIL',
    pixKey: 'caixa@loja.example',
    merchantName: 'Loja Sol',
  },
  { kind: 'location', latitude: -23.5, longitude: -46.6, name: 'Loja', address: '' },
  { kind: 'poll', question: 'Qual?', options: ['A', 'B'], multiple: true },
  {
    kind: 'template',
    name: 'pronto',
    language: 'pt_BR',
    headerName: '',
    headerValue: '',
    parameters: [{ name: '', value: 'Ana' }],
    buttonValues: [{ index: 0, kind: 'url', value: '12' }],
    header: 'Pedido',
    text: 'Ana, está pronto.',
    footer: 'Loja Sol',
    buttons: [{ kind: 'url', text: 'Ver', value: 'https://loja.example/12' }],
  },
];

describe.each(RICH)('a $kind', (content) => {
  it('is stored in readable form, and sent in a form that the channel can show', async () => {
    const [onWeb, onCloud] = [await attended(web), await attended(theirs, 'whatsappapi')];
    const stored = await onlySent(onWeb, whatsapp, storedContentOf(content));
    expect(stored.body).not.toBe('');
    // A poll also gets the key of its votes.
    expect(await contentsTo(onWeb)).toMatchObject(whatsapp.render(content));
    await sendOn(onCloud, whatsappApi, storedContentOf(content));
    expect(await contentsTo(onCloud)).toEqual(whatsappApi.render(content));
    const row = await readRow(stored);
    expect(row).toMatchObject({ mediaType: stored.mediaType, dataJson: stored.dataJson, body: stored.body });
  });
});

it("sending a text writes four rows: message, command, ticket, and the client's marker", async () => {
  const ticket = await attended(web);
  const answer = await call(messageRoutes, {
    to: `POST /messages/${ticket.id}`,
    token: company.admin.token,
    body: { body: 'Bom dia! Seu pedido saiu para entrega agora há pouco.', clientId: randomUUID() },
  });
  const usage = usageSchema.parse(JSON.parse(String(answer.headers['x-usage'])));
  expect(usage).toMatchObject({ calls: 2 });
  // A transaction costs two write units a kilobyte; the ticket is in two indexes, the message in one.
  expect(usage.writeUnits).toBeLessThanOrEqual(22);
  expect(await commandsTo(ticket)).toHaveLength(1);
});
