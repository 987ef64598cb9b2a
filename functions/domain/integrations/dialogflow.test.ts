import { exchangeOf, integrationOf, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import { dialogflow } from './dialogflow.ts';

const AGENT = integrationOf({ type: 'dialogflow', projectName: 'loja-demo', language: 'en' });
const ask = (answer: object, texts = ['oi'], language: 'pt' | 'en' = 'pt') =>
  talkWith(dialogflow, AGENT, exchangeOf(texts, { company: { id: 1, language } }), [answer]);
const result = (queryResult: object) => ({ responseId: 'r1', queryResult });
const text = (...variants: string[]) => ({ text: { text: variants } });
const textsOf = ({ outcome }: ReturnType<typeof ask>) =>
  'says' in outcome ? outcome.says.map((say) => ('text' in say ? say.text : say.url)) : outcome.failure;

describe('a question to Dialogflow', () => {
  it('goes to the session of the conversation, in the language of the integration', () => {
    const { requests } = ask(result({}));
    expect(requests).toEqual([
      {
        url: 'https://dialogflow.googleapis.com/v2/projects/loja-demo/agent/sessions/c0ffee:detectIntent',
        body: JSON.stringify({ queryInput: { text: { text: 'oi', languageCode: 'en' } } }),
        auth: 'google',
      },
    ]);
  });

  it('a project’s name cannot change the address', () => {
    const agent = integrationOf({ type: 'dialogflow', projectName: '../../v1/x?y#' });
    const { requests } = talkWith(dialogflow, agent, exchangeOf(['oi']), [result({})]);
    expect(new URL(requests[0]?.url ?? '').pathname).toBe(
      '/v2/projects/..%2F..%2Fv1%2Fx%3Fy%23/agent/sessions/c0ffee:detectIntent',
    );
  });

  it('is cut after 256 characters', () => {
    const { requests } = ask(result({}), ['a'.repeat(200), 'b'.repeat(200)]);
    const { queryInput } = JSON.parse(requests[0]?.body ?? '');
    expect(queryInput.text.text).toHaveLength(256);
  });

  it('a file without a caption is named by its type', () => {
    const exchange = exchangeOf(['']);
    const [message] = exchange.messages;
    if (message === undefined) throw new Error('no message');
    const image = { ...exchange, messages: [{ ...message, type: 'image' as const }] };
    const { requests } = talkWith(dialogflow, AGENT, image, [result({})]);
    expect(requests[0]?.body).toContain('[image]');
  });
});

describe('what Dialogflow answers', () => {
  it('of variants the first, and pictures, cards and quick replies', () => {
    const answer = ask(
      result({
        fulfillmentText: 'not this',
        fulfillmentMessages: [
          text('Olá!', 'Oi!'),
          { quickReplies: { title: 'Qual assunto?', quickReplies: ['Boleto', 'Entrega'] } },
          { card: { title: 'Camisa', subtitle: 'R$ 50', imageUri: 'https://loja.example/a.png' } },
          { image: { imageUri: 'https://loja.example/b.png' } },
        ],
      }),
    );
    expect(textsOf(answer)).toEqual([
      'Olá!',
      'Qual assunto?\n[ 1 ] Boleto\n[ 2 ] Entrega',
      'Camisa\nR$ 50',
      'https://loja.example/a.png',
      'https://loja.example/b.png',
    ]);
    expect(answer.outcome).toMatchObject({ next: { goesTo: 'automation' } });
  });

  it('messages for the platforms of others are left out', () => {
    const fulfillmentMessages = [{ platform: 'FACEBOOK', ...text('para o Facebook') }, text('para todos')];
    expect(textsOf(ask(result({ fulfillmentMessages })))).toEqual(['para todos']);
  });

  it('the text of the intent is only a fallback', () => {
    expect(textsOf(ask(result({ fulfillmentText: 'Não achei', intent: { isFallback: true } })))).toEqual([
      'Não achei',
    ]);
  });

  it('without a text, that it did not understand, in the language of the company', () => {
    const empty = result({ fulfillmentMessages: [text('')] });
    expect(textsOf(ask(empty))).toEqual(['Não entendi. Pode escrever de outra forma?']);
    expect(textsOf(ask(empty, ['oi'], 'en'))).toEqual([
      'I did not understand. Could you write it in another way?',
    ]);
  });

  it('only a payload for programs says nothing', () => {
    const fulfillmentMessages = [{ payload: { midia: 'https://loja.example/a.png' } }];
    expect(textsOf(ask(result({ fulfillmentMessages })))).toEqual([]);
  });

  it.each([{ intent: { endInteraction: true } }, { diagnosticInfo: { end_conversation: true } }])(
    'the end of the conversation gives it to people: %j',
    (end) => {
      const answer = ask(result({ fulfillmentMessages: [text('Tchau!')], ...end }));
      expect(answer.outcome).toEqual({
        says: [{ text: 'Tchau!', pauseMs: 0 }],
        next: { goesTo: 'people' },
      });
      expect(ask(result(end)).outcome).toMatchObject({ says: [] });
    },
  );

  it('an environment or project that is missing, and too many questions, are failures', () => {
    for (const status of [404, 429])
      expect(ask({ status, text: `{"error":{"code":${status}}}` }).outcome).toEqual({ failure: 'status' });
  });

  it('an answer of another form is a failure', () => {
    for (const body of ['', '<html>', '{"queryResult":7}'])
      expect(ask({ status: 200, text: body }).outcome).toEqual({ failure: 'not-understood' });
  });
});
