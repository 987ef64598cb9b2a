import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as external } from '@prosa/functions/http/external/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { connectionRoutes } from '@prosa/shared/contracts/connections.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { ticketPageSchema } from '@prosa/shared/contracts/tickets.ts';
import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { providerQueue } from '@prosa/shared/resource-names.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { type Answer, call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CHANNELS = ['whatsappapi', 'facebook', 'instagram'] as const;
type Windowed = (typeof CHANNELS)[number];
const KINDS = { whatsappapi: 'phone', facebook: 'psid', instagram: 'igsid' } as const;

let company: TestCompany;
const connectionIds: Record<Windowed, number> = { whatsappapi: 0, facebook: 0, instagram: 0 };
let serial = 0;

beforeAll(async () => {
  company = await makeCompany();
  for (const channel of CHANNELS) {
    connectionIds[channel] = await company.addConnection({ channel });
    const state = {
      companyId: company.id,
      connectionId: connectionIds[channel],
      status: 'CONNECTED' as const,
    };
    await commit([
      company.table.put(ConnectionState, { ...state, changedAt: toInstant(Date.now()) }, 'absent'),
    ]);
  }
});

const ago = (ms: number): string => toInstant(Date.now() - ms);
const identityOn = (channel: Windowed): Identity => ({
  kind: KINDS[channel],
  value: `55119${70_000_000 + ++serial}`,
});

/** Makes a ticket that the administrator attends, whose contact wrote some time ago; null for never. */
const heard = async (
  channel: Windowed,
  agoMs: number | null,
  fields: Partial<Pick<TicketRow, 'freeEntryAt'>> = {},
): Promise<{ ticket: TicketRow; identity: Identity }> => {
  const identity = identityOn(channel);
  const contact = await makeContact(company.table, {
    channel,
    identities: [identity],
    number: identity.kind === 'phone' ? identity.value : '',
  });
  const ticket = await makeTicket(
    company.table,
    { contact, connectionId: connectionIds[channel] },
    {
      status: 'open',
      userId: company.admin.id,
      channel,
      heardAt: agoMs === null ? null : ago(agoMs),
      ...fields,
    },
  );
  return { ticket, identity };
};

const ask = (to: string, body?: object) =>
  call(messages, { to, token: company.admin.token, ...(body === undefined ? {} : { body }) });
const write = (ticket: TicketRow, body: object = { body: 'Bom dia' }) =>
  ask(`POST /messages/${ticket.id}`, body);
const writtenId = async (ticket: TicketRow): Promise<string> => {
  const answer = await write(ticket);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.send.response.parse(answer.body).messages[0]?.id ?? '';
};

const commandsTo = async ({ connectionId }: { connectionId: number | null }, to: number | string) => {
  const groupId = [company.id, connectionId, to].join(':');
  const { pk } = keys.outbox({ queue: providerQueue('prompt'), groupId, id: '' });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
  return rows.map(({ body }) => channelCommandSchema.parse(JSON.parse(body)));
};
const sendsTo = async (ticket: TicketRow) =>
  (await commandsTo(ticket, ticket.contactId)).filter(({ type }) => type === 'send');

const closed = (details: object) => ({
  status: 409,
  body: { error: 'ERR_REPLY_WINDOW_CLOSED', details },
});

