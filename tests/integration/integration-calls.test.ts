import { createHmac } from 'node:crypto';
import { sendAnswer } from '@prosa/functions/integrations/send-answer.ts';
import { getObject } from '@prosa/functions/platform/blob/blob.ts';
import { systemClock, toInstant } from '@prosa/functions/platform/clock.ts';
import { forgetDirectory } from '@prosa/functions/platform/directory.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Company } from '@prosa/functions/platform/table/entities/companies.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { listCalls } from '@prosa/functions/repositories/integrations/integration-calls.ts';
import { loadHealth } from '@prosa/functions/repositories/integrations/integration-health.ts';
import { loadMessage } from '@prosa/functions/repositories/tickets/messages.ts';
import { sendJson } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import {
  closesMidway,
  drips,
  hangs,
  liesAboutLength,
  withBody,
  withJson,
  withMegabytes,
  withStatus,
} from '@prosa/infra/local/fake-integrations/misbehaviour.ts';
import { type InboundEventOf, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import type { IntegrationCallMessage } from '@prosa/shared/messaging/integration-call.ts';
import { integrationBodySchema } from '@prosa/shared/webhooks/integration-body.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCompany, type TestCompany } from '../factories/company.ts';
import { PNG } from '../factories/files.ts';
import { sqsEvent } from '../factories/inbound-events.ts';
import { reload } from '../factories/tickets.ts';
import { inbound, integrationCallsBy } from '../support/handlers.ts';
import { plant } from '../support/plant.ts';
import { useBucket } from './support/bucket.ts';
import { useEdge } from './support/edge.ts';
import { addIntegration, awaitAnswer, PRIVATE_HOST, useIntegrations } from './support/integration-desk.ts';
import { useTable } from './support/table.ts';

useTable();
const edge = useEdge();
useBucket();
const { fake, ports, pauses } = useIntegrations(400);
const worker = integrationCallsBy(ports);
const clock = { nowMs: 0 };

const FLOW = 'https://n8n.example/webhook/loja';
const SECRET = plant(`whsec_${Buffer.from('the signing secret of a test').toString('base64')}`);

let company: TestCompany;
let connectionId = 0;
beforeAll(async () => {
  company = await makeCompany();
  connectionId = await company.addConnection();
});
beforeEach(() => {
  clock.nowMs = Date.now();
  vi.spyOn(systemClock, 'now').mockImplementation(() => clock.nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  edge().takeAll('inbound');
});

/** Runs the worker, and returns what it told the inbound queue. */
const work = async (...calls: IntegrationCallMessage[]): Promise<InboundEventOf<'answer'>[]> => {
  for (const call of calls) {
    const { batchItemFailures } = await worker(sqsEvent([JSON.stringify(call)]));
    expect(batchItemFailures).toEqual([]);
  }
  return edge()
    .takeAll('inbound')
    .map((body) => inboundEventSchema.parse(body))
    .filter((event) => event.type === 'answer');
};
const textsOf = (events: readonly InboundEventOf<'answer'>[]) =>
  events.flatMap(({ says }) => says.map(({ text, file }) => file?.fileName ?? text));
/** Asks a new integration about texts of a new customer. */
const ask = async (
  type: 'n8n' | 'webhook' | 'typebot' | 'dialogflow',
  texts: readonly string[],
  fields: Parameters<typeof addIntegration>[2] = {},
) => {
  const integrationId = await addIntegration(company, type, { urlN8N: FLOW, ...fields });
  const { ticket, call } = await awaitAnswer(company, { connectionId, integrationId }, texts);
  return { integrationId, ticket, call, answers: await work(call) };
};
const callsOf = async (integrationId: number) =>
  (await listCalls(company.table, integrationId, { limit: 50, since: toInstant(0) })).rows;
const TO_PEOPLE = { part: 0, says: [], session: null, next: { goesTo: 'people' } };

describe('values that nobody foresaw', () => {
  it('S-49: a Typebot input with an id of 10,000 characters gives the ticket to people, and the bot is asked once', async () => {
    const input = { id: 'x'.repeat(10_000), type: 'text input' };
    fake.faults.set('bot.example', withJson({ sessionId: 's1', messages: [], input }));
    const bot = { urlN8N: 'https://bot.example', typebotSlug: 'loja' };
    const { answers, integrationId } = await ask('typebot', ['oi'], bot);
    expect(answers).toEqual([expect.objectContaining({ says: [], next: { goesTo: 'people' } })]);
    expect(await callsOf(integrationId)).toMatchObject([{ failure: 'not-understood' }]);
    expect(fake.received).toHaveLength(1);
  });

  it('S-49: an answer that fits no event gives the ticket to people', async () => {
    const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
    const { ticket } = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
    const session = { id: 's1', startedAt: new Date(0).toISOString(), state: 'x'.repeat(4_001) };
    const answer = { token: 'odd', part: 0, says: [], session, next: { goesTo: 'automation' as const } };
    await sendAnswer({ ...ticket, connectionId }, company.id, answer, clock.nowMs);
    const [event] = await work();
    expect(event).toMatchObject({ token: 'odd', says: [], session: null, next: { goesTo: 'people' } });
  });

  it('I18: twenty long messages of a customer are asked about once, although the log cannot hold the whole request', async () => {
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá!' }));
    const long = Array.from({ length: 20 }, () => '消'.repeat(60_000));
    const { answers, integrationId } = await ask('n8n', long);
    expect(textsOf(answers)).toEqual(['Olá!']);
    expect((await callsOf(integrationId)).map(({ request }) => request.length)).toEqual([100_000]);
  });
});

describe('n8n', () => {
  it('S-47: gets the messages, signed, and its reply goes to the ticket', async () => {
    fake.receivers.set('/webhook/loja', withJson({ reply: ['Olá!', 'Qual o pedido?'] }));
    const { ticket, call, answers, integrationId } = await ask('n8n', ['oi', 'quero'], { secret: SECRET });
    expect(answers).toEqual([
      expect.objectContaining({
        ticketId: ticket.id,
        token: call.token,
        part: 0,
        says: [{ text: 'Olá!' }, { text: 'Qual o pedido?' }],
        next: { goesTo: 'automation' },
      }),
    ]);
    expect(answers[0]).not.toHaveProperty('session');
    const [request] = fake.received;
    const { headers, text = '' } = request ?? {};
    const signed = `${call.token}.${String(headers?.['webhook-timestamp'])}.${text}`;
    const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
    expect(headers).toMatchObject({
      host: expect.stringMatching(/^n8n\.example/),
      'webhook-id': call.token,
      'webhook-signature': `v1,${createHmac('sha256', key).update(signed).digest('base64')}`,
    });
    expect(integrationBodySchema.parse(JSON.parse(text))).toMatchObject({
      id: call.token,
      companyId: company.id,
      data: {
        ticket: { id: ticket.id },
        contact: { number: ticket.contact.number },
        messages: [{ text: 'oi' }, { text: 'quero' }],
      },
    });
    expect(await callsOf(integrationId)).toMatchObject([
      { ticketId: ticket.id, status: 200, failure: '', request: text },
    ]);
  });

  it('without a secret nothing is signed', async () => {
    fake.receivers.set('/webhook/loja', withStatus(200));
    const { answers } = await ask('n8n', ['oi']);
    expect(fake.received[0]?.headers).not.toHaveProperty('webhook-signature');
    expect(answers).toMatchObject([{ says: [], next: { goesTo: 'automation' } }]);
  });

  it.each([
    ['an acknowledgement', withJson({ message: 'Workflow was started' })],
    ['a page', withBody('<html>n8n</html>', 'text/html')],
    ['a picture', withBody(PNG, 'image/png')],
    ['nothing', withStatus(204)],
  ])('answers with %s: the customer gets nothing', async (_name, receiver) => {
    fake.receivers.set('/webhook/loja', receiver);
    const { answers } = await ask('n8n', ['oi']);
    expect(answers).toMatchObject([{ says: [], next: { goesTo: 'automation' } }]);
  });

  it('a workflow that is off gives the ticket to people, and the log says why', async () => {
    const { answers, integrationId } = await ask('n8n', ['oi']);
    expect(answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(await callsOf(integrationId)).toMatchObject([
      { status: 404, failure: 'status', answer: expect.stringContaining('not registered') },
    ]);
  });
});

describe('R27: a service that misbehaves gives the ticket to people', () => {
  it.each([
    ['hangs', hangs, 'too-slow'],
    ['sends a letter at a time', drips, 'too-slow'],
    ['lies about its length', liesAboutLength, 'too-slow'],
    ['closes midway', closesMidway, 'unreachable'],
    ['answers with 50 MB', withMegabytes(50), 'too-large'],
    ['redirects to a private address', withStatus(302, { location: 'http://169.254.169.254/' }), 'redirect'],
    ['compresses its answer', withStatus(200, { 'content-encoding': 'gzip' }), 'no-file'],
    ['fails', withStatus(500), 'status'],
  ] as const)('S-47: %s', async (_name, fault, failure) => {
    fake.faults.set('n8n.example', fault);
    const { answers, integrationId } = await ask('n8n', ['oi']);
    expect(answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(fake.received).toHaveLength(1);
    expect(await callsOf(integrationId)).toMatchObject([{ failure }]);
  });

  it('S-46: a name that resolves to a private address is not called', async () => {
    const urlN8N = `https://${PRIVATE_HOST}/webhook/loja`;
    const { answers, integrationId } = await ask('n8n', ['oi'], { urlN8N });
    expect(answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(fake.received).toEqual([]);
    expect(await callsOf(integrationId)).toMatchObject([{ failure: 'refused', status: null }]);
  });

  it.each([429, 502, 503, 504])('%i is asked again, at most twice', async (status) => {
    const answers = [withStatus(status), withStatus(status), withJson({ reply: 'Voltei' })];
    fake.receivers.set('/webhook/loja', (response, one) => answers.shift()?.(response, one));
    const { answers: events } = await ask('n8n', ['oi'], { secret: SECRET });
    expect(textsOf(events)).toEqual(['Voltei']);
    expect(pauses).toEqual([1000, 3000]);
    expect(new Set(fake.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('a third failure is the last', async () => {
    fake.faults.set('n8n.example', withStatus(503));
    const { answers } = await ask('n8n', ['oi']);
    expect(answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(fake.received).toHaveLength(3);
  });

  it('after five failures no call is made for a minute; then one probe', async () => {
    fake.faults.set('n8n.example', withStatus(500));
    const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
    const next = async () => {
      const { call } = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
      return work(call);
    };
    for (let nth = 0; nth < 7; nth++) expect(await next()).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(fake.received).toHaveLength(5);
    expect((await loadHealth(company.table, integrationId))?.pausedUntil).toBe(
      toInstant(clock.nowMs + 60_000),
    );

    clock.nowMs += 60_000;
    await next();
    await next();
    expect(fake.received).toHaveLength(6);

    clock.nowMs += 60_000;
    fake.faults.clear();
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Voltei' }));
    expect(textsOf(await next())).toEqual(['Voltei']);
    expect(textsOf(await next())).toEqual(['Voltei']);
    expect(await loadHealth(company.table, integrationId)).toMatchObject({ failures: 0, pausedUntil: null });
  });

  it('one company’s pause does not touch another integration', async () => {
    fake.faults.set('ill.example', withStatus(500));
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá' }));
    const ill = await addIntegration(company, 'n8n', { urlN8N: 'https://ill.example/' });
    for (let nth = 0; nth < 5; nth++)
      await work((await awaitAnswer(company, { connectionId, integrationId: ill }, ['oi'])).call);
    expect(textsOf((await ask('n8n', ['oi'])).answers)).toEqual(['Olá']);
  });
});

describe('R22: a call that comes twice', () => {
  it('asks again with the same id, and the ticket takes the answer once', async () => {
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá!' }));
    const { call, ticket, answers } = await ask('n8n', ['oi'], { secret: SECRET });
    const again = await work(call);
    expect(fake.received.map(({ headers }) => headers['webhook-id'])).toEqual([call.token, call.token]);
    // The queue refuses the second answer by its id; if it came, the ticket would.
    expect(again).toEqual([]);
    for (let nth = 0; nth < 2; nth++)
      expect((await inbound(sqsEvent([...answers]))).batchItemFailures).toEqual([]);
    const after = await reload(company.table, ticket.id);
    expect(after).toMatchObject({ lastMessage: 'Olá!', automation: { kind: 'integration', awaits: null } });
  });

  it('after its answer was taken, asks nothing', async () => {
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá!' }));
    const { call, answers } = await ask('n8n', ['oi']);
    await inbound(sqsEvent([...answers]));
    expect(await work(call)).toEqual([]);
    expect(fake.received).toHaveLength(1);
  });

  it('R26: after the process ended between the call and its answer, comes again and answers', async () => {
    fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá!' }));
    const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
    const { call } = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
    edge().services.setAvailable('sqs', false);
    expect((await worker(sqsEvent([JSON.stringify(call)]))).batchItemFailures).toHaveLength(1);
    edge().services.setAvailable('sqs', true);
    expect(textsOf(await work(call))).toEqual(['Olá!']);
    expect(fake.received).toHaveLength(2);
  });

  it('a minute and a half late, it asks nothing, because people have the ticket', async () => {
    const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
    const { call } = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
    clock.nowMs += 90_000;
    expect(await work(call)).toEqual([]);
    expect(fake.received).toEqual([]);
  });

  it('an attendant took the ticket, or it awaits another answer: nothing is asked', async () => {
    const { table } = company;
    const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
    const { call, ticket } = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
    expect(await work({ ...call, token: 'another' })).toEqual([]);
    await commit([table.put(Ticket, { ...ticket, automation: { kind: 'none' } }, ticket.version)]);
    expect(await work(call)).toEqual([]);
    expect(fake.received).toEqual([]);
  });
});

it('what the customer has taken back is not sent to a service', async () => {
  const { table } = company;
  fake.receivers.set('/webhook/loja', withJson({ reply: 'Olá!' }));
  const integrationId = await addIntegration(company, 'n8n', { urlN8N: FLOW });
  const { call } = await awaitAnswer(company, { connectionId, integrationId }, ['senha 123', 'oi']);
  const remove = async (id: string): Promise<void> => {
    const message = await loadMessage(table, id);
    if (message === undefined) throw new Error('the message is gone');
    await commit([table.put(Message, { ...message, isDeleted: true }, message.version)]);
  };
  await remove(call.messageIds[0] ?? '');
  expect(textsOf(await work(call))).toEqual(['Olá!']);
  expect(fake.received).toHaveLength(1);
  expect(fake.received[0]?.text).not.toContain('senha 123');

  const all = await awaitAnswer(company, { connectionId, integrationId }, ['oi']);
  await remove(all.call.messageIds[0] ?? '');
  expect(await work(all.call)).toMatchObject([{ says: [], next: { goesTo: 'automation' } }]);
  expect(fake.received).toHaveLength(1);
});

describe('what is not asked gives the ticket to people', () => {
  it('a removed integration', async () => {
    const { call } = await awaitAnswer(company, { connectionId, integrationId: 9_999 }, ['oi']);
    expect(await work(call)).toEqual([expect.objectContaining(TO_PEOPLE)]);
  });

  it('S-25: a plan without integrations, and an ended subscription', async () => {
    const poor = await makeCompany({ plan: { without: ['useIntegrations'] } });
    const ended = await makeCompany();
    const row = await ended.table.get(Company, {}, { consistent: true });
    if (row === undefined) throw new Error('no company');
    await commit([ended.table.put(Company, { ...row, dueDate: '2020-01-01' }, row.version)]);
    forgetDirectory(ended.id);
    for (const one of [poor, ended]) {
      const place = {
        connectionId: await one.addConnection(),
        integrationId: await addIntegration(one, 'n8n', { urlN8N: FLOW }),
      };
      const { call } = await awaitAnswer(one, place, ['oi']);
      expect(await work(call)).toEqual([expect.objectContaining(TO_PEOPLE)]);
    }
    expect(fake.received).toEqual([]);
  });
});

describe('Typebot', () => {
  const bot = { urlN8N: 'https://bot.example', typebotSlug: 'loja' };
  const HOLD = { kind: 'integration', awaits: null } as const;

  it('talks with a customer to the end, with numbers for choices, and files', async () => {
    fake.files.set('/a.png', { mimeType: 'image/png', bytes: PNG });
    fake.typebot.bots.set('loja', [
      { say: '**Oi!** Qual assunto?' },
      { choices: ['Boleto', 'Falar com gente'] },
      { say: 'Aqui está' },
      { image: 'https://files.example/a.png' },
      { image: 'https://files.example/dead.png' },
    ]);
    const first = await ask('typebot', ['oi'], bot);
    expect(textsOf(first.answers)).toEqual(['*Oi!* Qual assunto?', '[ 1 ] Boleto\n[ 2 ] Falar com gente']);
    await inbound(sqsEvent([...first.answers]));
    const waiting = await reload(company.table, first.ticket.id);
    expect(waiting.automation).toMatchObject({ ...HOLD, session: { id: expect.any(String) } });

    const { integrationId } = first;
    const session = waiting.automation.kind === 'integration' ? waiting.automation.session : null;
    const known = { ticket: waiting, session };
    const second = await awaitAnswer(company, { connectionId, integrationId }, ['1'], known);
    const answers = await work(second.call);
    expect(textsOf(answers)).toEqual(['Aqui está', 'a.png', 'https://files.example/dead.png']);
    expect(answers[0]?.session).toBeNull();
    const file = answers[0]?.says[1]?.file;
    expect(file).toMatchObject({ mimeType: 'image/png', size: PNG.byteLength });
    expect(Buffer.from((await getObject(file?.key ?? '')) ?? [])).toEqual(PNG);
  });

  it('sends parts with a pause before each; the last one ends the answer', async () => {
    fake.typebot.bots.set('loja', [{ say: 'um' }, { waitS: 3 }, { say: 'dois' }, { action: 'setVariable' }]);
    const { answers } = await ask('typebot', ['oi'], { ...bot, typebotDelayMessage: 500 });
    expect(answers.map(({ part, says, next }) => [part, says[0]?.text, next.goesTo])).toEqual([
      [0, 'um', 'more'],
      [1, 'dois', 'automation'],
    ]);
    expect(pauses).toEqual([500, 3500]);
    expect(answers[0]).not.toHaveProperty('session');
    expect(answers[1]?.session).toBeNull();
  });

  it('a session that has expired begins anew once; a reply that comes too late gives it to people', async () => {
    fake.typebot.bots.set('loja', [{ say: 'Oi' }, { input: 'text input' }]);
    const first = await ask('typebot', ['oi'], bot);
    fake.typebot.forget();
    const session = { id: 'gone', startedAt: toInstant(clock.nowMs), state: '' };
    const { integrationId } = first;
    const told = first.answers[0]?.session;
    const known = { session: { ...session, state: told?.state ?? '' } };
    const next = await awaitAnswer(company, { connectionId, integrationId }, ['1'], known);
    expect(textsOf(await work(next.call))).toEqual(['Oi']);
    fake.faults.set('bot.example', hangs);
    const last = await awaitAnswer(company, { connectionId, integrationId }, ['1']);
    expect(await work(last.call)).toEqual([expect.objectContaining(TO_PEOPLE)]);
  });

  it('S-46: a file at a private address becomes its link, and nothing is fetched', async () => {
    fake.typebot.bots.set('loja', [{ image: `https://${PRIVATE_HOST}/a.png` }]);
    const { answers } = await ask('typebot', ['oi'], bot);
    expect(textsOf(answers)).toEqual([`https://${PRIVATE_HOST}/a.png`]);
  });

  it('S-39: a page in the name of a picture is not sent as a file', async () => {
    fake.files.set('/a.png', { mimeType: 'image/png', bytes: Buffer.from('<html><script>1</script>') });
    fake.typebot.bots.set('loja', [{ image: 'https://files.example/a.png' }]);
    const { answers } = await ask('typebot', ['oi'], bot);
    expect(textsOf(answers)).toEqual(['https://files.example/a.png']);
  });
});

describe('Dialogflow', () => {
  const agent = () => ({
    keyFile: plant(fake.dialogflow.keyFile),
    projectName: fake.dialogflow.project,
  });

  it('answers with a token that is kept until it is refused', async () => {
    fake.dialogflow.intents.set('oi', { fulfillmentMessages: [{ text: { text: ['Olá! Como ajudo?'] } }] });
    const before = fake.dialogflow.tokens;
    const { answers, integrationId } = await ask('dialogflow', ['oi'], agent());
    expect(textsOf(answers)).toEqual(['Olá! Como ajudo?']);
    const again = () => awaitAnswer(company, { connectionId, integrationId }, ['oi']);
    await work((await again()).call);
    expect(fake.dialogflow.tokens).toBe(before + 1);
    fake.dialogflow.revoke();
    expect(textsOf(await work((await again()).call))).toEqual(['Olá! Como ajudo?']);
    expect(fake.dialogflow.tokens).toBe(before + 2);
    // A minute before its end it is renewed.
    clock.nowMs += 3_541_000;
    await work((await again()).call);
    expect(fake.dialogflow.tokens).toBe(before + 3);
    expect(new Set(fake.dialogflow.sessions).size).toBe(4);
    // S-56: the log has neither the key nor a token.
    expect(JSON.stringify(await callsOf(integrationId))).not.toMatch(/PRIVATE KEY|ya29/);
  });

  it('does not understand: the customer is told so in the company’s language', async () => {
    const { answers } = await ask('dialogflow', ['x'.repeat(300)], agent());
    expect(textsOf(answers)).toEqual(['Não entendi. Pode escrever de outra forma?']);
  });

  it.each([
    ['a key file that is none', { keyFile: '{}' }],
    ['a private key that is none', { keyFile: '{"client_email":"a@b","private_key":"x"}' }],
    ['no key file', {}],
  ])('%s: people answer', async (_name, fields) => {
    const { answers } = await ask('dialogflow', ['oi'], { projectName: 'loja-demo', ...fields });
    expect(answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(fake.received).toEqual([]);
  });

  it('another project, and too many questions: people answer', async () => {
    const other = await ask('dialogflow', ['oi'], { ...agent(), projectName: 'other' });
    expect(other.answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    fake.faults.set('dialogflow.googleapis.com', (response) =>
      sendJson(response, 429, { error: { status: 'RESOURCE_EXHAUSTED' } }),
    );
    const many = await ask('dialogflow', ['oi'], agent());
    expect(many.answers).toEqual([expect.objectContaining(TO_PEOPLE)]);
    expect(pauses).toEqual([1000, 3000]);
  });
});
