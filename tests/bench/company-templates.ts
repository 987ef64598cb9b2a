import { makeMessageId } from '@prosa/functions/domain/message-id.ts';
import { ContactToken } from '@prosa/functions/platform/table/entities/contacts.ts';
import { Message, MessageToken } from '@prosa/functions/platform/table/entities/messages.ts';
import { ContactTicket, Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import type { Table } from '@prosa/functions/platform/table/table.ts';
import type { TicketContact } from '@prosa/shared/entities/ticket.ts';
import type { TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { rowTemplate } from './row-template.ts';

/** Varying values of the rows that a company has most of; other rows are made one by one. */
export interface TicketValues {
  id: number;
  uuid: string;
  status: TicketStatus;
  contact: TicketContact;
  queueId: number;
  userId: number | null;
  unreadMessages: number;
  lastMessage: string;
  activityAt: string;
  latestClosed: boolean;
}
export interface ContactTicketValues {
  contactId: number;
  ticketId: number;
}
export interface MessageValues {
  contactId: number;
  sortKey: string;
  ticketId: number;
  queueId: number;
  userId: number | null;
  fromMe: boolean;
  body: string;
  sentAt: string;
}
export interface WordValues {
  word: string;
  messageId: string;
  sortKey: string;
  ticketId: number;
}
export interface TokenValues {
  token: string;
  contactId: number;
  name: string;
  number: string;
  lastTicketId: number | null;
}

const padded = (id: number): string => String(id).padStart(10, '0');

// No sample is part of another, and none occurs in a row otherwise.
const SAMPLE = {
  id: 918_273_641,
  contactId: 827_364_552,
  queueId: 736_455_463,
  userId: 645_546_374,
  count: 554_637_285,
  uuid: '0badcafe-5bd2-8b1e-9c3a-2f7f6d1e8a90',
  number: '5599463728196',
  name: 'Nome De Amostra',
  text: 'Texto de amostra',
  at: '2001-02-03T04:05:06.007Z',
  sortKey: '0981172800007-zqxjwvzqxjwvzqxjwvzq',
  token: 'zqxjwvk',
  word: 'kqwxjzv',
  messageId: '0vqzjxkwvqzjxkw',
} as const;

/**
 * Returns the templates of a company's most frequent rows.
 * @param nowMs the time at which the rows claim to be written
 */
export const companyTemplates = (table: Table, companyId: number, connectionId: number, nowMs: number) => ({
  ticket: rowTemplate<TicketValues>({
    shapeOf: ({ status, userId, latestClosed, unreadMessages }) =>
      [status, userId === null, latestClosed, unreadMessages > 0].join(' '),
    sampleOf: (values) => ({
      ...values,
      id: SAMPLE.id,
      uuid: SAMPLE.uuid,
      contact: {
        ...values.contact,
        id: SAMPLE.contactId,
        name: SAMPLE.name,
        number: SAMPLE.number,
        identities: [{ kind: 'phone', value: SAMPLE.number }],
      },
      queueId: SAMPLE.queueId,
      userId: values.userId === null ? null : SAMPLE.userId,
      unreadMessages: values.unreadMessages > 0 ? SAMPLE.count : 0,
      lastMessage: SAMPLE.text,
      activityAt: SAMPLE.at,
    }),
    texts: ({ id, uuid, contact, queueId, userId, unreadMessages, lastMessage, activityAt }) => [
      String(id),
      padded(id),
      uuid,
      String(contact.id),
      contact.name,
      contact.number,
      String(queueId),
      padded(queueId),
      lastMessage,
      activityAt,
      // Tickets store times as numbers.
      String(Date.parse(activityAt)),
      ...(userId === null ? [] : [String(userId)]),
      ...(unreadMessages === 0 ? [] : [String(unreadMessages)]),
    ],
    make: ({ activityAt, contact, ...values }) =>
      table.put(
        Ticket,
        {
          ...values,
          companyId,
          connectionId,
          channel: 'whatsapp',
          contactId: contact.id,
          contact,
          activityAt,
          closedAt: values.status === 'closed' ? activityAt : null,
        },
        'absent',
        nowMs,
      ).item,
  }),

  contactTicket: rowTemplate<ContactTicketValues>({
    shapeOf: () => '',
    sampleOf: () => ({ contactId: SAMPLE.contactId, ticketId: SAMPLE.id }),
    texts: ({ contactId, ticketId }) => [String(contactId), String(ticketId), padded(ticketId)],
    make: (values) => table.put(ContactTicket, { ...values, companyId }, 'absent', nowMs).item,
  }),

  message: rowTemplate<MessageValues>({
    shapeOf: ({ fromMe, userId }) => [fromMe, userId === null].join(' '),
    sampleOf: (values) => ({
      ...values,
      contactId: SAMPLE.contactId,
      sortKey: SAMPLE.sortKey,
      ticketId: SAMPLE.id,
      queueId: SAMPLE.queueId,
      userId: values.userId === null ? null : SAMPLE.userId,
      body: SAMPLE.text,
      sentAt: SAMPLE.at,
    }),
    texts: ({ contactId, sortKey, ticketId, queueId, userId, body, sentAt }) => [
      String(contactId),
      sortKey,
      String(ticketId),
      String(queueId),
      body,
      sentAt,
      ...(userId === null ? [] : [String(userId)]),
    ],
    make: (values) =>
      table.put(
        Message,
        {
          ...values,
          companyId,
          connectionId,
          id: makeMessageId({ contactId: values.contactId, connectionId, sortKey: values.sortKey }),
          ack: values.fromMe ? 3 : 0,
          sendState: values.fromMe ? 'sent' : 'received',
        },
        'absent',
        nowMs,
      ).item,
  }),

  word: rowTemplate<WordValues>({
    shapeOf: () => '',
    sampleOf: () => ({
      word: SAMPLE.word,
      messageId: SAMPLE.messageId,
      sortKey: SAMPLE.sortKey,
      ticketId: SAMPLE.id,
    }),
    texts: ({ word, messageId, sortKey, ticketId }) => [word, messageId, sortKey, String(ticketId)],
    make: (values) => table.put(MessageToken, { ...values, companyId }, 'absent', nowMs).item,
  }),

  token: rowTemplate<TokenValues>({
    shapeOf: ({ lastTicketId }) => String(lastTicketId === null),
    sampleOf: ({ lastTicketId }) => ({
      token: SAMPLE.token,
      contactId: SAMPLE.contactId,
      name: SAMPLE.name,
      number: SAMPLE.number,
      lastTicketId: lastTicketId === null ? null : SAMPLE.id,
    }),
    texts: ({ token, contactId, name, number, lastTicketId }) => [
      token,
      token.slice(0, 2),
      String(contactId),
      padded(contactId),
      name,
      number,
      ...(lastTicketId === null ? [] : [String(lastTicketId)]),
    ],
    make: ({ lastTicketId, ...values }) =>
      table.put(
        ContactToken,
        {
          ...values,
          companyId,
          isGroup: false,
          tickets: lastTicketId === null ? [] : [{ connectionId, ticketId: lastTicketId }],
        },
        'absent',
        nowMs,
      ).item,
  }),
});
