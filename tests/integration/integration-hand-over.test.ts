import { callGroup } from '@prosa/functions/domain/engine/leader-call.ts';
import { systemClock } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { Outbox } from '@prosa/functions/platform/table/entities/work.ts';
import { keys } from '@prosa/functions/platform/table/keys.ts';
import { sendJson } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { failedIndexes, sqsEvent } from '../factories/inbound-events.ts';
import { inbound, integrationCallsBy } from '../support/handlers.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import { FlowCustomer } from './support/flow-customer.ts';
import { addIntegration, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
useBucket();
const { fake, ports } = useIntegrations(400);
const worker = integrationCallsBy(ports);
const clock = { nowMs: Date.now() };

const HANDED_OVER = 'Vou chamar uma pessoa para atender você.';
const AGAIN = 'Pode repetir?';
const FALLBACK = { fulfillmentText: AGAIN, intent: { isFallback: true } };

let company: TestCompany;
beforeAll(async () => {
  company = await makeCompany();
});
beforeEach(() => {
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  edge().takeAll('inbound');
});

const agent = () => ({ keyFile: plant(fake.dialogflow.keyFile), projectName: fake.dialogflow.project });
/** A customer on a connection whose tickets an integration leads. */
const ledBy = async (
  type: 'dialogflow' | 'typebot',
  fields: Parameters<typeof addIntegration>[2],
  of = company,
): Promise<FlowCustomer> => {
  const connectionId = await of.addConnection({ integrationId: await addIntegration(of, type, fields) });
  forgetDirectory(of.id);
  return new FlowCustomer(of, { companyId: of.id, connectionId }, clock);
};
const callsOf = async (customer: FlowCustomer, { table, id: companyId } = company): Promise<string[]> => {
  const { id, integrationId } = await customer.ticket();
  const groupId = callGroup(companyId, integrationId ?? 0, id);
  const { pk } = keys.outbox({ queue: 'integration-calls', groupId, id: '' });
  const { rows } = await table.query(Outbox, { pk, limit: 50, consistent: true });
  return rows.map(({ body }) => body);
};
const take = async (events: readonly unknown[]): Promise<void> => {
  const bodies = events.map((event) => JSON.stringify(event));
  expect(failedIndexes(await inbound(sqsEvent(bodies)))).toEqual([]);
};
/** Lets a customer write, and the bot answer; returns what the customer got. */
const asks = async (customer: FlowCustomer, text: string, of = company): Promise<string[]> => {
  await customer.writes(text);
  const before = (await customer.heard()).length;
  const known = await callsOf(customer, of);
  await customer.answer();
  const call = (await callsOf(customer, of)).find((body) => !known.includes(body));
  if (call === undefined) throw new Error('the bot is not asked');
  expect((await worker(sqsEvent([call]))).batchItemFailures).toEqual([]);
  await take(edge().takeAll('inbound'));
  return (await customer.heard()).slice(before).map(({ body }) => body);
};
const kindOf = async (customer: FlowCustomer) => (await customer.ticket()).automation.kind;

describe('Dialogflow that does not understand a customer', () => {
  it('three times in a row: people get the ticket, and nothing more is asked', async () => {
    fake.dialogflow.intents.set('xyz', FALLBACK);
    const customer = await ledBy('dialogflow', agent());
    expect(await asks(customer, 'xyz')).toEqual([AGAIN]);
    expect(await asks(customer, 'xyz')).toEqual([AGAIN]);
    expect(await asks(customer, 'xyz')).toEqual([HANDED_OVER]);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    const asked = await callsOf(customer);
    await customer.asks('Alô?');
    expect(await callsOf(customer)).toEqual(asked);
  });

  it('counts anew after an answer that it understands', async () => {
    fake.dialogflow.intents.set('xyz', FALLBACK);
    fake.dialogflow.intents.set('oi', { fulfillmentText: 'Olá!', intent: { displayName: 'saudacao' } });
    const customer = await ledBy('dialogflow', agent());
    for (const text of ['xyz', 'xyz', 'oi', 'xyz', 'xyz'])
      expect(await asks(customer, text)).toEqual([text === 'oi' ? 'Olá!' : AGAIN]);
    expect(await kindOf(customer)).toBe('integration');
  });

  it('R22, R26: counts each message once, however often calls and answers are delivered', async () => {
    fake.dialogflow.intents.set('xyz', FALLBACK);
    const customer = await ledBy('dialogflow', agent());
    await customer.asks('xyz');
    const [call = ''] = await callsOf(customer);
    edge().services.setAvailable('sqs', false);
    for (let nth = 0; nth < 3; nth++)
      expect((await worker(sqsEvent([call]))).batchItemFailures).toHaveLength(1);
    edge().services.setAvailable('sqs', true);
    await worker(sqsEvent([call]));
    const events = edge().takeAll('inbound');
    await Promise.all([take([...events, ...events]), take(events)]);
    await worker(sqsEvent([call]));
    await take(edge().takeAll('inbound'));
    expect((await customer.heard()).map(({ body }) => body)).toEqual([AGAIN]);
    expect(await asks(customer, 'xyz')).toEqual([AGAIN]);
    expect(await kindOf(customer)).toBe('integration');
    expect(await asks(customer, 'xyz')).toEqual([HANDED_OVER]);
  });

  it('gives the ticket to people of its queue', async () => {
    fake.dialogflow.intents.set('xyz', FALLBACK);
    const integrationId = await addIntegration(company, 'dialogflow', agent());
    const queueId = await company.addQueue({ integrationId });
    const connectionId = await company.addConnection({ queueIds: [queueId] });
    forgetDirectory(company.id);
    const customer = new FlowCustomer(company, { companyId: company.id, connectionId }, clock);
    for (let nth = 0; nth < 2; nth++) await asks(customer, 'xyz');
    expect(await asks(customer, 'xyz')).toContain(HANDED_OVER);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', queueId, userId: null });
    expect(await kindOf(customer)).not.toBe('integration');
  });

  it('an answer with the mark in another type, or without an intent, is no such case', async () => {
    const customer = await ledBy('dialogflow', agent());
    const intents: unknown[] = [{ isFallback: 'true' }, { isFallback: {} }, {}, undefined, { isFallback: 1 }];
    for (const intent of intents) {
      fake.faults.set('dialogflow.googleapis.com', (response) =>
        sendJson(response, 200, { queryResult: { fulfillmentText: 'Olá', intent } }),
      );
      expect(await asks(customer, 'oi')).toEqual(['Olá']);
    }
    expect(await kindOf(customer)).toBe('integration');
  });

  it('is counted for each company and each customer by itself', async () => {
    fake.dialogflow.intents.set('xyz', FALLBACK);
    const companies = [await makeCompany(), await makeCompany()];
    const customers = await Promise.all(
      companies.map(async (of) => ({ of, customer: await ledBy('dialogflow', agent(), of) })),
    );
    const ids = await Promise.all(
      customers.map(async ({ of, customer }) => {
        await asks(customer, 'xyz', of);
        return (await customer.ticket()).id;
      }),
    );
    expect(new Set(ids).size).toBe(1);
    for (const { of, customer } of customers) expect(await asks(customer, 'xyz', of)).toEqual([AGAIN]);
    const [first] = customers;
    if (first === undefined) throw new Error('no customer');
    expect(await asks(first.customer, 'xyz', first.of)).toEqual([HANDED_OVER]);
    expect(await kindOf(first.customer)).toBe('none');
    expect(await customers[1]?.customer.ticket()).toMatchObject({ automation: { kind: 'integration' } });
  });
});

describe('Typebot that asks the same again', () => {
  const bot = { urlN8N: 'https://bot.example', typebotSlug: 'loja', typebotExpires: 0 };
  const RETRY = 'Escreva o e-mail, com @.';

  it('three times in a row: people get the ticket', async () => {
    fake.typebot.bots.set('loja', [{ input: 'email input', retry: RETRY }, { say: 'Anotado' }]);
    const customer = await ledBy('typebot', bot);
    expect(await asks(customer, 'maria')).toEqual([RETRY]);
    expect(await asks(customer, 'maria')).toEqual([RETRY]);
    expect(await asks(customer, 'maria')).toEqual([RETRY]);
    expect(await asks(customer, 'maria')).toEqual([HANDED_OVER]);
    expect(await customer.ticket()).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
  });

  it('counts anew after an answer that fits', async () => {
    fake.typebot.bots.set('loja', [
      { say: 'Oi' },
      { choices: ['Boleto', 'Pedido'] },
      { input: 'email input', retry: RETRY },
      { say: 'Anotado' },
    ]);
    const customer = await ledBy('typebot', { ...bot, typebotUnknownMessage: 'Não entendi.' });
    await asks(customer, 'oi');
    for (let nth = 0; nth < 2; nth++) expect((await asks(customer, '9'))[0]).toBe('Não entendi.');
    expect(await asks(customer, '1')).toEqual([]);
    for (let nth = 0; nth < 2; nth++) expect(await asks(customer, 'maria')).toEqual([RETRY]);
    expect(await asks(customer, 'maria@loja.example')).toEqual(['Anotado']);
    expect(await kindOf(customer)).toBe('integration');
  });
});
