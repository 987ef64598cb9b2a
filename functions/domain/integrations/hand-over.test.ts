import type { Integration } from '@prosa/shared/entities/integration.ts';
import { exchangeOf, integrationOf, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import type { Adapter, Exchange, Session } from './adapter.ts';
import { dialogflow } from './dialogflow.ts';
import { typebot } from './typebot.ts';

const AGENT = integrationOf({ type: 'dialogflow', projectName: 'loja-demo' });
const BOT = integrationOf({ type: 'typebot', urlN8N: 'https://bot.example', typebotSlug: 'loja' });
const HANDED_OVER = 'Vou chamar uma pessoa para atender você.';

/** A customer who writes to a bot, whose session is kept between the messages. */
class Customer {
  session: Session | null = null;
  readonly #adapter: Adapter;
  readonly #integration: Integration;
  readonly #fields: Partial<Exchange>;
  constructor(adapter: Adapter, integration: Integration, fields: Partial<Exchange> = {}) {
    this.#adapter = adapter;
    this.#integration = integration;
    this.#fields = fields;
  }

  /** Writes a text, and returns what the customer is sent, and where the conversation goes on. */
  writes(text: string, answer: object): (string | undefined)[] {
    const exchange = exchangeOf([text], { ...this.#fields, session: this.session });
    const { outcome } = talkWith(this.#adapter, this.#integration, exchange, [answer]);
    if ('failure' in outcome) return [outcome.failure];
    if (outcome.session !== undefined) this.session = outcome.session;
    return [...outcome.says.map((say) => ('text' in say ? say.text : say.url)), outcome.next.goesTo];
  }
}

describe('Dialogflow that does not understand', () => {
  const result = (text: string, intent?: object) => ({
    queryResult: { fulfillmentText: text, ...(intent === undefined ? {} : { intent }) },
  });
  const FALLBACK = result('Como?', { displayName: 'Default Fallback Intent', isFallback: true });
  const UNDERSTOOD = result('Olá', { displayName: 'saudacao' });

  it('three times in a row gives the customer to people, and says so', () => {
    const customer = new Customer(dialogflow, AGENT);
    expect(customer.writes('x', FALLBACK)).toEqual(['Como?', 'automation']);
    expect(customer.writes('x', FALLBACK)).toEqual(['Como?', 'automation']);
    expect(customer.writes('x', FALLBACK)).toEqual([HANDED_OVER, 'people']);
    expect(customer.session).toBeNull();
  });

  it('in the language of the company', () => {
    const customer = new Customer(dialogflow, AGENT, { company: { id: 1, language: 'tr' } });
    for (let nth = 0; nth < 2; nth++) customer.writes('x', FALLBACK);
    expect(customer.writes('x', FALLBACK)[0]).toBe('Size yardımcı olması için bir kişiyi çağırıyorum.');
  });

  it('begins to count anew after an answer that it understands', () => {
    const customer = new Customer(dialogflow, AGENT);
    for (let nth = 0; nth < 20; nth++) {
      for (const answer of [FALLBACK, FALLBACK, UNDERSTOOD])
        expect(customer.writes('x', answer).at(-1)).toBe('automation');
      expect(customer.session).toBeNull();
    }
  });

  it('counts also an answer without anything', () => {
    const customer = new Customer(dialogflow, AGENT);
    const NOTHING = { queryResult: {} };
    for (let nth = 0; nth < 2; nth++)
      expect(customer.writes('x', NOTHING)).toEqual([
        'Não entendi. Pode escrever de outra forma?',
        'automation',
      ]);
    expect(customer.writes('x', NOTHING)).toEqual([HANDED_OVER, 'people']);
  });

  it('a thousand times never keeps a customer for longer than three messages', () => {
    const customer = new Customer(dialogflow, AGENT);
    const ways = Array.from({ length: 1_000 }, () => customer.writes('x', FALLBACK).at(-1));
    expect(ways.filter((way) => way === 'people')).toHaveLength(333);
    expect(JSON.stringify(ways)).not.toMatch(/("automation",?){3}/);
  });

  it('is not told by a field of another type, or by an answer without an intent', () => {
    for (const answer of [
      result('Olá', { isFallback: 'true' }),
      result('Olá', { isFallback: 1 }),
      result('Olá', { isFallback: null }),
      result('Olá', {}),
      result('Olá'),
    ]) {
      const customer = new Customer(dialogflow, AGENT);
      for (let nth = 0; nth < 5; nth++) expect(customer.writes('x', answer)).toEqual(['Olá', 'automation']);
      expect(customer.session).toBeNull();
    }
  });

  it('counts from nothing if the session holds something else', () => {
    for (const state of ['', '{', '{"misses":-1}', '{"misses":"2"}', '{"misses":1e999}', '{"heardMs":1}']) {
      const customer = new Customer(dialogflow, AGENT);
      customer.session = { id: 's', startedAt: null, state };
      expect(customer.writes('x', FALLBACK)).toEqual(['Como?', 'automation']);
      expect(customer.session).toMatchObject({ startedAt: expect.any(String), state: '{"misses":1}' });
    }
  });

  it('an end of the conversation is no such case', () => {
    const end = result('Tchau', { isFallback: true, endInteraction: true });
    expect(new Customer(dialogflow, AGENT).writes('x', end)).toEqual(['Tchau', 'people']);
  });
});

describe('Typebot that asks the same again', () => {
  const bubble = (markdown: string, id: string) => ({
    id,
    type: 'text',
    content: { type: 'markdown', markdown },
  });
  const EMAIL = { id: 'i1', type: 'email input' };
  const CHOICE = { id: 'i1', type: 'choice input', items: [{ content: 'Boleto' }] };
  const greeting = (input: object) => ({ sessionId: 's7', messages: [bubble('Olá', 'b1')], input });
  const retry = (input: object, text = 'Invalid message. Please, try again.') => ({
    messages: [bubble(text, 'i1')],
    input,
  });
  const greeted = (input: object, bot = BOT): Customer => {
    const customer = new Customer(typebot, bot);
    customer.writes('oi', greeting(input));
    return customer;
  };

  it('three times in a row gives the customer to people, and says so instead', () => {
    const customer = greeted(CHOICE, { ...BOT, typebotUnknownMessage: 'Não entendi.' });
    for (let nth = 0; nth < 2; nth++)
      expect(customer.writes('9', retry(CHOICE))).toEqual(['Não entendi.', '[ 1 ] Boleto', 'automation']);
    expect(customer.writes('9', retry(CHOICE))).toEqual([HANDED_OVER, 'people']);
    expect(customer.session).toBeNull();
  });

  it('counts also the text that the author wrote for an input', () => {
    const customer = greeted(EMAIL, { ...BOT, typebotUnknownMessage: 'Não entendi.' });
    const own = retry(EMAIL, 'Escreva o e-mail, com @.');
    for (let nth = 0; nth < 2; nth++)
      expect(customer.writes('x', own)).toEqual(['Escreva o e-mail, com @.', 'automation']);
    expect(customer.writes('x', own)).toEqual([HANDED_OVER, 'people']);
  });

  it('begins to count anew after an answer that fits', () => {
    const customer = greeted(EMAIL);
    for (let nth = 0; nth < 20; nth++)
      for (const answer of [retry(EMAIL), retry(EMAIL), greeting(EMAIL)])
        expect(customer.writes('x', answer).at(-1)).toBe('automation');
  });

  it('a bot that comes back to its input in a loop of its own is no such case', () => {
    const customer = greeted({ id: 'i1', type: 'text input' });
    for (let nth = 0; nth < 20; nth++)
      expect(
        customer.writes('Horário?', {
          messages: [bubble('Das 8 às 18.', 'b7')],
          input: { id: 'i1', type: 'text input' },
        }),
      ).toEqual(['Das 8 às 18.', 'automation']);
  });

  it('an order of the author in its place is obeyed', () => {
    const customer = greeted(EMAIL);
    for (let nth = 0; nth < 2; nth++) customer.writes('x', retry(EMAIL));
    expect(customer.writes('x', retry(EMAIL, '#{"queueId":4}'))).toEqual(['queue']);
  });

  it('a session from before this count goes on', () => {
    const customer = new Customer(typebot, BOT);
    const state = JSON.stringify({
      heardMs: Date.UTC(2026, 10, 27, 12),
      inputId: 'i1',
      choices: [],
      isMultiple: false,
    });
    customer.session = { id: 's7', startedAt: null, state };
    expect(customer.writes('x', retry(EMAIL)).at(-1)).toBe('automation');
    expect(JSON.parse(customer.session.state)).toMatchObject({ misses: 1 });
  });
});
