import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { handler as contactFiles } from '@prosa/functions/http/contact-files/handler.ts';
import { handler as messages } from '@prosa/functions/http/messages/handler.ts';
import { handler as schedules } from '@prosa/functions/http/schedules/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { contactPictureKey, pictureVersionKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import type { BoundRoutes } from '@prosa/functions/platform/http/bind-routes.ts';
import { withMeter } from '@prosa/functions/platform/meter.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { Outbox, Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { findContactByIdentities } from '@prosa/functions/repositories/contacts/contacts.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { loadConversation, loadTicket } from '@prosa/functions/repositories/tickets/tickets.ts';
import { importViewSchema } from '@prosa/shared/contracts/contact-files.ts';
import { connectionStateSchema } from '@prosa/shared/entities/connection.ts';
import type { InboundEvent } from '@prosa/shared/messaging/inbound-event.ts';
import type { SQSBatchResponse } from 'aws-lambda';
import * as z from 'zod';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { receiptEvent, sqsEvent, textEvent, type Where } from '../factories/inbound-events.ts';
import { call } from '../integration/support/call.ts';
import { consume } from '../integration/support/consumers.ts';
import { fireTimers } from '../integration/support/fire-timers.ts';
import { followStream } from '../integration/support/stream.ts';
import { dueAnswer, giveAnswer } from './answer-customer.ts';
import { runningCampaign } from './campaign-step-units.ts';
import { contactImports, inbound } from './handlers.ts';

/**
 * Units of the table that one step uses, including its consequences: events, hand-over to the queue, search and
 * figures.
 */
export interface StepUnits {
  calls: number;
  readUnits: number;
  /**
   * Write units of the table and its indexes. Excludes the rows of WhatsApp keys that the session host writes: four a
   * message.
   */
  writeUnits: number;
}

/** File with the cost of each step, as the benchmark last measured it. */
export const STEP_UNITS_FILE = join(import.meta.dirname, '..', 'bench', 'step-units.json');

const NUMBER = '5511987654321';
const OTHER_NUMBER = '5511900000001';
const TEXT = 'Bom dia! Gostaria de saber se o pedido já saiu para entrega.';
/** A text that waits for more. */
const PART = 'Gostaria de saber se o pedido já saiu para entrega';
const IMPORTED_ROWS = 40;
const SENT_AT = '2030-01-15T13:00:00.000Z';

const sentSchema = z.object({ messages: z.tuple([z.object({ id: z.string() })]) });
const idSchema = z.object({ id: z.int() });

/** Waits for the next millisecond: a ticket that changes twice within one keeps its place in lists, which costs less. */
const nextMillisecond = async (): Promise<void> => {
  const now = Date.now();
  while (Date.now() === now) await setImmediate();
};

/** A company with two queues, a menu and a rating, and one attendant. */
interface Shop {
  company: TestCompany;
  ana: TestUser;
  where: Where;
  sales: number;
  support: number;
}

const openShop = async (): Promise<Shop> => {
  const company = await makeCompany({ settings: { userRating: true } });
  const sales = await company.addQueue({ greetingMessage: 'Qual produto procura?' });
  const support = await company.addQueue({ greetingMessage: 'Conte o que aconteceu.' });
  const connectionId = await company.addConnection({
    isDefault: true,
    queueIds: [sales, support],
    greetingMessage: 'Olá! Com qual área você quer falar?',
    ratingMessage: 'De 0 a 10, quanto?',
    complationMessage: 'Obrigado pelo contato',
    expiresTicketNPS: 60,
  });
  // A rating is requested only over a connected connection.
  const state = {
    companyId: company.id,
    connectionId,
    status: 'CONNECTED',
    epoch: 1,
    changedAt: SENT_AT,
  } as const;
  await commit([company.table.put(ConnectionState, connectionStateSchema.parse(state), 'any')]);
  const ana = await company.addUser({ name: 'Ana', queueIds: [sales, support], allTicket: true });
  return { company, ana, where: { companyId: company.id, connectionId }, sales, support };
};

