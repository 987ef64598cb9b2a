import { whatsapp } from '@prosa/functions/channels/whatsapp/whatsapp.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Contact } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Conversation, Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Quarantine } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { findMessageByProviderId, type MessageRow } from '@prosa/functions/repositories/tickets/messages.ts';
import {
  loadConversation,
  loadTicket,
  type TicketRow,
} from '@prosa/functions/repositories/tickets/tickets.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import {
  editEvent,
  failedIndexes,
  receiptEvent,
  revokeEvent,
  sqsEvent,
  textEvent,
  type Where,
} from '../factories/inbound-events.ts';
import { inbound as handler } from '../support/handlers.ts';
import { useTable } from './support/table.ts';
import { loseFirstAnswers, spoilTable } from './support/table-faults.ts';

useTable();

let company: TestCompany;
let where: Where;
let serial = 0;
const freshNumber = () => `5511${String(90_000_000 + ++serial)}`;

beforeAll(async () => {
  company = await makeCompany();
  await company.addQueue();
  where = { companyId: company.id, connectionId: await company.addConnection({ allowGroup: true }) };
});

const take = async (...events: (InboundEvent | string)[]) => failedIndexes(await handler(sqsEvent(events)));

const contactOf = async (number: string) => {
  const { contact } = await findContactByIdentities(company.table, [{ kind: 'phone', value: number }]);
  if (contact === undefined) throw new Error('no such contact');
  return contact;
};
const ticketOf = async (number: string, at: Where = where): Promise<TicketRow> => {
  const contact = await contactOf(number);
  const conversation = await loadConversation(company.table, contact.id, at.connectionId);
  const id = conversation?.activeTicketId ?? conversation?.lastTicketId;
  const ticket = id == null ? undefined : await loadTicket(company.table, id);
  if (ticket === undefined) throw new Error('no ticket');
  return ticket;
};
const messagesOf = async (number: string, at: Where = where): Promise<MessageRow[]> => {
  const contact = await contactOf(number);
  const { pk } = keys.message({ contactId: contact.id, connectionId: at.connectionId, sortKey: '' });
  return (await company.table.query(Message, { pk, limit: 2000, maxExamined: 5000, consistent: true })).rows;
};
const stored = async (providerMessageId: string): Promise<MessageRow> => {
  const message = await findMessageByProviderId(
    company.table,
    whatsapp,
    where.connectionId,
    providerMessageId,
  );
  if (message === undefined) throw new Error('not stored');
  return message;
};

