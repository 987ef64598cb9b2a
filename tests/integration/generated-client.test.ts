import { toInstant } from '@prosa/functions/platform/clock.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { ConnectionState } from '@prosa/functions/platform/table/entities/connections.ts';
import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import document from '@prosa/shared/openapi.json' with { type: 'json' };
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeCompany, TEST_PASSWORD, type TestCompany, type TestUser } from '../factories/company.ts';
import { PDF, PNG } from '../factories/files.ts';
import { textEvent } from '../factories/inbound-events.ts';
import { formOf } from './support/external-api.ts';
import { type Client, openApiClient } from './support/openapi-client.ts';

let stack: Stack;
let company: TestCompany;
let attendant: TestUser;
let connectionId: number;
let queueId: number;
let client: Client;

beforeAll(async () => {
  stack = await startStack({ seed: 'none', whatsapp: 'none' });
  company = await makeCompany();
  queueId = await company.addQueue();
  attendant = await company.addUser({ queueIds: [queueId], allowConnections: true });
  connectionId = await company.addConnection({ name: 'Loja', queueIds: [queueId] });
  const state = { companyId: company.id, connectionId, changedAt: toInstant(Date.now()) };
  await commit([company.table.put(ConnectionState, { ...state, status: 'CONNECTED' }, 'any')]);
  client = openApiClient(document, stack.url);
});
afterAll(() => stack?.stop());

const number = '5511955550001';
const idSchema = z.object({ id: z.int() });
const sentSchema = z.object({ messages: z.array(z.object({ id: z.string() })) });