const ok = (what: string, { status, body }: { status: number; body: unknown }): unknown => {
  if (status >= 300) throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
  return body;
};
const all = (what: string, { batchItemFailures }: SQSBatchResponse): void => {
  if (batchItemFailures.length > 0) throw new Error(`${what} failed`);
};

/**
 * Runs a company's day step by step, each by the functions that do it in AWS, and counts the units that each uses.
 * Needs `METER=1`, and table, queues, secrets and bucket in the environment.
 * @param endpoint the table's
 */
export const measureStepUnits = async (endpoint: string): Promise<Map<string, StepUnits>> => {
  const { company, ana, where, sales, support } = await openShop();
  const { table, id: companyId } = company;
  const records = await followStream(endpoint);
  const measured = new Map<string, StepUnits>();
  const step = async <T>(name: string, work: () => Promise<T>, shares = 1): Promise<T> => {
    await nextMillisecond();
    const { result, usage } = await withMeter(async () => {
      const done = await work();
      for (let batch = await records(); batch.length > 0; batch = await records())
        all(name, await consume(batch));
      return done;
    });
    const each = (units: number): number => Math.round((units / shares) * 10) / 10;
    measured.set(name, {
      calls: each(usage.calls),
      readUnits: each(usage.readUnits),
      writeUnits: each(usage.writeUnits),
    });
    return result;
  };
  const ask = async (handler: BoundRoutes, to: string, body?: unknown): Promise<unknown> =>
    ok(to, await call(handler, { to, token: ana.token, body }));
  const take = async (...events: InboundEvent[]): Promise<void> =>
    all('inbound', await inbound(sqsEvent(events)));
  // Sent now, because at another hour a message may count for two days.
  const textFrom = (number: string, text: string): InboundEvent =>
    textEvent(where, number, text, { sentAt: Math.floor(Date.now() / 1000) * 1000, receivedAt: Date.now() });
  const ticketOfCustomer = async () => {
    const { contact } = await findContactByIdentities(table, [{ kind: 'phone', value: NUMBER }]);
    const conversation = await loadConversation(table, contact?.id ?? 0, where.connectionId);
    const ticket = await loadTicket(table, conversation?.activeTicketId ?? 0);
    if (ticket === undefined) throw new Error('the customer has no ticket');
    return ticket;
  };

  // The first calls also read the directory.
  await take(textFrom('5511900000000', 'oi'));
  await ask(tickets, 'GET /tickets?status=pending');
  await records().then(consume);

  await step("a new customer's first word that may go on", () => take(textFrom(OTHER_NUMBER, PART)));
  const due = await dueAnswer(table, where, OTHER_NUMBER);
  await step('the menu that answers it', () => giveAnswer(due));
  await step("a new customer's first word, with the menu", () => take(textFrom(NUMBER, TEXT)));
  await step("a choice from the menu, with the queue's greeting", () => take(textFrom(NUMBER, '1')));
  const { id, contactId } = await ticketOfCustomer();
  await step('the picture of the new customer', () =>
    take({
      v: 1,
      ...where,
      channel: 'whatsapp',
      receivedAt: Date.now(),
      type: 'profile',
      contactId,
      person: { kind: 'phone', value: NUMBER },
      name: '',
      pictureKey: pictureVersionKey(contactPictureKey(companyId, contactId), new Uint8Array()),
    }),
  );
  const put = (body: object) => ask(tickets, `PUT /tickets/${id}`, body);
  await step('accept', () => put({ status: 'open', userId: ana.id, queueId: sales }));
  await step('return', () => put({ status: 'pending', userId: null, queueId: sales }));
  await put({ status: 'open', userId: ana.id, queueId: sales });
  await records().then(consume);
  await step('a text on an open ticket', () => take(textFrom(NUMBER, TEXT)));
  await step('send until it is delivered', async () => {
    const { messages: said } = sentSchema.parse(
      await ask(messages, `POST /messages/${id}`, {
        body: 'Bom dia! Vou verificar agora mesmo onde ele está.',
        clientId: '00000000-0000-4000-8000-000000000001',
      }),
    );
    const messageId = said[0].id;
    const providerMessageId = (await loadMessage(table, messageId))?.providerMessageId ?? '';
    const result = { state: 'sent', providerMessageId } as const;
    const told = { v: 1, ...where, channel: 'whatsapp', receivedAt: Date.now() } as const;
    await take({ ...told, type: 'send-result', messageId, attempt: 1, result });
    await take(receiptEvent(where, providerMessageId, 2));
  });
  await step('transfer', () =>
    put({ isTransfered: true, queueId: support, userId: null, status: 'pending' }),
  );
  await put({ status: 'open', userId: ana.id, queueId: support });
  await records().then(consume);
  await step('resolve, with a rating asked for', () => put({ status: 'closed', userId: ana.id }));
  await step('the rating, with the farewell', () => take(textFrom(NUMBER, '9')));

  const { id: scheduleId } = idSchema.parse(
    await ask(schedules, 'POST /schedules', { body: 'Olá, tudo bem?', contactId, sendAt: SENT_AT }),
  );
  const timer = await table.get(
    Timer,
    { kind: 'schedule', subject: String(scheduleId) },
    { consistent: true },
  );
  if (timer === undefined) throw new Error('the schedule has no timer');
  await commit([table.put(Timer, { ...timer, dueAt: toInstant(systemClock.now()) }, timer.version)]);
  await records().then(consume);
  await step('a schedule that fires', async () => {
    const message = { companyId, kind: 'schedule', subject: String(scheduleId), token: timer.token };
    all('timers', { batchItemFailures: await fireTimers(message) });
  });

  for (const [what, fields] of [
    ['without a ticket', {}],
    ['with a new ticket and contact', { openTicket: true, ticketStatus: 'pending', queueId: sales }],
  ] as const) {
    const campaign = await runningCampaign(company, where.connectionId, fields);
    await campaign.beat();
    await records().then(consume);
    const messageId = await step(`a campaign's message ${what}`, campaign.beat);
    const told = { ...where, v: 1, channel: 'whatsapp', receivedAt: Date.now() } as const;
    const result = { state: 'sent', providerMessageId: `3EB0C${messageId.length}${what.length}` } as const;
    await step(`that message is sent, ${what}`, () =>
      take({ ...told, type: 'send-result', messageId, attempt: 1, result }),
    );
  }

  const work = async (): Promise<void> => {
    const { pk } = keys.outbox({ queue: 'contact-imports', groupId: String(table.companyId), id: '' });
    for (;;) {
      const { rows } = await table.query(Outbox, { pk, limit: 100, consistent: true });
      if (rows.length === 0) return;
      await commit(rows.map((row) => table.delete(Outbox, row)));
      all('contact-imports', await contactImports(sqsEvent(rows.map(({ body }) => body))));
    }
  };
  const form = new FormData();
  const lines = Array.from(
    { length: IMPORTED_ROWS },
    (_none, at) => `Maria Souza ${at};55219700${1000 + at}0`,
  );
  form.append('file', new Blob([`Nome;Número\n${lines.join('\n')}`]), 'contatos.csv');
  const uploaded = await call(contactFiles, { to: 'POST /contacts/upload', token: ana.token, form });
  const { id: importId } = importViewSchema.parse(ok('upload', uploaded));
  await work();
  await records().then(consume);
  await step(
    'a row of an import of contacts',
    async () => {
      await ask(contactFiles, `PUT /contacts/imports/${importId}`, {
        mapping: { name: 0, number: 1 },
        rows: [{ first: 0, last: IMPORTED_ROWS - 1 }],
      });
      await work();
    },
    IMPORTED_ROWS,
  );
  return measured;
};