describe('an inbound message', () => {
  it('creates a contact, a pending ticket and a message', async () => {
    const number = freshNumber();
    expect(await take(textEvent(where, number, 'Olá'))).toEqual([]);
    const ticket = await ticketOf(number);
    expect(ticket).toMatchObject({
      status: 'pending',
      unreadMessages: 1,
      lastMessage: 'Olá',
      fromMe: false,
      queueId: null,
    });
    expect(ticket.contact).toMatchObject({ name: `Name of ${number}`, number });
    expect(await messagesOf(number)).toMatchObject([
      { body: 'Olá', fromMe: false, sendState: 'received', ticketId: ticket.id },
    ]);
  });

  it('names the contact only while its name is its number', async () => {
    const number = freshNumber();
    const anonymous = { isGroup: false, identities: [{ kind: 'phone' as const, value: number }] };
    await take(textEvent(where, number, '1', { chat: anonymous }));
    expect((await ticketOf(number)).contact.name).toBe(number);
    await take(textEvent(where, number, '2', { chat: { ...anonymous, name: 'Dona Flor' } }));
    expect((await ticketOf(number)).contact.name).toBe('Dona Flor');
    await take(textEvent(where, number, '3', { chat: { ...anonymous, name: 'Outra' } }));
    expect((await contactOf(number)).name).toBe('Dona Flor');
  });

  it('recognizes a person by a new identity from the second message on', async () => {
    const number = freshNumber();
    await take(textEvent(where, number, '1'));
    const lid = { kind: 'lid' as const, value: `77${number}` };
    await take(
      textEvent(where, number, '2', {
        chat: { isGroup: false, identities: [{ kind: 'phone', value: number }, lid] },
      }),
    );
    await take(textEvent(where, number, '3', { chat: { isGroup: false, identities: [lid] } }));
    expect(await messagesOf(number)).toHaveLength(3);
    expect((await ticketOf(number)).contact.identities).toContainEqual(lid);
  });

  it('stores our own message from the phone as ours and read', async () => {
    const number = freshNumber();
    await take(
      textEvent(where, number, 'oi'),
      textEvent(where, number, 'respondi pelo celular', { fromMe: true }),
    );
    expect(await ticketOf(number)).toMatchObject({ unreadMessages: 0, fromMe: true });
    expect((await messagesOf(number))[1]).toMatchObject({
      fromMe: true,
      sendState: 'sent',
      ack: 1,
      userId: null,
    });
  });

  it('stores groups only with allowGroup, and the participant who wrote', async () => {
    const group = `1203630${++serial}`;
    const participant = freshNumber();
    const chat = {
      isGroup: true,
      identities: [{ kind: 'group' as const, value: group }],
      name: 'Família',
      participant: { identities: [{ kind: 'phone' as const, value: participant }], name: 'Tia' },
    };
    await take(textEvent(where, group, 'bom dia', { chat }));
    const { contact } = await findContactByIdentities(company.table, chat.identities);
    const conversation = await loadConversation(company.table, contact?.id ?? 0, where.connectionId);
    expect(await loadTicket(company.table, conversation?.activeTicketId ?? 0)).toMatchObject({
      status: 'group',
      isGroup: true,
    });
    const person = await contactOf(participant);
    const page = await company.table.query(Message, {
      pk: keys.message({ contactId: contact?.id ?? 0, connectionId: where.connectionId, sortKey: '' }).pk,
      limit: 10,
    });
    expect(page.rows[0]?.participant).toMatchObject({ contactId: person.id, name: 'Tia' });

    const closed = {
      companyId: company.id,
      connectionId: await company.addConnection({ allowGroup: false }),
    };
    const other = [{ kind: 'group' as const, value: `${group}9` }];
    await take(textEvent(closed, group, 'bom dia', { chat: { ...chat, identities: other } }));
    expect((await findContactByIdentities(company.table, other)).contact).toBeUndefined();
  });

  it('drops messages of a blocked contact', async () => {
    const number = freshNumber();
    await take(textEvent(where, number, 'oi'));
    const contact = await contactOf(number);
    const ticket = await ticketOf(number);
    await commit([
      company.table.put(Contact, { ...contact, active: false }, contact.version),
      company.table.put(Ticket, { ...ticket, contact: { ...ticket.contact, active: false } }, ticket.version),
    ]);
    expect(await take(textEvent(where, number, 'de novo'))).toEqual([]);
    expect(await messagesOf(number)).toHaveLength(1);
  });

  it('S-27: stores hostile text unchanged, and stores media only under our own key', async () => {
    const number = freshNumber();
    const hostile = '<img src=x onerror=alert(1)>';
    await take(
      textEvent(where, number, '', {
        content: {
          kind: 'image',
          caption: hostile,
          media: { mimeType: 'image/svg+xml', fileName: '../../etc/passwd', voice: false, source: 'opaque' },
        },
      }),
    );
    const [message] = await messagesOf(number);
    expect(message).toMatchObject({
      body: hostile,
      mediaType: 'image',
      media: { state: 'fetching', key: '' },
    });
  });

  it('quarantines an unreadable event and processes the next', async () => {
    const number = freshNumber();
    const body = `{"v":1,"type":"message","n":${++serial}}`;
    expect(await take(body, 'not json', textEvent(where, number, 'depois'))).toEqual([]);
    expect(await messagesOf(number)).toHaveLength(1);
    const { pk } = keys.global.quarantine({ source: 'inbound', id: '' });
    const kept = await globalTable.query(Quarantine, { pk, limit: 100 });
    expect(kept.rows.map((row) => row.payload)).toEqual(expect.arrayContaining([body, 'not json']));
  });
});

