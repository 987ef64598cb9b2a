import { INTEGRATION } from '@prosa/functions/domain/tickets/automation.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { CompanySettings, PlatformSettings } from '@prosa/functions/platform/table/entities/companies.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import type { MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import type { Automation } from '@prosa/shared/entities/automation.ts';
import type { InboundEvent, InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { CUSTOMER_ANSWER } from '@prosa/shared/messaging/timer-message.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { signIn } from '../bench/client.ts';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import {
  failedIndexes,
  mediaEvent,
  receiptEvent,
  sqsEvent,
  textEvent,
  type Where,
} from '../factories/inbound-events.ts';
import { answerCustomer } from '../support/answer-customer.ts';
import { createCustomer, waitConnected } from '../support/customer.ts';
import { inbound as handler } from '../support/handlers.ts';
import { fireTimers } from './support/fire-timers.ts';

const LIMIT_MB = 1;
const OVER_BYTES = 1_200_000;
const WAIT = { timeout: 60_000, interval: 100 } as const;
const OVER_LIMIT = 'ERR_FILESIZE_OVER_LIMIT';

let stack: Stack;
let company: TestCompany;
let where: Where;
let serial = 0;
const freshNumber = () => `5511${String(80_000_000 + ++serial)}`;

beforeAll(async () => {
  stack = await startStack({ seed: 'demo' });
  await commit([globalTable.put(PlatformSettings, { downloadLimit: LIMIT_MB }, 'any')]);
  company = await makeCompany();
  where = { companyId: company.id, connectionId: await company.addConnection({ allowGroup: true }) };
});
afterAll(() => stack.stop());

type Fields = Partial<InboundEventOf<'message'>> & { size?: number | undefined };

const fileEvent = (number: string, { size = OVER_BYTES, ...fields }: Fields = {}) =>
  textEvent(where, number, '', {
    content: { kind: 'video', media: { mimeType: 'video/mp4', size, voice: false, source: 'opaque' } },
    ...fields,
  });

const take = async (...events: InboundEvent[]) => failedIndexes(await handler(sqsEvent(events, String)));

/** Processes a customer's messages, and answers them at once. */
const takeFrom = async (number: string, ...events: InboundEvent[]) => {
  expect(await take(...events)).toEqual([]);
  await answerCustomer(company.table, where, number);
};

const conversationOf = async (value: string, kind: 'phone' | 'group' = 'phone'): Promise<MessageRow[]> => {
  const { contact } = await findContactByIdentities(company.table, [{ kind, value }]);
  const { connectionId } = where;
  const { pk } = keys.message({ contactId: contact?.id ?? 0, connectionId, sortKey: '' });
  return (await company.table.query(Message, { pk, limit: 200, consistent: true })).rows;
};
const ticketOf = async (message: MessageRow | undefined) => {
  const ticket = await loadTicket(company.table, message?.ticketId ?? 0);
  if (ticket === undefined) throw new Error('no ticket');
  return ticket;
};

describe('a file over the size limit', () => {
  it('is refused, and the customer gets a notice that quotes the file', async () => {
    const client = await signIn(stack.url, 'ana@demo.local', stack.adminPassword);
    await waitConnected(stack.url);
    const from = '5511966661234';
    const flor = createCustomer(stack.url, from, 'Dona Flor');
    const media = { mimeType: 'video/mp4', data: Buffer.alloc(OVER_BYTES, 7).toString('base64') };
    const id = await flor.write({ type: 'video', media });
    const answer = await flor.gets(() => true, 'an answer');
    expect(answer).toMatchObject({
      quoted: id,
      copies: 1,
      text: expect.stringContaining(`${LIMIT_MB} MB`),
    });

    const waiting = z
      .object({
        tickets: z.array(
          z.object({
            uuid: z.string(),
            unreadMessages: z.number(),
            lastMessage: z.string(),
            contact: z.object({ number: z.string() }),
          }),
        ),
      })
      .parse(await client.call('GET', '/tickets?status=pending&showAll=true'));
    const ticket = waiting.tickets.find(({ contact }) => contact.number === from);
    expect(ticket).toMatchObject({ unreadMessages: 1, lastMessage: expect.not.stringContaining('[ 1 ]') });
    const messages = async () =>
      z
        .object({ messages: z.array(z.object({ fromMe: z.boolean(), sendState: z.string() }).loose()) })
        .parse(await client.call('GET', `/messages/${ticket?.uuid}?markRead=false`)).messages;
    await expect.poll(async () => (await messages())[1]?.sendState, WAIT).toBe('sent');
    expect((await messages()).slice(0, 2)).toMatchObject([
      { fromMe: false, media: { state: 'failed', reason: OVER_LIMIT } },
      { fromMe: true, user: null, saidBy: 'file-over-limit', quotedMsg: { fromMe: false } },
    ]);
  });
});

/** The session host is stopped, so commands stay as the worker wrote them. */
describe('a file over the size limit, at the worker', () => {
  beforeAll(() => stack.kill('session-host'));

  it('R03, R22: gets one notice, even when delivered repeatedly and to two workers at once', async () => {
    const number = freshNumber();
    const event = fileEvent(number);
    for (let tries = 0; tries < 3; tries++) {
      const batch = [event, { ...event, receivedAt: event.receivedAt + tries }];
      for (let left: InboundEvent[] = batch; left.length > 0; ) {
        left = (await take(...left)).flatMap((index) => batch[index] ?? []);
      }
      await Promise.all([1, 2].map(() => answerCustomer(company.table, where, number)));
    }
    const [file, notice, ...more] = await conversationOf(number);
    expect(more).toEqual([]);
    expect(file).toMatchObject({ fromMe: false, media: { state: 'failed', reason: OVER_LIMIT } });
    expect(notice).toMatchObject({ fromMe: true, userId: null, quoted: { id: file?.id } });
    expect(await ticketOf(file)).toMatchObject({ status: 'pending', unreadMessages: 1 });
  });

  it("keeps the ticket's attendant, counts as unread, and the notice gets an outcome deadline", async () => {
    const number = freshNumber();
    await take(textEvent(where, number, 'vou mandar o vídeo'));
    const [first] = await conversationOf(number);
    const ticket = await ticketOf(first);
    await commit([company.table.put(Ticket, { ...ticket, status: 'open', userId: 1 }, ticket.version)]);
    await takeFrom(number, fileEvent(number));
    const [, , notice] = await conversationOf(number);
    expect(await ticketOf(first)).toMatchObject({ status: 'open', unreadMessages: 2, version: 4 });
    expect(notice).toMatchObject({ fromMe: true, sendState: 'pending', attempt: 1 });
    expect(notice).toMatchObject({ saidBy: 'file-over-limit', outcomeDueAt: expect.any(String) });
  });

  it('gets one notice when the size becomes known only at the download, and none on a closed ticket', async () => {
    const [living, closed] = [freshNumber(), freshNumber()];
    for (const number of [living, closed]) {
      const event = fileEvent(number);
      if (!('media' in event.content)) throw new Error('no media');
      const { size: _size, ...media } = event.content.media;
      await take({ ...event, content: { kind: 'video', media } });
    }
    const told = async (number: string) => {
      const [file] = await conversationOf(number);
      const refused = mediaEvent(where, file?.id ?? '', { state: 'failed', reason: OVER_LIMIT });
      return [refused, refused];
    };
    const ticket = await ticketOf((await conversationOf(closed))[0]);
    await commit([company.table.put(Ticket, { ...ticket, status: 'closed' }, ticket.version)]);
    for (const number of [living, closed]) {
      for (const event of await told(number)) expect(await take(event)).toEqual([]);
    }
    expect(await conversationOf(living)).toMatchObject([
      { media: { reason: OVER_LIMIT } },
      { fromMe: true, body: expect.stringContaining('limite') },
    ]);
    expect(await conversationOf(closed)).toHaveLength(1);
  });

  it("gets its notice in the company's language", async () => {
    await commit([company.table.put(CompanySettings, { companyId: company.id, language: 'es' }, 'any')]);
    forgetDirectory(company.id);
    const number = freshNumber();
    await takeFrom(number, fileEvent(number));
    const [, notice] = await conversationOf(number);
    expect(notice?.body).toBe(
      'No pudimos recibir este archivo: supera el límite de 1 MB. Envía uno más pequeño.',
    );
  });

  it('R03, R19: several files get one answer, to the newest, even when workers are killed or late', async () => {
    const number = freshNumber();
    await take(fileEvent(number), fileEvent(number), fileEvent(number));
    const [oldest] = await conversationOf(number);
    const { id, unanswered } = await ticketOf(oldest);
    const due = (token: string) =>
      fireTimers({ companyId: company.id, kind: CUSTOMER_ANSWER, subject: String(id), token });
    const tokens = unanswered?.messageIds ?? [];
    expect(tokens).toHaveLength(3);
    for (const token of tokens.toReversed()) expect(await due(token)).toEqual([]);
    expect(await Promise.all(tokens.map(due))).toEqual([[], [], []]);
    const said = (await conversationOf(number)).filter(({ fromMe }) => fromMe);
    expect(said).toMatchObject([{ saidBy: 'file-over-limit', quoted: { id: tokens.at(-1) } }]);
    expect(await ticketOf(oldest)).toMatchObject({ unanswered: null, unreadMessages: 3 });
  });

  it('S-49: starts no endless conversation with a bot, and answers neither groups nor our own messages', async () => {
    const machine = freshNumber();
    for (let n = 0; n < 25; n++) await takeFrom(machine, fileEvent(machine));
    const talk = await conversationOf(machine);
    // The limit counts repetitions; the first notice is not a repetition.
    expect(talk.filter(({ fromMe }) => fromMe)).toHaveLength(21);
    expect(talk.filter(({ fromMe }) => !fromMe)).toHaveLength(25);

    // Our own notice comes back as an echo of WhatsApp, and is read.
    const [, notice] = talk;
    const echo = textEvent(where, machine, notice?.body ?? '', {
      fromMe: true,
      providerMessageId: notice?.providerMessageId ?? '',
    });
    await take(echo, receiptEvent(where, echo.providerMessageId, 3));
    expect(await conversationOf(machine)).toHaveLength(46);

    const ours = freshNumber();
    await take(fileEvent(ours, { fromMe: true }));
    expect(await conversationOf(ours)).toHaveLength(1);
    const group = `1203639${++serial}`;
    const participant = { identities: [{ kind: 'phone' as const, value: freshNumber() }], name: 'Tia' };
    const identities = [{ kind: 'group' as const, value: group }];
    await take(fileEvent(group, { chat: { isGroup: true, identities, participant } }));
    expect(await conversationOf(group, 'group')).toHaveLength(1);
  });
});

describe('a delayed answer of an integration', () => {
  const TOKEN = 'question-1';
  const awaiting = (token: string): Automation => ({
    ...INTEGRATION,
    awaits: { token, until: new Date(Date.now() + 60_000).toISOString(), parts: 0 },
  });
  const asked = async (number: string, token: string) => {
    const [message] = await conversationOf(number);
    const ticket = await ticketOf(message);
    await commit([company.table.put(Ticket, { ...ticket, automation: awaiting(token) }, ticket.version)]);
    return ticket.id;
  };
  const answerEvent = (ticketId: number, text: string, token = TOKEN): InboundEventOf<'answer'> => ({
    v: 1,
    type: 'answer',
    ...where,
    channel: 'whatsapp',
    receivedAt: Date.now(),
    ticketId,
    token,
    part: 0,
    says: [{ text }],
    next: { goesTo: 'automation' },
  });
  const answersTo = async (number: string) =>
    (await conversationOf(number)).filter(({ fromMe }) => fromMe).map(({ body, saidBy }) => [saidBy, body]);

  it('is sent once despite repeated delivery, and not for a token that is no longer awaited', async () => {
    const number = freshNumber();
    await take(textEvent(where, number, 'Onde está meu pedido?'));
    const ticketId = await asked(number, TOKEN);
    const answer = answerEvent(ticketId, 'Saiu para entrega.');
    expect(await take(answerEvent(ticketId, 'De ontem.', 'question-0'), answer, answer)).toEqual([]);
    expect(await take(answer)).toEqual([]);
    expect(await answersTo(number)).toEqual([['answer', 'Saiu para entrega.']]);
    await asked(number, 'question-2');
    expect(await take(answer, answerEvent(ticketId, 'Chegou.', 'question-2'))).toEqual([]);
    expect(await answersTo(number)).toEqual([
      ['answer', 'Saiu para entrega.'],
      ['answer', 'Chegou.'],
    ]);
  });

  it('changes nothing when the ticket is gone or belongs to another company', async () => {
    const other = await makeCompany();
    const theirs = { companyId: other.id, connectionId: await other.addConnection() };
    const number = freshNumber();
    await take(textEvent(where, number, 'Oi'));
    const ticketId = await asked(number, TOKEN);
    const foreign = { ...answerEvent(ticketId, 'Não é seu.'), ...theirs };
    expect(await take(answerEvent(999_999, 'Ninguém.'), foreign)).toEqual([]);
    expect(await answersTo(number)).toEqual([]);
  });
});

it("S-25: a company with an ended subscription sends no automatic answer, and still stores customers' messages", async () => {
  const ended = await makeCompany({ company: { dueDate: '2026-01-01' } });
  const queueIds = [await ended.addQueue({ greetingMessage: 'Olá' })];
  const connectionId = await ended.addConnection({ queueIds, expiresTicket: 1 });
  const number = freshNumber();
  expect(await take(textEvent({ companyId: ended.id, connectionId }, number, 'oi'))).toEqual([]);
  const { contact } = await findContactByIdentities(ended.table, [{ kind: 'phone', value: number }]);
  const { pk } = keys.message({ contactId: contact?.id ?? 0, connectionId, sortKey: '' });
  const { rows } = await ended.table.query(Message, { pk, limit: 10, consistent: true });
  expect(rows.map(({ body }) => body)).toEqual(['oi']);
});