describe('a client made from the OpenAPI document alone', () => {
  it('does the main job: signs in, sends, reads the answer, replies, closes, and reads states and usage', async () => {
    const signedIn = await client('auth.login', {
      body: { email: attendant.email, password: TEST_PASSWORD },
    });
    const { token } = z.object({ token: z.string() }).parse(signedIn.body);

    const { list } = z
      .object({ list: z.array(idSchema) })
      .parse((await client('connections.list', { token })).body);
    expect(list.map(({ id }) => id)).toContain(connectionId);
    const rotated = await client('connections.rotateToken', { token, parameters: { id: connectionId } });
    const { token: apiToken } = z.object({ token: z.string() }).parse(rotated.body);

    const asked = {
      token: apiToken,
      body: { number, body: 'Seu pedido saiu.', queueId, userId: attendant.id },
    };
    const named = { ...asked, parameters: { 'idempotency-key': 'pedido-42' } };
    const first = await client('external.sendMessage', named);
    expect(await client('external.sendMessage', named)).toEqual(first);
    const { messages } = sentSchema.parse(first.body);
    expect(messages).toHaveLength(1);
    const mine = await client('tickets.list', { token, parameters: { status: 'open' } });
    const [{ id: ticketId }] = z.object({ tickets: z.tuple([idSchema]) }).parse(mine.body).tickets;
    const files = [
      { name: 'foto.png', type: 'image/png', bytes: PNG },
      { name: 'boleto.pdf', type: 'application/pdf', bytes: PDF },
    ];
    const form = formOf({ number, body: 'Segue.' }, files);
    expect(sentSchema.parse((await client('external.sendMessage', { token: apiToken, form })).body)).toEqual({
      messages: [{ id: expect.any(String) }, { id: expect.any(String) }],
    });

    const event = textEvent({ companyId: company.id, connectionId }, number, 'Obrigada!', {
      sentAt: Date.now(),
      receivedAt: Date.now(),
    });
    stack.sqs.queue('inbound').send({
      body: JSON.stringify(event),
      groupId: `${company.id}:${connectionId}`,
      deduplicationId: event.providerMessageId,
    });
    await stack.drain();
    const ticket = await client('tickets.get', { token, parameters: { id: ticketId } });
    expect(ticket).toMatchObject({ status: 200, body: { status: 'open', lastMessage: 'Obrigada!' } });
    const { uuid } = z.object({ uuid: z.string() }).parse(ticket.body);
    const reply = await client('messages.send', {
      token,
      parameters: { ticketId },
      body: { body: 'De nada.', clientId: '0193f0e2-7c1a-7000-8000-000000000001' },
    });
    expect(reply.status).toBe(200);
    const history = await client('messages.list', { token, parameters: { ticketUuid: uuid } });
    const { messages: read } = z
      .object({ messages: z.array(z.object({ body: z.string() })) })
      .parse(history.body);
    expect(read.map(({ body }) => body).sort()).toEqual(
      ['De nada.', 'Obrigada!', 'Segue.', 'Segue.', 'Seu pedido saiu.'].sort(),
    );
    const closed = await client('tickets.update', {
      token,
      parameters: { id: ticketId },
      body: { status: 'closed', sendFarewellMessage: false },
    });
    expect(closed).toMatchObject({ status: 200, body: { status: 'closed' } });

    const sendAt = toInstant(Date.now() + 60 * 60 * 1000);
    const later = await client('external.sendMessage', {
      token: apiToken,
      body: { number, body: 'Como foi o atendimento?', sendAt },
    });
    const { scheduleId } = z.object({ scheduleId: z.int() }).parse(later.body);
    const about = { token: apiToken, parameters: { id: scheduleId } };
    expect((await client('external.scheduleStatus', about)).body).toMatchObject({ state: 'pending', sendAt });
    expect((await client('external.cancelSchedule', about)).status).toBe(200);

    const id = messages[0]?.id ?? '';
    expect(await client('external.messageStatus', { token: apiToken, parameters: { id } })).toMatchObject({
      status: 200,
      body: { id, ack: 0, error: null },
    });
    expect(await client('apiUsage.list', { token })).toMatchObject({
      status: 200,
      body: { total: { UsedOnDay: 4, usedText: 2, usedImage: 1, usedPDF: 1 } },
    });
  });

  it('gets described errors, whose code says what to do', async () => {
    const token = await company.addApiToken(connectionId);
    const send = (body: Record<string, unknown>, key?: string) =>
      client('external.sendMessage', {
        token,
        body,
        ...(key === undefined ? {} : { parameters: { 'idempotency-key': key } }),
      });
    await send({ number, body: 'oi', userId: attendant.id, queueId });
    const elsewhere = { number, body: 'oi', userId: company.admin.id };
    await send({ number, body: 'oi' }, 'k');
    const refusals = [
      await client('external.sendMessage', { token: 'x'.repeat(30), body: { number, body: 'oi' } }),
      await send({ number, body: ' ' }),
      await send(elsewhere),
      await send({ number, body: 'outro' }, 'k'),
      await client('external.messageStatus', { token, parameters: { id: '1.1.1795674908929-yeezpn26' } }),
    ];
    expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
      [403, 'ERR_NO_PERMISSION'],
      [400, 'ERR_VALIDATION'],
      [400, 'ERR_TICKET_ELSEWHERE'],
      [422, 'ERR_IDEMPOTENCY_MISMATCH'],
      [404, 'ERR_NO_MESSAGE_FOUND'],
    ]);
  });

  it('a request or response that the document does not describe fails the client', async () => {
    const token = await company.addApiToken(connectionId);
    await expect(client('external.sendMessage', { token, body: { body: 'oi' } })).rejects.toThrow('number');
    await expect(client('external.sendMessage', { token, body: { number: {}, body: 'oi' } })).rejects.toThrow(
      'number',
    );
    await expect(client('apiUsage.list', { token, parameters: { year: 2026 } })).rejects.toThrow('no year');
    const answer = {
      schema: { type: 'object', properties: { status: { const: 'SENT' } }, required: ['status'] },
    };
    const other = structuredClone(document);
    Object.assign(other.paths['/messages/send'].post.responses['200'].content, {
      'application/json': answer,
    });
    const misled = openApiClient(other, stack.url)('external.sendMessage', {
      token,
      body: { number, body: 'oi' },
    });
    await expect(misled).rejects.toThrow('status');
  });
});
