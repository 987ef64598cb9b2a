import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { takenIn } from '@prosa/functions/domain/turns/message-turns.ts';
import { handler as assistants } from '@prosa/functions/http/assistants/handler.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Message } from '@prosa/functions/platform/table/entities/messages.ts';
import { Ticket } from '@prosa/functions/platform/table/entities/tickets.ts';
import { loadUsages } from '@prosa/functions/repositories/assistants/assistant-usage.ts';
import { assistantReplayRoutes } from '@prosa/shared/contracts/assistant-replays.ts';
import { assistantViewSchema } from '@prosa/shared/contracts/assistants.ts';
import type { Message as MessageFields } from '@prosa/shared/entities/message.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { INSTRUCTIONS, plantAssistant } from '../factories/assistants.ts';
import { makeCompany, type TestCompany, type TestUser } from '../factories/company.ts';
import { makeContact, makeTicket, reload } from '../factories/tickets.ts';
import { dayIn } from '../support/day-in.ts';
import { call } from './support/call.ts';
import { codeOf } from './support/desk.ts';
import { serverPort } from './support/server-port.ts';
import { useTable } from './support/table.ts';
import { companyRows } from './support/table-scan.ts';

const engine = useTable();
const NUMBER = '5511987654321';

let server: Server;
let baseUrl: string;
const got: string[] = [];
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push(Buffer.concat(chunks).toString());
      const message = { role: 'assistant', content: 'Sim, até as 14h.' };
      const usage = { prompt_tokens: 30, completion_tokens: 10, total_tokens: 40 };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ index: 0, finish_reason: 'stop', message }], usage }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${serverPort(server)}/v1`;
});
afterAll(() => {
  server.close();
});

let company: TestCompany;
let queueId: number;
beforeEach(async () => {
  vi.stubEnv('INTEGRATIONS_ON_LOOPBACK', 'yes');
  got.length = 0;
  company = await makeCompany();
  queueId = await company.addQueue();
});

/** Stores a closed ticket with messages, in their order. */
const closedTicket = async (messages: readonly Partial<MessageFields>[], number = NUMBER) => {
  const { table } = company;
  const contact = await makeContact(table, { number });
  const connectionId = await company.addConnection();
  const ticket = await makeTicket(table, { contact, connectionId }, { status: 'open', queueId });
  const startMs = Date.now() - messages.length * 60_000;
  await commit(
    messages.map((fields, nth) => {
      const moment = { ids: systemIds, nowMs: Date.now() };
      const row = takenIn(
        ticket,
        { fromMe: false, sendState: 'received', ...fields },
        startMs + nth * 60_000,
        moment,
      );
      return table.put(Message, { ...row, ...fields }, 'any');
    }),
  );
  const now = await reload(table, ticket.id);
  await commit([table.put(Ticket, { ...now, status: 'closed', latestClosed: true }, now.version)]);
  return ticket;
};
const customer = (body: string) => ({ body });
const attendant = (body: string) => ({
  body,
  fromMe: true,
  sendState: 'sent' as const,
  userId: company.admin.id,
});

const send = (to: string, body?: object, user: TestUser = company.admin) =>
  call(assistants, { to, token: user.token, body });
const exchanges = async () => {
  const { body } = await send('GET /prompt/exchanges');
  return assistantReplayRoutes.exchanges.response.parse(body).exchanges;
};
const draft = (fields: object = {}) => ({
  name: 'Atendente',
  prompt: INSTRUCTIONS,
  apiKey: 'chave-0123456789',
  baseUrl,
  queueId,
  ...fields,
});

describe('the replay of past conversations', () => {
  it('S-58: shows what people answered in closed tickets, without numbers', async () => {
    const ticket = await closedTicket([
      customer('oi'),
      attendant('*Ana:*\nBom dia!'),
      customer(`vocês entregam no domingo? meu número é ${NUMBER}`),
      attendant('*Ana:*\nEntregamos até as 14h.'),
    ]);
    await closedTicket([customer('ninguém respondeu a isto')], '5511900000001');
    const open = await makeTicket(company.table, { connectionId: await company.addConnection() });
    const found = await exchanges();
    expect(found).toMatchObject([
      {
        ticketId: ticket.id,
        ticketUuid: ticket.uuid,
        lines: [
          { by: 'customer', text: 'oi' },
          { by: 'company', text: 'Bom dia!' },
          { by: 'customer', text: expect.stringContaining('vocês entregam no domingo?') },
        ],
        answer: 'Entregamos até as 14h.',
        answeredBy: expect.stringMatching(/\S/),
      },
    ]);
    expect(found.map(({ ticketId }) => ticketId)).not.toContain(open.id);
    expect(JSON.stringify(found)).not.toContain(NUMBER);
  });

  it('S-58: asks the draft about the conversation up to the question, without numbers; nobody is answered', async () => {
    const ticket = await closedTicket([
      customer(`sou ${NUMBER}, vocês entregam no domingo?`),
      attendant('Entregamos até as 14h.'),
    ]);
    const [exchange] = await exchanges();
    const id = await plantAssistant(company, { baseUrl, queueId });
    const rows = () => companyRows(engine().endpoint, company.id);
    const messagesOf = async () =>
      (await rows()).filter((row) => JSON.stringify(row).includes('"S":"message"'));
    const before = await messagesOf();
    expect(before).toHaveLength(2);
    const answer = await send(
      'POST /prompt/replay',
      draft({ id, apiKey: '', ticketId: ticket.id, messageId: exchange?.messageId }),
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { ok: true, failure: '', answer: 'Sim, até as 14h.', queue: null, tokens: 40 },
    });
    expect(got).toHaveLength(1);
    expect(got[0]).toContain('vocês entregam no domingo?');
    expect(got[0]).not.toContain('Entregamos até as 14h.');
    expect(got[0]).not.toContain(NUMBER);
    expect(await messagesOf()).toEqual(before);
    expect((await reload(company.table, ticket.id)).status).toBe('closed');
    const month = dayIn('America/Sao_Paulo', Date.now()).slice(0, 7);
    expect((await loadUsages(company.table, month)).get(id)).toMatchObject({ tokens: 40, answers: 1 });
  });

  it('S-69: a stored assistant’s month holds for tests and the replay, also for all at once', async () => {
    const ticket = await closedTicket([customer('vocês entregam no domingo?'), attendant('Sim.')]);
    const [exchange] = await exchanges();
    const stored = async (monthlyTokens: number) => {
      const body = draft({ monthlyTokens });
      const made = await send('POST /prompt', body);
      const { id } = assistantViewSchema.parse(made.body);
      // The values of the form do not count: the limit is that of the stored assistant.
      return { id, body: { ...body, id, monthlyTokens: 0 } };
    };
    const ways = (body: object) => [
      send('POST /prompt/test', { ...body, question: 'vocês entregam?' }),
      send('POST /prompt/replay', { ...body, ticketId: ticket.id, messageId: exchange?.messageId }),
    ];
    const little = await stored(100);
    for (const answer of await Promise.all(ways(little.body)))
      expect(answer).toMatchObject({ status: 200, body: { ok: false, failure: 'budget', tokens: 0 } });
    expect(got).toEqual([]);
    // Enough for one question, and for one more once the first is settled.
    const enough = await stored(2_000);
    await Promise.all([1, 2, 3, 4, 5].flatMap(() => ways(enough.body)));
    expect(got.length).toBeGreaterThan(0);
    const month = dayIn('America/Sao_Paulo', Date.now()).slice(0, 7);
    const used = (await loadUsages(company.table, month)).get(enough.id);
    expect(used?.tokens).toBeLessThanOrEqual(2_000);
    expect(used).toMatchObject({ tokens: got.length * 40, answers: got.length });
  });

  it('S-17, S-18: another company and another ticket’s message are not found; attendants and plans without are refused', async () => {
    const ticket = await closedTicket([customer('vocês entregam no domingo?'), attendant('Sim.')]);
    const [exchange] = await exchanges();
    const other = await makeCompany();
    const asked = draft({ ticketId: ticket.id, messageId: exchange?.messageId });
    const foreign = { ...asked, queueId: await other.addQueue() };
    expect(codeOf(await send('POST /prompt/replay', foreign, other.admin))).toEqual([
      404,
      'ERR_NO_TICKET_FOUND',
    ]);
    expect((await send('GET /prompt/exchanges', undefined, other.admin)).body).toEqual({ exchanges: [] });
    const second = await closedTicket([customer('outra conversa'), attendant('Olá.')], '5511900000002');
    const mixed = { ...asked, ticketId: second.id };
    expect(codeOf(await send('POST /prompt/replay', mixed))).toEqual([404, 'ERR_NO_TICKET_FOUND']);
    const user = await company.addUser({ profile: 'user' });
    expect(codeOf(await send('GET /prompt/exchanges', undefined, user))).toEqual([403, 'ERR_NO_PERMISSION']);
    const poor = await makeCompany({ plan: { without: ['useOpenAi'] } });
    expect(codeOf(await send('GET /prompt/exchanges', undefined, poor.admin))).toEqual([
      403,
      'ERR_PLAN_FEATURE',
    ]);
    expect(got).toEqual([]);
  });
});
