import { handler as connections } from '@prosa/functions/http/connections/handler.ts';
import { handler as tickets } from '@prosa/functions/http/tickets/handler.ts';
import { headObject, putObject } from '@prosa/functions/platform/blob/blob.ts';
import { pendingKey } from '@prosa/functions/platform/blob/file-keys.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory, requireDirectory } from '@prosa/functions/platform/directory.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Plan } from '@prosa/functions/platform/table/entities/companies.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { globalTable } from '@prosa/functions/platform/table/table.ts';
import {
  integrationItems,
  loadIntegration,
} from '@prosa/functions/repositories/integrations/integrations.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { tryOutRoutes } from '@prosa/shared/contracts/try-out.ts';
import { type Integration, integrationSchema } from '@prosa/shared/entities/integration.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import {
  INTEGRATION_ANSWER_DUE_AFTER_MS,
  integrationCallMessageSchema,
} from '@prosa/shared/messaging/integration-call.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, planFlags, type TestCompany } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { dueAnswer, giveAnswer } from '../support/answer-customer.ts';
import { chainOf, offers } from '../support/flows.ts';
import { inbound } from '../support/handlers.ts';
import { publishFlow } from '../support/publish-flow.ts';
import { useBucket } from './support/bucket.ts';
import { call } from './support/call.ts';
import { fireTimers } from './support/fire-timers.ts';
import { FlowCustomer } from './support/flow-customer.ts';
import { useTable } from './support/table.ts';
import { waitingCalls } from './support/waiting-calls.ts';

const engine = useTable();
useBucket();

