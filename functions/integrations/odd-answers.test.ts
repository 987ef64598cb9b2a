import { openFakeIntegrations } from '@prosa/infra/local/fake-integrations/fake-integrations.ts';
import { assistantCallSchema } from '@prosa/shared/entities/assistant.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import { integrationCallSchema } from '@prosa/shared/entities/integration.ts';
import { inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import { oddJson, withPartsReplaced } from '@prosa/tests/support/odd-values.ts';
import { exchangeOf, integrationOf, NOW_MS } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import { askModel } from '../assistants/ask-assistant.ts';
import { callRecord } from '../domain/assistants/call-record.ts';
import type { Session } from '../domain/integrations/adapter.ts';
import { partsOf } from '../domain/integrations/parts.ts';
import { nestedJson } from '../domain/nested-json.ts';
import type { AskOutside } from '../platform/fetch-outside.ts';
import { askIntegration } from './ask-integration.ts';

const OUTSIDE = { status: 200, headers: {} };
const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(nestedJson(value));
const { keyFile } = openFakeIntegrations().dialogflow;
const CLOCK = { now: () => NOW_MS };
const pause = async (): Promise<void> => undefined;

const INPUT = {
  id: 'i1',
  type: 'choice input',
  items: [{ id: 'x', content: 'Sim', title: 'Sim', paths: [{ text: 'Sim' }] }],
  options: { isMultipleChoice: true, attachments: { isEnabled: true } },
};
const TYPEBOT = {
  sessionId: 's1',
  messages: [
    { id: 'b1', type: 'text', content: { type: 'markdown', markdown: 'Olá' } },
    {
      id: 'b2',
      type: 'text',
      content: { type: 'richText', richText: [{ type: 'p', children: [{ text: 'Oi', bold: true }] }] },
    },
    { id: 'b3', type: 'text', content: { type: 'markdown', markdown: '#{"queueId":3,"userId":4}' } },
    { id: 'b4', type: 'image', content: { url: 'https://loja.example/a.png' } },
  ].toSpliced(2, 1),
  input: INPUT,
  clientSideActions: [
    { type: 'wait', lastBubbleBlockId: 'b1', expectsDedicatedReply: false, wait: { secondsToWaitFor: 1 } },
    { type: 'redirect', redirect: { url: 'https://loja.example' } },
  ],
};
const DIALOGFLOW = {
  queryResult: {
    fulfillmentText: 'Olá',
    fulfillmentMessages: [
      { text: { text: ['Olá'] } },
      { image: { imageUri: 'https://loja.example/a.png' } },
      { quickReplies: { title: 'Qual?', quickReplies: ['Um'] } },
      { card: { title: 'Camisa', subtitle: 'R$ 50', imageUri: 'https://loja.example/b.png' } },
      { payload: { a: 1 } },
    ],
    intent: { endInteraction: false, isFallback: false },
    diagnosticInfo: { end_conversation: false },
  },
};
const SESSION: Session = {
  id: 's1',
  startedAt: new Date(NOW_MS).toISOString(),
  state: JSON.stringify({ heardMs: NOW_MS, inputId: 'i1', choices: ['Sim'], isMultiple: true, misses: 0 }),
};

const SERVICES: [Integration['type'], unknown][] = [
  ['typebot', TYPEBOT],
  ['dialogflow', DIALOGFLOW],
  ['n8n', { reply: ['Olá', 'Oi'] }],
  ['n8n', [{ reply: 'Olá' }]],
  ['webhook', { ok: true }],
];

/** Returns copies of an answer with every part replaced by every odd value. */
const copiesOf = (answer: unknown): unknown[] => oddJson().flatMap((odd) => withPartsReplaced(answer, odd));

describe('answers of integrations that nobody foresaw', () => {
  it.each(SERVICES)(
    'S-49: %s: whatever any part is, the service is asked once and the ticket gets an answer or its failure',
    async (type, usual) => {
      const integration = integrationOf({
        type,
        urlN8N: 'https://bot.example',
        typebotSlug: 'loja',
        projectName: 'p',
      });
      for (const answer of copiesOf(usual))
        for (const session of type === 'typebot' ? [null, SESSION] : [null]) {
          let asked = 0;
          const ask: AskOutside = async (url) => {
            if (url.startsWith('https://oauth2'))
              return { ...OUTSIDE, bytes: bytesOf({ access_token: 't', expires_in: 60 }) };
            asked += 1;
            return { ...OUTSIDE, bytes: bytesOf(asked === 1 ? answer : { messages: [] }) };
          };
          const secrets = { credentials: keyFile, signingSecret: undefined };
          const exchange = exchangeOf(['sim'], { session });
          const { reply, call } = await askIntegration(
            { ask, clock: CLOCK, pause, secrets },
            integration,
            exchange,
          );
          const shown = nestedJson(answer).slice(0, 300);
          expect(asked, shown).toBeLessThanOrEqual(2);
          if (reply !== undefined) {
            const says = partsOf(reply.says).flatMap((part) => part.says);
            const event = inboundEventSchema.safeParse({
              v: 1,
              type: 'answer',
              companyId: 1,
              connectionId: 1,
              channel: 'whatsapp',
              receivedAt: NOW_MS,
              ticketId: 1,
              token: 't',
              says: says.map((say) => ({ text: 'text' in say ? say.text : say.url })),
              session: reply.session,
              next: reply.next,
            });
            expect(event.error?.issues, shown).toBeUndefined();
          }
          const own = { companyId: 1, id: 'c', ticketId: 1, at: SESSION.startedAt, integrationId: 1 };
          expect(integrationCallSchema.safeParse({ ...own, ...call }).success, shown).toBe(true);
        }
    },
  );
});

const MODEL = {
  choices: [
    {
      finish_reason: 'stop',
      message: {
        content: [{ text: 'Olá' }],
        refusal: null,
        tool_calls: [{ function: { name: 'transfer_to_person', arguments: '{"queue":"Vendas"}' } }],
      },
    },
  ],
  usage: { total_tokens: 12, prompt_tokens: 10, completion_tokens: 2 },
};
const FAILED = { error: { code: 502, type: 'x', message: 'y' } };

describe('answers of models that nobody foresaw', () => {
  it.each([
    ['an answer', MODEL],
    ['a text', { ...MODEL, choices: [{ message: { content: 'Olá' } }] }],
    ['an error', FAILED],
  ])(
    'S-49: whatever any part of %s is, the model is asked once, and its tokens are a number that can be added',
    async (_what, usual) => {
      for (const answer of copiesOf(usual)) {
        let asked = 0;
        const ask: AskOutside = async () => {
          asked += 1;
          return { ...OUTSIDE, bytes: bytesOf(answer) };
        };
        const question = {
          baseUrl: 'https://model.example',
          apiKey: 'k',
          bodyOf: () => '{}',
          queues: [{ id: 3, name: 'Vendas' }],
        };
        const result = await askModel({ ask, clock: CLOCK, pause }, question);
        const shown = nestedJson(answer).slice(0, 300);
        expect(asked, shown).toBe(1);
        const record = callRecord({ lines: [{ by: 'customer', text: 'oi' }] }, result);
        const own = { companyId: 1, id: 'c', ticketId: 1, at: SESSION.startedAt, assistantId: 1 };
        expect(assistantCallSchema.safeParse({ ...own, ...record }).error?.issues, shown).toBeUndefined();
        // A thousand answers of a month must still add up exactly.
        expect(result.tokens * 1000, shown).toBeLessThan(Number.MAX_SAFE_INTEGER);
        if ('text' in result) expect(result.text.length, shown).toBeLessThanOrEqual(4_000);
      }
    },
  );
});