describe('R28: an attendant whose ticket has a reply window', () => {
  it.each(CHANNELS)('writes on %s without a tag while the window is open', async (channel) => {
    const { ticket } = await heard(channel, DAY_MS - MINUTE_MS);
    await writtenId(ticket);
    const [command, ...others] = await sendsTo(ticket);
    expect(others).toEqual([]);
    expect(command).not.toHaveProperty('tag');
  });

  it.each([
    ['whatsappapi', DAY_MS],
    ['facebook', 7 * DAY_MS],
    ['instagram', 7 * DAY_MS],
  ] as const)(
    'is refused on %s at the end of the window, learns when it closed, and sends nothing',
    async (channel, windowMs) => {
      const { ticket } = await heard(channel, windowMs);
      const heardAt = ticket.heardAt ?? '';
      const closedAt = toInstant(Date.parse(heardAt) + windowMs);
      expect(await write(ticket)).toMatchObject(closed({ heardAt, closedAt }));
      expect(await sendsTo(ticket)).toEqual([]);
    },
  );

  it.each(['facebook', 'instagram'] as const)('writes on %s with the tag after a day', async (channel) => {
    const { ticket } = await heard(channel, DAY_MS);
    await writtenId(ticket);
    expect(await sendsTo(ticket)).toMatchObject([{ tag: 'human-agent' }]);
  });

  it('writes for three days on the Cloud API after an entry through an advertisement', async () => {
    const entered = await heard('whatsappapi', 2 * DAY_MS, { freeEntryAt: ago(2 * DAY_MS) });
    await writtenId(entered.ticket);
    const late = await heard('whatsappapi', 3 * DAY_MS, { freeEntryAt: ago(3 * DAY_MS) });
    expect(await write(late.ticket)).toMatchObject({ status: 409 });
  });

  it('is refused for a contact who never wrote, and keeps private notes', async () => {
    const { ticket } = await heard('instagram', null);
    expect(await write(ticket)).toMatchObject(closed({ heardAt: null, closedAt: null }));
    const kept = await write(ticket, { body: 'ligar amanhã', isPrivate: true });
    expect(kept.status, JSON.stringify(kept.body)).toBe(200);
    expect(await sendsTo(ticket)).toEqual([]);
  });

  it.each(CHANNELS)('may write on %s again as soon as the contact writes', async (channel) => {
    const { ticket, identity } = await heard(channel, 8 * DAY_MS);
    expect((await write(ticket)).status).toBe(409);
    const where = { companyId: company.id, connectionId: connectionIds[channel] };
    await take(
      textEvent(where, identity.value, 'ainda têm?', {
        channel,
        sentAt: Date.now() - MINUTE_MS,
        chat: { isGroup: false, identities: [identity], name: 'Lia' },
      }),
    );
    expect((await reload(company.table, ticket.id)).heardAt).not.toBe(ticket.heardAt);
    await writtenId(ticket);
  });

  it('cannot forward to a contact with a closed window, nor resend there', async () => {
    const from = await heard('whatsappapi', MINUTE_MS);
    const messageId = await writtenId(from.ticket);
    const to = await heard('whatsappapi', DAY_MS);
    const forward = { messageId, contactId: to.ticket.contactId };
    expect(await ask('POST /message/forward', forward)).toMatchObject({
      status: 409,
      body: { error: 'ERR_REPLY_WINDOW_CLOSED' },
    });
    expect(await sendsTo(to.ticket)).toEqual([]);

    const message = await loadMessage(company.table, messageId);
    if (message === undefined) throw new Error('no message');
    const stored = await reload(company.table, from.ticket.id);
    await commit([
      company.table.put(Message, { ...message, sendState: 'failed' }, message.version),
      company.table.put(Ticket, { ...stored, heardAt: ago(DAY_MS) }, stored.version),
    ]);
    expect(await ask(`POST /messages/resend/${messageId}`)).toMatchObject({
      status: 409,
      body: { error: 'ERR_REPLY_WINDOW_CLOSED' },
    });
  });
});

