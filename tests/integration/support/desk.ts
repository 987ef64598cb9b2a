import { parseMessageId } from '@prosa/functions/domain/message-id.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { writeSendOutcome } from '@prosa/functions/platform/table/updates.ts';
import { connectionItems, loadConnection } from '@prosa/functions/repositories/connections/connections.ts';
import { loadTicket, type TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { type MessageView, messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { expect } from 'vitest';
import * as z from 'zod';
import { makeCompany } from '../../factories/company.ts';
import { makeConversation } from '../../factories/conversation.ts';
import { type Answer, call } from './call.ts';

export const sentOf = (answer: Answer): MessageView[] => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.send.response.parse(answer.body).messages;
};
export const onlyOf = (answer: Answer): MessageView => {
  const [message, ...others] = sentOf(answer);
  if (message === undefined || others.length > 0) throw new Error('not one message');
  return message;
};
export const pageOf = (answer: Answer) => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return messageRoutes.list.response.parse(answer.body);
};
export const codeOf = (answer: Answer): [number, unknown] => [
  answer.status,
  z.object({ error: z.string() }).parse(answer.body).error,
];
export const usageOf = (answer: Answer) =>
  z
    .object({ calls: z.number(), sequential: z.number(), readUnits: z.number(), writeUnits: z.number() })
    .parse(JSON.parse(String(answer.headers['x-usage'])));

/** Creates a company with two attendants of one queue, and helpers for Ana's conversations. */
export const openDesk = async () => {
  const company = await makeCompany({ settings: { sendSignMessage: true } });
  const queueId = await company.addQueue({ name: 'Suporte' });
  const where = { companyId: company.id, connectionId: await company.addConnection() };
  const ana = await company.addUser({ name: 'Ana', queueIds: [queueId] });
  const bruno = await company.addUser({ name: 'Bruno', queueIds: [queueId] });
  const current = async (ticket: TicketRow): Promise<TicketRow> => {
    const row = await loadTicket(company.table, ticket.id);
    if (row === undefined) throw new Error('the ticket is gone');
    return row;
  };
  return {
    company,
    queueId,
    where,
    ana,
    bruno,
    current,
    openConversation: (texts?: readonly string[], userId = ana.id) =>
      makeConversation(company, where, { status: 'open', userId, queueId }, texts),
    send: (ticket: TicketRow, body: object, token = ana.token): Promise<Answer> =>
      call(messages, { to: `POST /messages/${ticket.id}`, token, body }),
    list: (ticket: TicketRow, query = '', token = ana.token): Promise<Answer> =>
      call(messages, { to: `GET /messages/${ticket.uuid}${query}`, token }),
    /** Sets the connection's state to connected. */
    connect: async (): Promise<void> => {
      const changedAt = new Date().toISOString();
      const state = { ...where, status: 'CONNECTED' as const, changedAt, epoch: 1 };
      await commit([company.table.put(ConnectionState, state, 'any')]);
    },
    setStarted: async (started: boolean): Promise<void> => {
      const before = await loadConnection(company.table, where.connectionId);
      if (before === undefined) throw new Error('no connection');
      await commit(connectionItems(company.table, before, { ...before, started }, Date.now()));
      forgetDirectory(company.id);
    },
    /** Returns the commands to the provider for a ticket's contact, oldest first. */
    commandsTo: async (ticket: TicketRow): Promise<SessionCommand[]> => {
      const groupId = [company.id, where.connectionId, ticket.contactId].join(':');
      const { rows } = await company.table.query(Outbox, {
        pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
        limit: 100,
        consistent: true,
      });
      return rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
    },
    change: async (ticket: TicketRow, fields: Partial<TicketRow>): Promise<void> => {
      const row = await current(ticket);
      await commit([company.table.put(Ticket, { ...row, ...fields }, row.version)]);
    },
    messageRows: async (ticket: TicketRow) =>
      (
        await company.table.query(Message, {
          pk: keys.message({ contactId: ticket.contactId, connectionId: where.connectionId, sortKey: '' }).pk,
          limit: 500,
          consistent: true,
        })
      ).rows,
    settle: (message: MessageView, outcome: Parameters<typeof writeSendOutcome>[3], attempt = 1) => {
      const place = parseMessageId(message.id);
      if (place === undefined) throw new Error('not a message id');
      return writeSendOutcome(company.table, place, attempt, outcome);
    },
  };
};
