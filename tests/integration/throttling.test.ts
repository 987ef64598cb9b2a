import { handler as contacts } from '@prosa/functions/http/contacts/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as tags } from '@prosa/functions/http/tags/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadConversation } from '@prosa/functions/repositories/tickets/tickets.ts';
import { createManualClock } from '@prosa/infra/local/clock.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { editEvent, receiptEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { makeTicket, reload } from '../factories/tickets.ts';
import { inbound as inboundWorker } from '../support/handlers.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { type Answer, type Call, call } from './support/call.ts';
import { startDeployedQueue } from './support/deployed-queue.ts';
import { useEdge } from './support/edge.ts';
import { useTable } from './support/table.ts';
import { spoilTable } from './support/table-faults.ts';
import { isWrite } from './support/table-proxy.ts';
import { brokenRules } from './support/table-rules.ts';
import { readTable, type TableRow } from './support/table-scan.ts';

const engine = useTable();
const clock = createManualClock(Date.now());
const edge = useEdge({ clock });

const SEED = 20_261_123;
const FAULT_SHARE = 0.3;
const MAX_AMPLIFICATION = 3;
const CUSTOMERS = 6;
/** A user gives up at some time; the test gives up after this number of attempts. */
const MAX_TRIES = 30;
/** Attempts of the table's client for each call; no other code retries a call. */
const TRIES_OF_A_CALL = 4;
const READ_FAULTS = ['ThrottlingException', 'ProvisionedThroughputExceededException', 'InternalServerError'];
const WRITE_FAULTS = [...READ_FAULTS, 'TransactionConflict'];

const sentSchema = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const ticketSchema = z.object({ id: z.int(), uuid: z.string() });

interface Load {
  company: TestCompany;
  /** Responses to users: the status, and whether they named a time to retry. */
  told: Map<string, number>;
}

