import { randomBytes, randomUUID } from 'node:crypto';
import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { send } from '@prosa/functions/domain/turns/message-turns.ts';
import { turnOn } from '@prosa/functions/domain/turns/turn.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';

import { findMessageByProviderId } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { storedMessages } from '@prosa/session-host/inbound/stored-messages.ts';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { freshNumber, makeConversation } from '../factories/conversation.ts';
import { textEvent, type Where } from '../factories/inbound-events.ts';
import { commitTurn } from '../support/commit-turn.ts';
import { call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { useTable } from './support/table.ts';

useTable();

const POLL = { question: 'Qual horário?', options: ['Manhã', 'Tarde'], multiple: false };
const AT = Date.now() - 60_000;
type Chat = InboundEventOf<'message'>['chat'];

let company: TestCompany;
let where: Where;
beforeAll(async () => {
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection({ allowGroup: true }) };
});

const base = () => ({ v: 1, ...where, channel: 'whatsapp', receivedAt: AT }) as const;
const phone = (value: string) => ({ kind: 'phone' as const, value });
const chatWith = (number: string): Chat => ({ isGroup: false, identities: [phone(number)] });
const pollOf = (chat: Chat) =>
  textEvent(where, '', '', { chat, content: { kind: 'poll', poll: POLL }, sentAt: AT, receivedAt: AT });
const vote = (target: string, chat: Chat, options: string[], sentAt = AT): InboundEventOf<'poll-vote'> => ({
  ...base(),
  type: 'poll-vote',
  targetProviderMessageId: target,
  options,
  fromMe: false,
  chat,
  sentAt,
});
const pin = (target: string, chat: Chat, until: number | null, sentAt = AT): InboundEventOf<'pin'> => ({
  ...base(),
  type: 'pin',
  targetProviderMessageId: target,
  until,
  chat,
  sentAt,
});
const rowOf = async (providerMessageId: string) => {
  const row = await findMessageByProviderId(company.table, whatsapp, where.connectionId, providerMessageId);
  if (row === undefined) throw new Error('the message was not stored');
  return row;
};
const viewOf = async (ticketId: number, id: string, token = company.admin.token): Promise<MessageView> => {
  const ticket = await loadTicket(company.table, ticketId);
  const answer = await call(messages, { to: `GET /messages/${ticket?.uuid}`, token });
  const found = messageRoutes.list.response.parse(answer.body).messages.find((one) => one.id === id);
  if (found === undefined) throw new Error('the message is not shown');
  return found;
};

describe('a vote in a poll', () => {
  it('is shown with the poll, replaces the voter’s earlier one, and is no message', async () => {
    const { number, ticket } = await makeConversation(company, where, { status: 'open' });
    const poll = pollOf(chatWith(number));
    await take(poll);
    const before = await loadTicket(company.table, ticket.id);
    await take(
      vote(poll.providerMessageId, chatWith(number), ['Manhã']),
      vote(poll.providerMessageId, chatWith(number), ['Tarde'], AT + 1000),
    );
    const { id } = await rowOf(poll.providerMessageId);
    expect((await viewOf(ticket.id, id)).votes).toEqual([
      { options: [1], fromMe: false, name: '', at: new Date(AT + 1000).toISOString() },
    ]);
    // Neither an unread mark nor a newer message.
    expect(await loadTicket(company.table, ticket.id)).toEqual(before);
    await take(vote(poll.providerMessageId, chatWith(number), [], AT + 2000));
    expect((await viewOf(ticket.id, id)).votes).toEqual([]);
  });

  it('and a pin that arrive before their message wait for it', async () => {
    const { number } = await makeConversation(company, where, { status: 'open' });
    const poll = pollOf(chatWith(number));
    await take(
      vote(poll.providerMessageId, chatWith(number), ['Tarde']),
      pin(poll.providerMessageId, chatWith(number), AT + 1000),
      poll,
    );
    expect(await rowOf(poll.providerMessageId)).toMatchObject({
      votes: [{ options: [1] }],
      pin: { until: new Date(AT + 1000).toISOString() },
    });
  });

  it('and a pin from another chat are refused', async () => {
    const { number } = await makeConversation(company, where, { status: 'open' });
    const poll = pollOf(chatWith(number));
    const stranger = chatWith(freshNumber());
    await take(poll);
    await take(
      vote(poll.providerMessageId, stranger, ['Manhã']),
      pin(poll.providerMessageId, stranger, AT + 1),
    );
    expect(await rowOf(poll.providerMessageId)).toMatchObject({ votes: [], pin: null });
  });

  it('in a group shows its voter’s name, and no id or number of the voter', async () => {
    const group = { kind: 'group' as const, value: '120363000000000042' };
    const inGroup = (number: string, name?: string): Chat => ({
      isGroup: true,
      identities: [group],
      name: 'Obra',
      participant: {
        identities: [phone(number), { kind: 'lid', value: `9${number}` }],
        ...(name === undefined ? {} : { name }),
      },
    });
    const poll = pollOf(inGroup('5521970000001', 'Rui'));
    await take(poll);
    await take(
      vote(poll.providerMessageId, inGroup('5521970000002', 'Bia'), ['Manhã']),
      vote(poll.providerMessageId, inGroup('5521970000003'), ['Tarde']),
      { ...vote(poll.providerMessageId, inGroup('5521970000001', 'Rui'), ['Tarde']), fromMe: true },
    );
    const row = await rowOf(poll.providerMessageId);
    const member = await company.addUser({ allowGroup: true });
    const { votes } = await viewOf(row.ticketId, row.id, member.token);
    expect(votes.map(({ options, name, fromMe }) => [options, name, fromMe])).toEqual([
      [[0], 'Bia', false],
      [[1], '', false],
      [[1], 'Rui', true],
    ]);
    expect(JSON.stringify([votes, row.votes])).not.toContain('2197000000');
  });
});