const clock = { nowMs: Date.now() };
let company: TestCompany;
let integrationIds = 0;
beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(() => {
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => vi.restoreAllMocks());

const addIntegration = async (
  { table, id: companyId }: TestCompany,
  type: Integration['type'],
  fields: Partial<Integration> = {},
): Promise<number> => {
  const id = ++integrationIds;
  const createdAt = new Date(clock.nowMs).toISOString();
  const integration = integrationSchema.parse({
    companyId,
    id,
    name: `Robô ${id}`,
    type,
    createdAt,
    ...fields,
  });
  await commit(integrationItems(table, undefined, integration, clock.nowMs));
  forgetDirectory(companyId);
  return id;
};

const customerOf = async (
  fields: Parameters<TestCompany['addConnection']>[0],
  of = company,
): Promise<FlowCustomer> =>
  new FlowCustomer(of, { companyId: of.id, connectionId: await of.addConnection(fields) }, clock);

/** A customer on a connection whose tickets an integration leads. */
const ledBy = async (type: Integration['type'], fields: Partial<Integration> = {}): Promise<FlowCustomer> =>
  customerOf({ integrationId: await addIntegration(company, type, fields) });

/** Returns the calls in the queue for a customer's ticket, the oldest first, with the texts that they ask about. */
const callsOf = async (customer: FlowCustomer, { table } = company) => {
  const { id } = await customer.ticket();
  const place = { companyId: table.companyId ?? 0, ticketId: id };
  const bodies = await waitingCalls(engine().endpoint, 'integration-calls', place);
  return Promise.all(
    bodies.map(async (body) => {
      const asked = integrationCallMessageSchema.parse(JSON.parse(body));
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
  says: text === '' ? [] : [{ text }],
  next: { goesTo: 'automation' },
  ...fields,
});
const take = async (...events: Answer[]): Promise<void> => {
  expect(failedIndexes(await inbound(sqsEvent(events.map((event) => JSON.stringify(event)))))).toEqual([]);
};
const heardBy = async (customer: FlowCustomer) => (await customer.heard()).map(({ body }) => body);
const settingsOf = (change: object, customer: FlowCustomer) =>
  customer
    .ticket()
    .then(({ id }) => call(tickets, { to: `PUT /tickets/${id}`, token: company.admin.token, body: change }));

describe('a message on a ticket of an integration', () => {
  it('R22, R26: becomes one call, whose answer the customer gets once, however often all is delivered', async () => {
    const customer = await ledBy('n8n');
    const hello = customer.event('Onde está meu pedido?');
    const twice = sqsEvent([JSON.stringify(hello), JSON.stringify(hello)]);
    expect(failedIndexes(await inbound(twice))).toEqual([]);
    const due = await dueAnswer(company.table, customer.where, customer.number);
    await Promise.all([giveAnswer(due), giveAnswer(due)]);
    await giveAnswer(due);
    expect(await askedBy(customer)).toEqual([['Onde está meu pedido?']]);
    expect((await customer.ticket()).automation).toMatchObject({ kind: 'integration', awaits: { parts: 0 } });
    const answer = await answerTo(customer, 'Saiu para entrega.');
    await Promise.all([take(answer, answer), take(answer)]);
    await take(answer);
    expect(await heardBy(customer)).toEqual(['Saiu para entrega.']);
    expect((await customer.ticket()).automation).toMatchObject({ kind: 'integration', awaits: null });
    await customer.asks('Obrigada');
    await take(answer);
    expect(await askedBy(customer)).toEqual([['Onde está meu pedido?'], ['Obrigada']]);
    expect(await heardBy(customer)).toHaveLength(1);
  });

  it('waits while an answer is awaited, and is asked about next', async () => {
    const customer = await ledBy('n8n');
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

  it('is answered in parts, in their order, with a file of its own and the session of the bot', async () => {
    const customer = await ledBy('typebot');
    await customer.asks('Oi');
    const key = pendingKey(company.id, systemIds.uuid());
    await putObject(key, PNG, 'image/png', 'foto.png');
    const session = { id: 's7', startedAt: new Date(clock.nowMs).toISOString(), state: 'i1' };
    const file = { key, mimeType: 'image/png', fileName: 'foto.png', size: PNG.byteLength };
    const first = await answerTo(customer, 'Um', { next: { goesTo: 'more' } });
    const last = await answerTo(customer, '', { part: 1, says: [{ text: 'Veja', file }], session });
    await take(last, first, first);
    expect(await heardBy(customer)).toEqual(['Um']);
    await take(last, last);
    const [, picture, ...more] = await customer.heard();
    expect(more).toEqual([]);
    expect(picture).toMatchObject({ body: 'Veja', mediaType: 'image', media: { state: 'stored' } });
    expect(picture?.media?.key).not.toBe(key);
    expect(await headObject(picture?.media?.key ?? '')).toMatchObject({ size: file.size });
    expect((await customer.ticket()).automation).toMatchObject({ awaits: null, session });
    const shown = await call(tickets, {
      to: `GET /tickets/u/${(await customer.ticket()).uuid}`,
      token: company.admin.token,
    });
    expect(shown.body).toMatchObject({ useIntegration: true, isBot: true, typebotStatus: true });
  });

  it('ends the conversation with the word of Typebot', async () => {
    const customer = await ledBy('typebot', { typebotKeywordFinish: 'encerrar' });
    await customer.asks('Oi');
    const late = await answerTo(customer, 'Tarde');
    await customer.asks('Encerrar');
    await take(late);
    expect((await customer.ticket()).status).toBe('closed');
    expect(await heardBy(customer)).toEqual([]);
  });
});

describe('a late answer', () => {
  it.each([
    ['an attendant accepts the ticket', { status: 'open' }],
    ['an attendant transfers it', { isTransfered: true }],
    ['an attendant closes it', { status: 'closed' }],
    ['the integration is switched off', { useIntegration: false }],
  ] as const)('changes nothing after %s', async (_how, change) => {
    const queueId = await company.addQueue();
    const customer = await ledBy('n8n');
    await customer.asks('Oi');
    const answer = await answerTo(customer, 'Tarde');
    const place =
      'useIntegration' in change
        ? {}
        : { queueId, userId: 'isTransfered' in change ? null : company.admin.id };
    expect((await settingsOf({ ...place, ...change }, customer)).status).toBe(200);
    const before = await customer.ticket();
    expect(before.automation.kind).not.toBe('integration');
    await take(answer);
    expect(await customer.ticket()).toEqual(before);
    expect(await heardBy(customer)).toEqual([]);
  });

  it('comes to nothing once the ticket has waited too long: people have it', async () => {
    const customer = await ledBy('n8n');
    await customer.asks('Oi');
    const answer = await answerTo(customer, 'Tarde');
    const { id } = await customer.ticket();
    const timer = await company.table.get(
      Timer,
      { kind: 'ticket-watch', subject: String(id) },
      { consistent: true },
    );
    if (timer === undefined) throw new Error('no timer');
    expect(Date.parse(timer.dueAt)).toBeLessThanOrEqual(clock.nowMs + INTEGRATION_ANSWER_DUE_AFTER_MS);
    clock.nowMs += INTEGRATION_ANSWER_DUE_AFTER_MS + 1000;
    const fired = { companyId: company.id, kind: timer.kind, subject: timer.subject, token: timer.token };
    expect(await Promise.all([fireTimers(fired), fireTimers(fired)])).toEqual([[], []]);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    await take(answer);
    expect(await heardBy(customer)).toEqual([]);
    await customer.asks('Alguém?');
    expect(await callsOf(customer)).toHaveLength(1);
  });
});

describe('integrations begin', () => {
  it('where the customer enters a queue, and where an option of it leads', async () => {
    const integrationId = await addIntegration(company, 'typebot');
    const leaf = { id: 'a', name: 'Robô', greetingMessage: 'Um momento', queueType: 'integration' } as const;
    const queueIds = [
      await company.addQueue({ integrationId, greetingMessage: 'Bem-vindo' }),
      await company.addQueue({
        greetingMessage: 'Escolha',
        chatbots: [
          { ...leaf, optIntegrationId: integrationId },
          { ...leaf, id: 'b', name: 'Pessoa', queueType: 'text' },
        ],
      }),
    ];
    const inQueue = await customerOf({ queueIds, greetingMessage: 'Olá' });
    await inQueue.asks('oi');
    expect(await inQueue.asks('1')).toEqual(['Bem-vindo']);
    expect(await askedBy(inQueue)).toEqual([[]]);
    expect(await inQueue.ticket()).toMatchObject({ queueId: queueIds[0], integrationId });

    const byOption = await customerOf({ queueIds, greetingMessage: 'Olá' });
    await byOption.asks('oi');
    await byOption.asks('2');
    expect(await byOption.asks('1')).toEqual(['Um momento']);
    expect(await askedBy(byOption)).toEqual([[]]);
    expect(await byOption.ticket()).toMatchObject({ queueId: queueIds[1], integrationId, status: 'pending' });
  });

  it('with a flow of the company, for one of type flowbuilder', async () => {
    const flowId = await publishFlow(company, chainOf([offers('Escolha', 'A', 'B')]));
    const customer = await ledBy('flowbuilder', { flowId });
    expect(await customer.asks('Oi')).toEqual([expect.stringContaining('Escolha')]);
    expect(await customer.ticket()).toMatchObject({ automation: { kind: 'flow', flowId } });
    expect(await callsOf(customer)).toEqual([]);
  });

  it('S-25: only while the plan has them; a ticket goes on as without them', async () => {
    const poor = await makeCompany();
    const integrationId = await addIntegration(poor, 'n8n');
    const queueIds = [await poor.addQueue(), await poor.addQueue()];
    const customer = await customerOf({ queueIds, greetingMessage: 'Olá', integrationId }, poor);
    await customer.writes('Oi');
    const { plan } = await requireDirectory(poor.id);
    await commit([globalTable.put(Plan, { ...plan, flags: planFlags(['useIntegrations']) }, plan.version)]);
    forgetDirectory(poor.id);
    await customer.answer();
    expect(await callsOf(customer, poor)).toEqual([]);
    expect(await heardBy(customer)).toEqual([expect.stringContaining('Olá')]);
  });

  it('not after they were removed: the next message gets the menu', async () => {
    const integrationId = await addIntegration(company, 'n8n');
    const queueIds = [await company.addQueue(), await company.addQueue()];
    const customer = await customerOf({ queueIds, greetingMessage: 'Olá', integrationId });
    await customer.asks('Oi');
    await take(await answerTo(customer, 'Pois não?'));
    const row = await loadIntegration(company.table, integrationId);
    await commit(integrationItems(company.table, row, undefined, clock.nowMs));
    forgetDirectory(company.id);
    expect(await customer.asks('Quero comprar')).toEqual([expect.stringContaining('Olá')]);
    expect(await callsOf(customer)).toHaveLength(1);
  });
});

it('a try-out of a connection or a queue names its integration, and does not ask it', async () => {
  const integrationId = await addIntegration(company, 'n8n', { name: 'Robô da loja' });
  const queueId = await company.addQueue({ integrationId });
  const play = async (place: { connectionId: number } | { queueId: number }) => {
    const played = await call(connections, {
      to: `POST ${tryOutRoutes.tryOut.path}`,
      token: company.admin.token,
      body: {
        ...place,
        startsAt: '2026-11-20T13:00:00.000Z',
        script: [
          { does: 'says', text: 'Oi' },
          { does: 'waits', minutes: 10 },
          { does: 'says', text: 'Alô?' },
        ],
      },
    });
    return tryOutRoutes.tryOut.response.parse(played.body);
  };
  for (const place of [{ connectionId: await company.addConnection({ integrationId }) }, { queueId }]) {
    const { lines, ticket } = await play(place);
    expect(lines.flatMap(({ fromMe, text }) => (fromMe ? [] : [text]))).toEqual(['Oi', 'Alô?']);
    expect(ticket).toMatchObject({ isBot: true, integration: { id: integrationId, name: 'Robô da loja' } });
  }
});