describe('order and repetition of events', () => {
  it('R02, R03, R22: stores and counts each message once, despite repeated deliveries and two workers at once', async () => {
    const number = freshNumber();
    const events = Array.from({ length: 25 }, (_, n) => textEvent(where, number, `mensagem ${n}`));
    const deliveries = events.flatMap((event, n) => Array.from({ length: 1 + (n % 7) }, () => event));
    // Message groups run in parallel, so duplicates race each other as after an expired visibility timeout.
    const shuffled = deliveries
      .map((event, n) => ({ event, at: (n * 7919) % deliveries.length }))
      .sort((a, b) => a.at - b.at);
    for (let start = 0; start < shuffled.length; start += 10) {
      const batch = shuffled.slice(start, start + 10).map(({ event }) => event);
      let pending = batch;
      for (let tries = 0; pending.length > 0 && tries < 5; tries++) {
        const failed = failedIndexes(await handler(sqsEvent(pending, String)));
        pending = failed.map((index) => pending[index]).filter((event) => event !== undefined);
      }
      expect(pending).toEqual([]);
    }
    const messages = await messagesOf(number);
    expect(new Set(messages.map(({ body }) => body)).size).toBe(25);
    expect(messages).toHaveLength(25);
    expect((await ticketOf(number)).unreadMessages).toBe(25);
  });

  it('R40: stores one id once, as live, appended and historic message', async () => {
    const number = freshNumber();
    const event = textEvent(where, number, 'uma vez');
    await take(
      event,
      { ...event, receivedAt: event.receivedAt + 5000 },
      { ...event, sentAt: event.sentAt - 3_600_000 },
    );
    expect(await messagesOf(number)).toHaveLength(1);
  });

  it('R04: every order of receipts, edits, deletions and their messages has the same result', async () => {
    const at = Date.now() - 60_000;
    const run = async (order: (events: InboundEvent[]) => InboundEvent[]) => {
      const number = freshNumber();
      const ours = textEvent(where, number, 'nossa', { fromMe: true, sentAt: at + 1, receivedAt: at + 1 });
      const edited = textEvent(where, number, 'antes', { sentAt: at + 2, receivedAt: at + 2 });
      const deleted = textEvent(where, number, 'segredo', { sentAt: at + 3, receivedAt: at + 3 });
      const reacted = textEvent(where, number, 'reaja', { sentAt: at + 4, receivedAt: at + 4 });
      const reaction = (emoji: string, sentAt: number): InboundEvent => ({
        ...where,
        v: 1,
        channel: 'whatsapp',
        receivedAt: at,
        type: 'reaction',
        providerMessageId: `R-${sentAt}-${number}`,
        targetProviderMessageId: reacted.providerMessageId,
        emoji,
        fromMe: false,
        chat: reacted.chat,
        sentAt,
      });
      const events: InboundEvent[] = [
        ours,
        receiptEvent(where, ours.providerMessageId, 2),
        receiptEvent(where, ours.providerMessageId, 3),
        edited,
        editEvent(where, edited.providerMessageId, 'meio', at + 10),
        editEvent(where, edited.providerMessageId, 'depois', at + 20),
        deleted,
        editEvent(where, deleted.providerMessageId, 'ainda', at + 15),
        revokeEvent(where, deleted.providerMessageId),
        reacted,
        reaction('👍', at + 30),
        reaction('❤️', at + 40),
        reaction('', at + 50),
      ];
      for (const event of order(events)) expect(await take(event)).toEqual([]);
      const messages = await messagesOf(number);
      return messages.map(({ body, ack, isEdited, isDeleted, reactions, sendState }) => ({
        body: isDeleted ? '' : body,
        ack,
        isEdited: isDeleted ? false : isEdited,
        isDeleted,
        reactions: reactions.map(({ emoji }) => emoji),
        sendState,
      }));
    };
    const expected = await run((events) => events);
    expect(expected).toMatchObject([
      { body: 'nossa', ack: 3, sendState: 'sent' },
      { body: 'depois', isEdited: true },
      { isDeleted: true },
      { reactions: [''] },
    ]);
    expect(await run((events) => events.toReversed())).toEqual(expected);
    for (let seed = 1; seed <= 8; seed++) {
      const shuffle = (events: InboundEvent[]) =>
        events
          .map((event, n) => ({ event, at: Math.imul(n + 1, 0x9e3779b1 ^ (seed * 0x85ebca6b)) }))
          .sort((a, b) => a.at - b.at)
          .map(({ event }) => event);
      expect(await run(shuffle), `seed ${seed}`).toEqual(expected);
    }
  });

  it('R11: makes one ticket of fifty simultaneous first messages', async () => {
    const number = freshNumber();
    const events = Array.from({ length: 50 }, (_, n) => textEvent(where, number, `primeira ${n}`));
    let pending: InboundEvent[] = events;
    for (let tries = 0; pending.length > 0 && tries < 10; tries++) {
      const failed = failedIndexes(await handler(sqsEvent(pending, String)));
      pending = failed.map((index) => pending[index]).filter((event) => event !== undefined);
    }
    const messages = await messagesOf(number);
    expect(messages).toHaveLength(50);
    expect(new Set(messages.map(({ ticketId }) => ticketId)).size).toBe(1);
    expect((await ticketOf(number)).unreadMessages).toBe(50);
  });

  it("R21: returns a failed event and its conversation's later events, but not other conversations' events", async () => {
    const [sick, well] = [freshNumber(), freshNumber()];
    await spoilTable(({ body }) => (body.includes('veneno') ? { refuse: 'ValidationException' } : undefined));
    const batch = [
      textEvent(where, sick, 'primeira'),
      textEvent(where, sick, 'veneno'),
      textEvent(where, well, 'outra'),
      textEvent(where, sick, 'depois do veneno'),
    ];
    const failed = failedIndexes(await handler(sqsEvent(batch, (index) => (index === 2 ? 'well' : 'sick'))));
    expect(failed).toEqual([1, 3]);
    expect((await messagesOf(sick)).map(({ body }) => body)).toEqual(['primeira']);
    expect(await messagesOf(well)).toHaveLength(1);
  });
});

