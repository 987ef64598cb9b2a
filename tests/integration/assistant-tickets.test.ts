import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import { assistantItems, loadAssistant } from '@prosa/functions/repositories/assistants/assistants.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import type { Assistant } from '@prosa/shared/entities/assistant.ts';
import {
  ASSISTANT_ANSWER_DUE_AFTER_MS,
  assistantCallMessageSchema,
} from '@prosa/shared/messaging/assistant-call.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, planFlags, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { dueAnswer, giveAnswer } from '../support/answer-customer.ts';
import { asksAssistant, asks as asksIn, chainOf } from '../support/flows.ts';
import { inbound } from '../support/handlers.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { addAssistant } from './support/assistant-desk.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { FlowCustomer } from './support/flow-customer.ts';
import { useTable } from './support/table.ts';
import { waitingCalls } from './support/waiting-calls.ts';

const engine = useTable();

const clock = { nowMs: Date.now() };
let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(() => {
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => vi.restoreAllMocks());

const customerOf = async (
  fields: Parameters<TestCompany['addConnection']>[0],
  of = company,
): Promise<FlowCustomer> =>
  new FlowCustomer(of, { companyId: of.id, connectionId: await of.addConnection(fields) }, clock);

/** A customer on a connection whose tickets an assistant leads. */
const ledBy = async (fields: Partial<Assistant> = {}): Promise<FlowCustomer> =>
  customerOf({ promptId: await addAssistant(company, fields) });

/** Returns the calls in the queue for a customer's ticket, the oldest first, with the texts that they ask about. */
const callsOf = async (customer: FlowCustomer, { table } = company) => {
  const { id } = await customer.ticket();
  const place = { companyId: table.companyId ?? 0, ticketId: id };
  const bodies = await waitingCalls(engine().endpoint, 'assistant-calls', place);
  return Promise.all(
    bodies.map(async (body) => {
      const asked = assistantCallMessageSchema.parse(JSON.parse(body));
      const texts = asked.messageIds.map(async (messageId) => (await loadMessage(table, messageId))?.body);
      return { ...asked, texts: await Promise.all(texts) };
    }),
  );
};
const askedBy = async (customer: FlowCustomer) => (await callsOf(customer)).map(({ texts }) => texts);

type Answer = InboundEventOf<'answer'>;

/** Returns the answer to the newest call. */
const answerTo = async (
  customer: FlowCustomer,
  text: string,
  fields: Partial<Answer> = {},
): Promise<Answer> => ({
  v: 1,
  type: 'answer',
  ...customer.where,
  channel: 'whatsapp',
  receivedAt: clock.nowMs,
  ticketId: (await customer.ticket()).id,
  token: (await callsOf(customer)).at(-1)?.token ?? 'none',
  part: 0,
  says: [{ text }],
  next: { goesTo: 'automation' },
  ...fields,
});
const take = async (...events: Answer[]): Promise<void> => {
  expect(failedIndexes(await inbound(sqsEvent(events.map((event) => JSON.stringify(event)))))).toEqual([]);
};
const heardBy = async (customer: FlowCustomer) => (await customer.heard()).map(({ body }) => body);

describe('a message on a ticket of an assistant', () => {
  it('R22, R26: becomes one call, whose answer the customer gets once, however often all is delivered', async () => {
    const customer = await ledBy({ disclosure: 'Sou uma assistente virtual.' });
    const hello = customer.event('Onde está meu pedido?');
    const twice = sqsEvent([JSON.stringify(hello), JSON.stringify(hello)]);
    expect(failedIndexes(await inbound(twice))).toEqual([]);
    const due = await dueAnswer(company.table, customer.where, customer.number);
    await Promise.all([giveAnswer(due), giveAnswer(due)]);
    await giveAnswer(due);
    expect(await askedBy(customer)).toEqual([['Onde está meu pedido?']]);
    const answer = await answerTo(customer, 'Saiu para entrega.');
    await Promise.all([take(answer, answer), take(answer)]);
    await take(answer);
    expect(await heardBy(customer)).toEqual(['Sou uma assistente virtual.', 'Saiu para entrega.']);
    const { automation, uuid } = await customer.ticket();
    expect(automation).toMatchObject({ kind: 'assistant', awaits: null, isDisclosed: true });
    const shown = await call(tickets, { to: `GET /tickets/u/${uuid}`, token: company.admin.token });
    expect(shown.body).toMatchObject({ useIntegration: false, isBot: true, flowWebhook: false });
  });

  it('waits while an answer is awaited, and is asked about next', async () => {
    const customer = await ledBy();
    await customer.asks('Um');
    await customer.asks('Dois', 'Três');
    expect(await askedBy(customer)).toEqual([['Um']]);
    const first = await answerTo(customer, 'Primeira');
    await take(first, first);
    expect(await askedBy(customer)).toEqual([['Um'], ['Dois', 'Três']]);
    await take(await answerTo(customer, 'Segunda'));
    expect(await heardBy(customer)).toEqual(['Primeira', 'Segunda']);
    expect(await callsOf(customer)).toHaveLength(2);
  });

  it('goes to the queue that the answer names, whose attendants have it then', async () => {
    const queueId = await company.addQueue();
    const customer = await ledBy();
    await customer.asks('Quero falar com alguém');
    await take(await answerTo(customer, 'Claro!', { next: { goesTo: 'queue', queueId, userId: null } }));
    await customer.asks('Alô?');
    expect(await heardBy(customer)).toEqual(['Claro!']);
    expect(await customer.ticket()).toMatchObject({ queueId, automation: { kind: 'none' } });
    expect(await callsOf(customer)).toHaveLength(1);
  });
});

describe('a late answer', () => {
  it('changes nothing after an attendant accepted the ticket', async () => {
    const queueId = await company.addQueue();
    const customer = await ledBy();
    await customer.asks('Oi');
    const answer = await answerTo(customer, 'Tarde');
    const { id } = await customer.ticket();
    const body = { status: 'open', queueId, userId: company.admin.id };
    expect((await call(tickets, { to: `PUT /tickets/${id}`, token: company.admin.token, body })).status).toBe(
      200,
    );
    const before = await customer.ticket();
    await take(answer);
    expect(await customer.ticket()).toEqual(before);
    expect(await heardBy(customer)).toEqual([]);
  });

  it('comes to nothing once the ticket has waited too long: people have it', async () => {
    const customer = await ledBy();
    await customer.asks('Oi');
    const answer = await answerTo(customer, 'Tarde');
    const subject = String((await customer.ticket()).id);
    const timer = await company.table.get(Timer, { kind: 'ticket-watch', subject }, { consistent: true });
    if (timer === undefined) throw new Error('no timer');
    expect(Date.parse(timer.dueAt)).toBeLessThanOrEqual(clock.nowMs + ASSISTANT_ANSWER_DUE_AFTER_MS);
    clock.nowMs += ASSISTANT_ANSWER_DUE_AFTER_MS + 1000;
    const fired = { companyId: company.id, kind: timer.kind, subject, token: timer.token };
    expect(await Promise.all([fireTimers(fired), fireTimers(fired)])).toEqual([[], []]);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    await take(answer);
    expect(await heardBy(customer)).toEqual([]);
    await customer.asks('Alguém?');
    expect(await callsOf(customer)).toHaveLength(1);
  });
});

describe('assistants begin', () => {
  it('where a flow gives them the customer', async () => {
    const promptId = await addAssistant(company);
    const flowId = await publishFlow(
      company,
      chainOf([asksIn('Seu nome?', 'nome'), asksAssistant(promptId)]),
    );
    const customer = await customerOf({ flowIdWelcome: flowId });
    expect(await customer.asks('Oi')).toEqual(['Seu nome?']);
    expect(await customer.asks('Ana')).toEqual([]);
    expect(await customer.ticket()).toMatchObject({ automation: { kind: 'assistant', promptId } });
    expect(await callsOf(customer)).toEqual([]);
    await customer.asks('Cadê meu pedido?');
    expect(await askedBy(customer)).toEqual([['Cadê meu pedido?']]);
  });

  it('S-25: only while the plan has them; a ticket goes on as without them', async () => {
    const poor = await makeCompany();
    const promptId = await addAssistant(poor);
    const queueIds = [await poor.addQueue(), await poor.addQueue()];
    const customer = await customerOf({ queueIds, greetingMessage: 'Olá', promptId }, poor);
    await customer.writes('Oi');
    const { plan } = await requireDirectory(poor.id);
    await commit([globalTable.put(Plan, { ...plan, flags: planFlags(['useOpenAi']) }, plan.version)]);
    forgetDirectory(poor.id);
    await customer.answer();
    expect(await callsOf(customer, poor)).toEqual([]);
    expect(await heardBy(customer)).toEqual([expect.stringContaining('Olá')]);
  });

  it('not after they were removed: the next message gets the menu', async () => {
    const promptId = await addAssistant(company);
    const queueIds = [await company.addQueue(), await company.addQueue()];
    const customer = await customerOf({ queueIds, greetingMessage: 'Olá', promptId });
    await customer.asks('Oi');
    await take(await answerTo(customer, 'Pois não?'));
    const row = await loadAssistant(company.table, promptId);
    await commit(assistantItems(company.table, row, undefined, clock.nowMs));
    forgetDirectory(company.id);
    expect(await customer.asks('Quero comprar')).toEqual([expect.stringContaining('Olá')]);
    expect(await callsOf(customer)).toHaveLength(1);
  });
});

it('a try-out of a connection names its assistant, and does not ask it', async () => {
  const promptId = await addAssistant(company, { name: 'Ajudante da loja' });
  const queueId = await company.addQueue();
  const connectionId = await company.addConnection({ promptId, queueIds: [queueId] });
  const script = [
    { does: 'says', text: 'Oi' },
    { does: 'waits', minutes: 10 },
    { does: 'says', text: 'Alô?' },
  ];
  const play = async (place: object) => {
    const body = { ...place, startsAt: '2026-11-20T13:00:00.000Z', script };
    const played = await call(connections, {
      to: `POST ${tryOutRoutes.tryOut.path}`,
      token: company.admin.token,
      body,
    });
    return tryOutRoutes.tryOut.response.parse(played.body);
  };
  const { lines, ticket } = await play({ connectionId });
  expect(lines.flatMap(({ fromMe, text }) => (fromMe ? [] : [text]))).toEqual(['Oi', 'Alô?']);
  expect(lines.filter(({ fromMe }) => fromMe)).toEqual([]);
  expect(ticket).toMatchObject({ isBot: true, assistant: { id: promptId, name: 'Ajudante da loja' } });
  // The customer enters a queue that is tried out at once.
  expect((await play({ connectionId, queueId })).ticket).toMatchObject({
    assistant: null,
    queue: { id: queueId },
  });
});