/** Runs a workload of every kind of operation by customers and attendants, on several conversations in parallel. */
const workload = async (): Promise<Load> => {
  const company = await makeCompany();
  const { table, id: companyId } = company;
  const sales = await company.addQueue();
  const support = await company.addQueue();
  const connectionId = await company.addConnection({ queueIds: [sales] });
  const ana = await company.addUser({ queueIds: [sales, support], allTicket: true });
  const where: Where = { companyId, connectionId };
  const inbound = startDeployedQueue('inbound', inboundWorker, { store: edge().sqs, clock });
  const told = new Map<string, number>();
  const startMs = Date.UTC(2026, 9, 1);
  let sentAt = startMs;

  /** Retries like a browser while the service is unavailable. */
  const ask = async (handler: BoundRoutes, request: Call, by: TestUser = ana): Promise<Answer> => {
    for (let tries = 1; ; tries++) {
      const answer = await call(handler, { ...request, token: by.token });
      const what = `${answer.status}${answer.status === 503 ? ` ${answer.headers['retry-after']}` : ''}`;
      told.set(what, (told.get(what) ?? 0) + 1);
      if (answer.status !== 503 || tries >= MAX_TRIES) return answer;
    }
  };
  const queued = (from: string, event: InboundEvent): void => {
    inbound.queue.send({
      body: JSON.stringify(event),
      groupId: from,
      deduplicationId: JSON.stringify(event),
    });
  };
  const numbers = Array.from({ length: CUSTOMERS }, (_, n) => `552198${companyId % 10}0000${n}0`);
  const write = (from: string, text: string): string => {
    sentAt += 1000;
    const event = textEvent(where, from, text, { sentAt });
    queued(from, event);
    return event.providerMessageId;
  };
  const each = (work: (from: string, n: number) => Promise<void>) =>
    Promise.all(numbers.map((from, n) => work(from, n)));
  for (const from of numbers) for (const text of ['oi', 'tem alguém?']) write(from, text);
  await inbound.drain();

  const sent = new Map<string, string[]>();
  const held = new Map<string, z.infer<typeof ticketSchema>>();
  await each(async (from) => {
    await ask(tickets, { to: `GET /tickets?status=pending&showAll=true&queueIds=[${sales}]` });
    const { contact } = await findAgain(() =>
      findContactByIdentities(table, [{ kind: 'phone', value: from }]),
    );
    const conversation = await findAgain(() => loadConversation(table, contact?.id ?? 0, connectionId));
    const id = conversation?.activeTicketId ?? 0;
    const body = { status: 'open', userId: ana.id, queueId: sales };
    const ticket = ticketSchema.parse((await ask(tickets, { to: `PUT /tickets/${id}`, body })).body);
    held.set(from, ticket);
    // A page is shown even if it could not be marked as read; the next look marks it.
    do await ask(messages, { to: `GET /messages/${ticket.uuid}` });
    while ((await findAgain(() => reload(table, id))).unreadMessages !== 0);
    for (const text of ['pois não?', 'um momento']) {
      const clientId = `00000000-0000-4000-8000-${from.slice(-12).padStart(12, '0').slice(0, 11)}${text.length % 10}`;
      const answer = await ask(messages, { to: `POST /messages/${id}`, body: { body: text, clientId } });
      sent.set(from, [...(sent.get(from) ?? []), sentSchema.parse(answer.body).messages[0].id]);
    }
  });

  for (const from of numbers) {
    for (const messageId of sent.get(from) ?? []) {
      const message = await findAgain(() => loadMessage(table, messageId));
      const providerMessageId = message?.providerMessageId ?? '';
      queued(from, {
        v: 1,
        ...where,
        channel: 'whatsapp',
        receivedAt: startMs,
        type: 'send-result',
        messageId,
        attempt: 1,
        result: { state: 'sent', providerMessageId },
      });
      queued(from, receiptEvent(where, providerMessageId, 3));
    }
    queued(from, editEvent(where, write(from, 'quero comprar'), 'quero comprar dois', sentAt + 1));
  }
  await inbound.drain();

  await each(async (from, n) => {
    const ticket = held.get(from);
    const [first, second] = sent.get(from) ?? [];
    if (ticket === undefined) throw new Error('no ticket');
    const put = (body: object) => ask(tickets, { to: `PUT /tickets/${ticket.id}`, body });
    await ask(messages, { to: `POST /messages/edit/${first}`, body: { body: 'pois não, corrigido' } });
    await ask(messages, { to: `DELETE /messages/${second}` });
    await ask(tickets, { to: 'POST /ticket-notes', body: { ticketId: ticket.id, note: `nota ${n}` } });
    await ask(tags, { to: 'POST /tags', body: { name: 'vip', color: '#112233' } });
    const { contact } = await findAgain(() =>
      findContactByIdentities(table, [{ kind: 'phone', value: from }]),
    );
    await ask(contacts, { to: `PUT /contacts/${contact?.id}`, body: { name: `Cliente ${n}`, email: '' } });
    if (n % 2 === 0)
      await put({ isTransfered: true, queueId: support, userId: ana.id, msgTransfer: 'cuida dele' });
    if (n % 3 === 0) await put({ status: 'closed' });
  });

  for (const from of numbers) write(from, 'obrigado, e mais uma coisa');
  await inbound.drain();
  expect(inbound.dead()).toEqual([]);
  await inbound.stop();
  return { company, told };
};

/** Retries the test's own reads, which fail like all others. */
const findAgain = async <T>(look: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await look();
    } catch (error) {
      if (tries >= MAX_TRIES) throw error;
    }
  }
};