describe('a voter whose name is a number', () => {
  it('is named to no user who may not read numbers', async () => {
    const hiding = await makeCompany({ settings: { enableLGPD: true, lgpdHideNumber: true } });
    const queueId = await hiding.addQueue();
    const connectionId = await hiding.addConnection({ queueIds: [queueId], allowGroup: true });
    const at = { companyId: hiding.id, connectionId };
    const voter = '5521970000009';
    const chat: Chat = {
      isGroup: true,
      identities: [{ kind: 'group', value: '120363000000000043' }],
      name: 'Obra',
      participant: { identities: [phone(voter)], name: voter },
    };
    const poll = { ...pollOf(chat), ...at };
    await take(poll, { ...vote(poll.providerMessageId, chat, ['Manhã']), ...at });
    const row = await findMessageByProviderId(hiding.table, whatsapp, connectionId, poll.providerMessageId);
    expect(row?.votes).toMatchObject([{ options: [0] }]);
    const ticket = await loadTicket(hiding.table, row?.ticketId ?? 0);
    const member = await hiding.addUser({ allowGroup: true, queueIds: [queueId] });
    const answer = await call(messages, { to: `GET /messages/${ticket?.uuid}`, token: member.token });
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).toContain('"votes":[{"options":[0]');
    expect(JSON.stringify(answer.body)).not.toContain('970000009');
  });
});

describe('the secret that decrypts votes', () => {
  it('of a poll of ours is chosen by us, sent with it, and found by its id', async () => {
    const { ticket } = await makeConversation(company, where, { status: 'open' });
    const moment = { nowMs: Date.now(), ids: systemIds };
    const content = { kind: 'poll' as const, ...POLL };
    const draft = {
      body: '',
      mediaType: 'pollCreationMessageV3' as const,
      dataJson: content,
      userId: null,
      clientId: randomUUID(),
    };
    const turn = send(turnOn(ticket), draft, whatsapp, moment);
    const [stored] = (await commitTurn(company.table, turn, moment)).messages;
    const groupId = [company.id, where.connectionId, ticket.contactId].join(':');
    const { rows } = await company.table.query(Outbox, {
      pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
      limit: 10,
      consistent: true,
    });
    const [command] = rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
    const secret = Buffer.from(stored?.secret ?? '', 'base64');
    expect(secret).toHaveLength(32);
    expect(command).toMatchObject({ type: 'send', content: { ...content, secret: stored?.secret } });
    const id = stored?.providerMessageId ?? '';
    expect(await storedMessages.findSecret(where, id)).toEqual({ secret, writer: [], options: POLL.options });
    const { identities } = ticket.contact;
    expect(await storedMessages.findSent(where, id, identities)).toMatchObject({
      content: { kind: 'poll', secret: stored?.secret },
    });
  });

  it('of a customer’s poll is found with both ids of its writer', async () => {
    const secret = randomBytes(32);
    const number = freshNumber();
    const chat: Chat = { isGroup: false, identities: [phone(number), { kind: 'lid', value: '8001' }] };
    const poll = { ...pollOf(chat), secret: secret.toString('base64') };
    await take(poll);
    expect(await storedMessages.findSecret(where, poll.providerMessageId)).toEqual({
      secret,
      writer: expect.arrayContaining([`${number}@s.whatsapp.net`, '8001@lid']),
      options: POLL.options,
    });
  });
});