describe('the actions of a channel', () => {
  it.each(CHANNELS)('a sent message on %s can be neither edited nor deleted', async (channel) => {
    const { ticket } = await heard(channel, MINUTE_MS);
    const messageId = await writtenId(ticket);
    const message = await loadMessage(company.table, messageId);
    if (message === undefined) throw new Error('no message');
    await commit([company.table.put(Message, { ...message, sendState: 'sent' }, message.version)]);
    expect(await ask(`POST /messages/edit/${messageId}`, { body: 'outra coisa' })).toMatchObject({
      status: 400,
      body: { error: 'ERR_EDITING_WAPP_MSG' },
    });
    expect(await ask(`DELETE /messages/${messageId}`)).toMatchObject({
      status: 400,
      body: { error: 'ERR_DELETE_WAPP_MSG' },
    });
    expect(await loadMessage(company.table, messageId)).toMatchObject({ isDeleted: false });
  });

  it('a message that was not sent can be deleted on every channel', async () => {
    const { ticket } = await heard('facebook', MINUTE_MS);
    const messageId = await writtenId(ticket);
    const message = await loadMessage(company.table, messageId);
    if (message === undefined) throw new Error('no message');
    await commit([company.table.put(Message, { ...message, sendState: 'failed' }, message.version)]);
    expect(await ask(`DELETE /messages/${messageId}`)).toMatchObject({
      status: 200,
      body: { isDeleted: true },
    });
  });

  it('connections and tickets tell the browser the window and what users can do', async () => {
    const { ticket } = await heard('facebook', MINUTE_MS, { freeEntryAt: ago(DAY_MS) });
    const { token } = await company.addUser();
    const list = await call(connections, { to: 'GET /whatsapp', token });
    const shown = connectionRoutes.list.response.parse(list.body);
    const canOn = (channel: Windowed) => shown.find(({ id }) => id === connectionIds[channel])?.can;
    expect(canOn('facebook')).toMatchObject({
      writesFirst: false,
      replyWindow: { afterWordMs: DAY_MS, afterFreeEntryMs: 7 * DAY_MS, taggedMs: 7 * DAY_MS },
      editWindowMs: null,
      delete: false,
    });
    expect(canOn('whatsappapi')).toMatchObject({ replyWindow: { afterWordMs: DAY_MS, taggedMs: null } });
    const page = await call(tickets, { to: 'GET /tickets?status=open', token: company.admin.token });
    expect(ticketPageSchema.parse(page.body).tickets.find(({ id }) => id === ticket.id)).toMatchObject({
      heardAt: ticket.heardAt,
      freeEntryAt: ticket.freeEntryAt,
    });
  });
});

describe('R28: the external API on a connection with a reply window', () => {
  /** Expects the refusal without the times of the conversation, which may be hidden from the user with the token. */
  const expectClosed = ({ status, body }: Answer): void => {
    const code = 'ERR_REPLY_WINDOW_CLOSED';
    expect([status, body]).toEqual([409, { error: code, code }]);
  };
  const post = async (channel: Windowed, body: object, path = '/messages/send') =>
    call(external, {
      to: `POST ${path}`,
      token: await company.addApiToken(connectionIds[channel]),
      body: { body: 'Seu pedido saiu.', ...body },
    });

  it.each(CHANNELS)('sends over %s to a contact who wrote within a day', async (channel) => {
    const { ticket, identity } = await heard(channel, DAY_MS - MINUTE_MS);
    expect(await post(channel, { number: identity.value })).toMatchObject({ status: 200 });
    expect(await sendsTo(ticket)).toMatchObject([{ to: [identity] }]);
    expect(await post(channel, { number: identity.value, noRegister: true })).toMatchObject({ status: 200 });
    expect(await commandsTo(ticket, identity.value)).toMatchObject([{ to: [identity] }]);
  });

  it.each(CHANNELS)(
    'refuses a closed window on %s and does not say when the contact wrote, stored or not: a program has no tag',
    async (channel) => {
      const { ticket, identity } = await heard(channel, DAY_MS);
      expectClosed(await post(channel, { number: identity.value }));
      expectClosed(await post(channel, { number: identity.value, noRegister: true }));
      const image = { number: identity.value, url: 'https://example.com/a.png' };
      expectClosed(await post(channel, image, '/messages/send/linkImage'));
      expect(await sendsTo(ticket)).toEqual([]);
      expect(await commandsTo(ticket, identity.value)).toEqual([]);
    },
  );

  it.each(CHANNELS)('refuses a stranger on %s and does not make a contact', async (channel) => {
    const identity = identityOn(channel);
    expectClosed(await post(channel, { number: identity.value }));
    expect((await findContactByIdentities(company.table, [identity])).contact).toBeUndefined();
  });
});
