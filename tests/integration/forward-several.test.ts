import { randomUUID } from 'node:crypto';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { messageRoutes } from '@prosa/shared/contracts/messages.ts';
import { sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import { expect, it } from 'vitest';
import { makeCompany } from '../factories/company.ts';
import { makeConversation } from '../factories/conversation.ts';
import { call } from './support/call.ts';
import { useTable } from './support/table.ts';

useTable();

const TEXTS = ['primeira', 'segunda', 'terceira', 'quarta'];

it('R17: messages forwarded one after the other, each asked for twice, make one ticket and arrive once, in order', async () => {
  const company = await makeCompany();
  const queueId = await company.addQueue();
  const connectionId = await company.addConnection();
  const elsewhere = await company.addConnection();
  const ana = await company.addUser({ queueIds: [queueId] });
  const attended = { status: 'open', userId: ana.id, queueId } as const;
  const { contactId: fromId } = await makeConversation(
    company,
    { companyId: company.id, connectionId },
    attended,
    TEXTS,
  );
  // Known over another connection: here nobody has a ticket with them yet.
  const { contactId } = await makeConversation(company, { companyId: company.id, connectionId: elsewhere });
  const rowsOf = async (id: number) => {
    const { pk } = keys.message({ contactId: id, connectionId, sortKey: '' });
    const { rows } = await company.table.query(Message, { pk, limit: 100, consistent: true });
    return rows.toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
  };
  const ticketIds = new Set<number>();
  for (const { id: messageId } of await rowsOf(fromId)) {
    const body = { messageId, contactId, clientId: randomUUID() };
    const ask = () => call(messages, { to: 'POST /message/forward', token: ana.token, body });
    const replies = [await ask(), ...(await Promise.all([ask(), ask()]))].map((answer) => {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return messageRoutes.forward.response.parse(answer.body);
    });
    expect(new Set(replies.map((reply) => reply.messages[0]?.id)).size).toBe(1);
    for (const { ticket } of replies) ticketIds.add(ticket.id);
  }
  expect(ticketIds.size).toBe(1);
  expect((await rowsOf(contactId)).map(({ body }) => body)).toEqual(TEXTS);
  const groupId = [company.id, connectionId, contactId].join(':');
  const { rows } = await company.table.query(Outbox, {
    pk: keys.outbox({ queue: 'session-commands-0', groupId, id: '' }).pk,
    limit: 100,
  });
  const sent = rows.map(({ body }) => sessionCommandSchema.parse(JSON.parse(body)));
  expect(sent).toMatchObject(TEXTS.map((text) => ({ type: 'send', content: { kind: 'text', text } })));
});