/** Returns the result of a workload in a form that does not depend on its time, company and order. */
const outcomeOf = (rows: readonly TableRow[], companyId: number): Record<string, unknown> => {
  const own = rows.filter(({ pk }) => pk.startsWith(`C#${companyId}#`));
  const all = (entity: string) => own.filter((row) => row.entity === entity).map(({ fields }) => fields);
  const pick = (fields: Record<string, unknown>, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, fields[name]]));
  const contactsById = new Map(all('contact').map((fields) => [fields.id, fields]));
  const conversations = all('ticket').map((ticket) => {
    const ofTicket = (entity: string) => all(entity).filter(({ ticketId }) => ticketId === ticket.id);
    const contact = contactsById.get(ticket.contactId);
    return {
      contact: pick(contact ?? {}, 'name', 'version'),
      ticket: pick(ticket, 'status', 'queueId', 'userId', 'unreadMessages', 'lastMessage', 'version'),
      messages: ofTicket('message').map((fields) =>
        pick(fields, 'body', 'fromMe', 'ack', 'sendState', 'isEdited', 'isDeleted', 'isPrivate', 'version'),
      ),
      logs: ofTicket('ticketLog').map(({ type }) => type),
      notes: ofTicket('ticketNote').map(({ note }) => note),
      attendance: ofTicket('ticketTracking').map((fields) => pick(fields, 'queueId', 'userId', 'version')),
    };
  });
  return {
    conversations: conversations.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)),
    counts: Object.fromEntries(
      [...Map.groupBy(own, ({ entity }) => entity)]
        .filter(([entity]) => entity !== 'counter')
        .map(([entity, of]) => [entity, of.length]),
    ),
    tags: all('tag').map(({ name }) => name),
    commands: all('outbox')
      .filter(({ queue }) => queue !== 'timers')
      .map(({ body }) => z.object({ type: z.string() }).parse(JSON.parse(String(body))).type)
      .sort(),
  };
};

describe('table that refuses a write permanently', () => {
  it.each(WRITE_FAULTS)(
    'R16: a throttled call is attempted four times, and %s becomes a 503',
    async (refuse) => {
      const company = await makeCompany();
      const queueId = await company.addQueue();
      const connectionId = await company.addConnection();
      const ticket = await makeTicket(company.table, { connectionId }, { queueId });
      let asked = 0;
      const mend = await spoilTable((request) => {
        if (request.operation !== 'TransactWriteItems') return undefined;
        asked += 1;
        return { refuse };
      });
      const accept = { status: 'open', userId: company.admin.id, queueId };
      const request = { to: `PUT /tickets/${ticket.id}`, token: company.admin.token, body: accept };
      const refused = await call(tickets, request);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2']);
      expect(asked).toBe(TRIES_OF_A_CALL);
      expect(await reload(company.table, ticket.id)).toMatchObject({ status: 'pending' });
      mend();
      expect((await call(tickets, request)).status).toBe(200);
    },
  );
});

describe('table that refuses three of ten calls', () => {
  it('R16: nothing is lost or duplicated, errors are only 503 with Retry-After, and calls at most triple', async () => {
    const random = seededRandom(SEED);
    const counted = async (spoils: boolean): Promise<{ load: Load; calls: number; refused: number }> => {
      let calls = 0;
      let refused = 0;
      const mend = await spoilTable((request) => {
        calls += 1;
        if (!spoils || random() >= FAULT_SHARE) return undefined;
        refused += 1;
        const faults = isWrite(request) ? WRITE_FAULTS : READ_FAULTS;
        return { refuse: faults[Math.floor(random() * faults.length)] ?? '' };
      });
      const load = await workload();
      mend();
      return { load, calls, refused };
    };
    const calm = await counted(false);
    const spoiled = await counted(true);
    expect(spoiled.refused / spoiled.calls, `seed ${SEED}`).toBeCloseTo(FAULT_SHARE, 1);

    expect([...calm.load.told.keys()].toSorted()).toEqual(['200']);
    const heard = new Set(spoiled.load.told.keys());
    expect([...heard].filter((what) => !['200', '503 2'].includes(what))).toEqual([]);

    const rows = await readTable(engine().endpoint);
    expect(brokenRules(rows)).toEqual([]);
    expect(outcomeOf(rows, spoiled.load.company.id), `seed ${SEED}`).toEqual(
      outcomeOf(rows, calm.load.company.id),
    );
    expect(spoiled.calls / calm.calls).toBeLessThanOrEqual(MAX_AMPLIFICATION);
  });
});
