import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import type { TicketRow } from '@prosa/functions/repositories/tickets/tickets.ts';
import { channelCommandSchema } from '@prosa/shared/messaging/channel-command.ts';
import type { Channel, Identity } from '@prosa/shared/messaging/identity.ts';
import { providerQueue, type QueueName, SESSION_SHARDS, sessionQueue } from '@prosa/shared/resource-names.ts';
import { TYPING_WAIT_MS } from '@prosa/shared/rules/typing.ts';
import { beforeAll, expect, it } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { call } from './support/call.ts';
import { take } from './support/inbound.ts';
import { storedFrom } from './support/meta-workers.ts';
import { useTable } from './support/table.ts';

useTable();

let company: TestCompany;
let queueId = 0;
let serial = 0;
beforeAll(async () => {
  company = await makeCompany();
  queueId = await company.addQueue();
});

interface Talk {
  ticket: TicketRow;
  newestId: string;
}

/** Has a customer write over a channel, and the administrator accept the ticket. */
const attended = async (channel: Channel, kind: Identity['kind']): Promise<Talk> => {
  const connectionId = await company.addConnection({ channel, started: true });
  const value = String(5_511_900_000_000 + ++serial);
  const chat = { isGroup: false, identities: [{ kind, value }] };
  const event = textEvent({ companyId: company.id, connectionId }, '', 'oi', { channel, chat });
  await take(event);
  const [message] = await storedFrom(company.table, connectionId, value, kind);
  const ticketId = message?.ticketId ?? 0;
  const body = { status: 'open', userId: company.admin.id, queueId };
  const accepted = await call(tickets, { to: `PUT /tickets/${ticketId}`, token: company.admin.token, body });
  if (accepted.status !== 200) throw new Error(`not accepted: ${JSON.stringify(accepted.body)}`);
  return { ticket: await reload(company.table, ticketId), newestId: event.providerMessageId };
};
const type = ({ ticket }: Talk, token = company.admin.token) =>
  call(messages, { to: `POST /messages/typing/${ticket.uuid}`, token });
const commandsOf = async (queue: QueueName, groupId: string) => {
  const { pk } = keys.outbox({ queue, groupId, id: '' });
  const { rows } = await company.table.query(Outbox, { pk, limit: 100, consistent: true });
  return rows
    .map(({ body }) => channelCommandSchema.parse(JSON.parse(body)))
    .filter((command) => command.type === 'typing');
};

it.each([
  ['whatsappapi', 'phone'],
  ['facebook', 'psid'],
  ['instagram', 'igsid'],
] as const)(
  'over %s the contact is shown typing, beside the sends and for a short time',
  async (channel, kind) => {
    const talk = await attended(channel, kind);
    const { connectionId, contactId, contact } = talk.ticket;
    const before = Date.now();
    expect((await type(talk)).status).toBe(200);
    const [command, ...more] = await commandsOf(
      providerQueue('prompt'),
      `${company.id}:${connectionId}:${contactId}:typing`,
    );
    expect(more).toEqual([]);
    expect(command).toMatchObject({ connectionId, to: contact.identities, newestId: talk.newestId });
    const waitsUntil = command?.waitsUntil ?? 0;
    expect(waitsUntil - TYPING_WAIT_MS).toBeGreaterThanOrEqual(before);
    expect(waitsUntil - TYPING_WAIT_MS).toBeLessThanOrEqual(Date.now());
  },
);

it('over WhatsApp Web the notice is in order with the sends', async () => {
  const talk = await attended('whatsapp', 'phone');
  const { connectionId, contactId } = talk.ticket;
  await type(talk);
  const queue = sessionQueue((connectionId ?? 0) % SESSION_SHARDS, 'prompt');
  expect(await commandsOf(queue, `${company.id}:${connectionId}:${contactId}`)).toHaveLength(1);
});

it('a user who does not attend the ticket shows nothing', async () => {
  const talk = await attended('facebook', 'psid');
  const { token } = await company.addUser({ profile: 'admin' });
  expect((await type(talk, token)).status).toBe(200);
  const { connectionId, contactId } = talk.ticket;
  const group = `${company.id}:${connectionId}:${contactId}:typing`;
  expect(await commandsOf(providerQueue('prompt'), group)).toEqual([]);
});
