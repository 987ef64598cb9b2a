import { INTEGRATION_BODY_EXAMPLE, integrationBodySchema } from '@prosa/shared/webhooks/integration-body.ts';
import { exchangeOf, integrationOf, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import { n8n, webhook } from './callbacks.ts';

const URL = 'https://n8n.example/webhook/pedidos';
const KEEPS = { says: [], next: { goesTo: 'automation' } };
const say = (...texts: string[]) => ({
  says: texts.map((text) => ({ text, pauseMs: 0 })),
  next: { goesTo: 'automation' },
});

const asked = (answer: object) =>
  talkWith(n8n, integrationOf({ type: 'n8n', urlN8N: URL }), exchangeOf(['oi']), [answer]).outcome;

describe('the body of a call', () => {
  it('names the company, connection, ticket and contact, and has the messages, the oldest first', () => {
    const exchange = exchangeOf(['oi', 'quero um pedido']);
    const { requests } = talkWith(n8n, integrationOf({ type: 'n8n', urlN8N: URL }), exchange, [{}]);
    expect(requests).toEqual([{ url: URL, body: expect.any(String), auth: 'signed' }]);
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      id: 'd1',
      type: 'integration.message',
      timestamp: '2026-11-27T12:00:00.000Z',
      companyId: 1,
      data: {
        connection: { id: 1, name: 'Loja', channel: 'whatsapp' },
        ticket: {
          id: 12,
          uuid: '0000000c-9d1f-4c6e-8f0a-0f5f6d1c2b3a',
          status: 'pending',
          queueId: null,
        },
        contact: { id: 7, name: 'Maria', number: '5521980000001', email: '' },
        messages: [
          expect.objectContaining({ type: 'extendedTextMessage', text: 'oi', mimeType: null }),
          expect.objectContaining({ text: 'quero um pedido' }),
        ],
      },
    });
  });

  it('has a link to each file that is stored', () => {
    const { messages, ...exchange } = exchangeOf(['foto', 'oi', 'outra']);
    const files = [{ url: 'https://app.example/media/t/1/a?e=1&s=x' }, null, null];
    const withFiles = messages.map((message, index) => ({ ...message, file: files[index] ?? null }));
    for (const adapter of [n8n, webhook]) {
      const { requests } = talkWith(
        adapter,
        integrationOf({ type: 'n8n', urlN8N: URL }),
        { ...exchange, messages: withFiles },
        [{}],
      );
      const { data } = integrationBodySchema.parse(JSON.parse(requests[0]?.body ?? ''));
      expect(data.messages.map(({ fileUrl }) => fileUrl)).toEqual([files[0]?.url, null, null]);
      expect(requests[0]?.body).not.toContain('"file":');
    }
  });

  it('has the fields of its documented example', () => {
    const { requests } = talkWith(n8n, integrationOf({ type: 'n8n', urlN8N: URL }), exchangeOf(['oi']), [{}]);
    const body = integrationBodySchema.parse(JSON.parse(requests[0]?.body ?? ''));
    const namesOf = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.entries(value).map(([name, inner]) => [name, namesOf(inner)])
        : undefined;
    expect(namesOf(body)).toEqual(namesOf(INTEGRATION_BODY_EXAMPLE));
  });

  it('nothing is sent before the customer has written', () => {
    for (const adapter of [n8n, webhook])
      expect(talkWith(adapter, integrationOf({ type: 'n8n', urlN8N: URL }), exchangeOf([]), [])).toEqual({
        requests: [],
        outcome: KEEPS,
      });
  });
});

describe('what a workflow of n8n answers', () => {
  it('a reply, several replies, and the reply of the last node', () => {
    expect(asked({ reply: 'Olá!' })).toEqual(say('Olá!'));
    expect(asked({ reply: ['Olá!', 'Qual o número?'] })).toEqual(say('Olá!', 'Qual o número?'));
    expect(asked([{ reply: 'Olá!' }, { reply: 'não' }])).toEqual(say('Olá!'));
  });

  it.each([
    ['the acknowledgement that the workflow has started', '{"message":"Workflow was started"}'],
    ['nothing', ''],
    ['a page', '<!doctype html><title>n8n</title>'],
    ['bytes', '\u0000\u0001\ufffd'],
    ['the data of the last node', '[{"id":1,"pedido":"12"}]'],
    ['an empty list', '[]'],
    ['another type of reply', '{"reply":{"text":"oi"}}'],
  ])('%s: the customer gets nothing, and the workflow goes on answering', (_name, text) => {
    expect(asked({ status: 200, text })).toEqual(KEEPS);
  });

  it('a test URL after its time, and a workflow that is off, are failures', () => {
    const text = '{"code":404,"message":"The requested webhook \\"pedidos\\" is not registered."}';
    expect(asked({ status: 404, text })).toEqual({ failure: 'status' });
  });

  it('a redirect is a failure', () => {
    expect(asked({ status: 302, text: '' })).toEqual({ failure: 'redirect' });
  });
});

describe('what a webhook answers', () => {
  const ask = (answer: object) =>
    talkWith(webhook, integrationOf({ type: 'webhook', urlN8N: URL }), exchangeOf(['oi']), [answer]).outcome;

  it('is not read', () => {
    expect(ask({ reply: 'Olá!' })).toEqual(KEEPS);
  });

  it.each([
    [301, 'redirect'],
    [410, 'status'],
    [500, 'status'],
  ])('its status %i is a failure', (status, failure) => {
    expect(ask({ status, text: '' })).toEqual({ failure });
  });
});