describe('delivery state of an own message', () => {
  it('rises up to 5 (played) and never falls', async () => {
    const ours = textEvent(where, freshNumber(), 'nossa', { fromMe: true });
    await take(ours);
    for (const [told, shown] of [
      [4, 4],
      [5, 5],
      [3, 5],
    ] as const) {
      await take(receiptEvent(where, ours.providerMessageId, told));
      expect((await stored(ours.providerMessageId)).ack).toBe(shown);
    }
  });
});

describe('write committed, response lost', () => {
  it('R17: each write of the inbound path takes effect once', async () => {
    const number = freshNumber();
    const { lost, mend } = await loseFirstAnswers();
    const message = textEvent(where, number, 'uma');
    const ours = textEvent(where, number, 'nossa', { fromMe: true });
    await take(
      message,
      textEvent(where, number, 'duas'),
      ours,
      receiptEvent(where, ours.providerMessageId, 2),
      editEvent(where, message.providerMessageId, 'editada', message.sentAt + 1),
      revokeEvent(where, 'nobody-knows-this-one'),
    );
    mend();
    expect(lost()).toBeGreaterThan(6);
    expect(await messagesOf(number)).toHaveLength(3);
    expect((await messagesOf(number)).map(({ version }) => version)).toEqual([2, 1, 2]);
    expect((await stored(ours.providerMessageId)).ack).toBe(2);
    expect((await stored(message.providerMessageId)).body).toBe('editada');
    const contact = await contactOf(number);
    const { rows } = await company.table.query(Conversation, {
      pk: keys.contact({ id: contact.id }).pk,
      limit: 100,
    });
    expect(rows).toHaveLength(1);
  });
});
