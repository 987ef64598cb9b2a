import { exchangeOf, integrationOf, NOW_MS, talkWith } from '@prosa/tests/support/talk-with.ts';
import { describe, expect, it } from 'vitest';
import type { Exchange, Session } from './adapter.ts';
import { typebot } from './typebot.ts';

const MINUTE_MS = 60_000;
const ORIGIN = 'https://bot.example';
const BOT = integrationOf({ type: 'typebot', urlN8N: ORIGIN, typebotSlug: 'loja' });
const START = `${ORIGIN}/api/v1/typebots/loja/startChat`;
const CONTINUE = `${ORIGIN}/api/v1/sessions/s7/continueChat`;

const bubble = (markdown: string, id = markdown) => ({
  id,
  type: 'text',
  content: { type: 'markdown', markdown },
});
const CHOICE = {
  id: 'i1',
  type: 'choice input',
  items: [
    { id: 'k1', content: 'Boleto' },
    { id: 'k2', content: 'Falar com gente' },
  ],
};
const MENU = '[ 1 ] Boleto\n[ 2 ] Falar com gente';
const GREETING = { sessionId: 's7', messages: [bubble('Qual assunto?')], input: CHOICE };
const DONE = { messages: [bubble('Pronto')], input: { id: 'i2', type: 'text input' } };
const RETRY = { messages: [bubble('Invalid message. Please, try again.')], input: CHOICE };

const talk = (
  answers: readonly object[],
  texts: readonly string[],
  session: Session | null = null,
  { bot = BOT, ...fields }: Partial<Exchange> & { bot?: typeof BOT } = {},
) => {
  const { requests, outcome } = talkWith(typebot, bot, exchangeOf(texts, { session, ...fields }), answers);
  const reply = 'says' in outcome ? outcome : undefined;
  return {
    requests,
    outcome,
    urls: requests.map(({ url }) => url),
    bodies: requests.map(({ body }) => JSON.parse(body)),
    said: (reply?.says ?? []).map((say) => ('text' in say ? say.text : say.url)),
    pauses: (reply?.says ?? []).map(({ pauseMs }) => pauseMs),
    session: reply?.session,
    next: reply?.next.goesTo,
  };
};
/** Returns the session after the bot's greeting with this input. */
const greeted = (input: object = CHOICE): Session => {
  const { session } = talk([{ ...GREETING, input }], ['oi']);
  if (session === undefined || session === null) throw new Error('no session');
  return session;
};

describe('a conversation begins', () => {
  it('with the customer’s name and number, and asks for Markdown', () => {
    const { urls, bodies, said, session, next } = talk([GREETING], ['oi']);
    expect(urls).toEqual([START]);
    expect(bodies).toEqual([
      {
        message: 'oi',
        isStreamEnabled: false,
        isOnlyRegistering: false,
        prefilledVariables: {
          number: '5521980000001',
          pushName: 'Maria',
          remoteJid: '5521980000001@s.whatsapp.net',
        },
        textBubbleContentFormat: 'markdown',
      },
    ]);
    expect(said).toEqual(['Qual assunto?', MENU]);
    expect(session).toMatchObject({ id: 's7', startedAt: '2026-11-27T12:00:00.000Z' });
    expect(next).toBe('automation');
  });

  it('without a message if the customer has not written to the bot', () => {
    const { urls, bodies } = talk([GREETING], [], greeted());
    expect(urls).toEqual([START]);
    expect(bodies[0]).not.toHaveProperty('message');
  });

  it('anew after the minutes of the integration, counted from the last message', () => {
    const session = greeted();
    const at = (minutes: number, typebotExpires: number) =>
      talk([GREETING], ['1'], session, {
        nowMs: NOW_MS + minutes * MINUTE_MS + 1,
        bot: { ...BOT, typebotExpires },
      }).urls;
    expect(at(5, 5)).toEqual([START]);
    expect(at(4, 5)).toEqual([CONTINUE]);
    expect(at(10_000, 0)).toEqual([CONTINUE]);
  });

  it('anew, once, if Typebot no longer knows the session', () => {
    const gone = { status: 404, text: '{"message":"Session expired"}' };
    const { urls, said, session } = talk([gone, { ...GREETING, sessionId: 's8' }], ['1'], greeted());
    expect(urls).toEqual([CONTINUE, START]);
    expect(said).toEqual(['Qual assunto?', MENU]);
    expect(session?.id).toBe('s8');
    expect(talk([gone, gone], ['1'], greeted()).outcome).toEqual({ failure: 'status' });
  });

  it('a bot that does not exist is a failure', () => {
    expect(talk([{ status: 404, text: '{}' }], ['oi']).outcome).toEqual({ failure: 'status' });
  });
});

describe('an answer to choices', () => {
  const sentFor = (text: string, input: object = CHOICE) =>
    talk([DONE], [text], greeted(input)).bodies[0].message;

  it('by its number, or in another spelling, is sent as Typebot knows it', () => {
    expect(sentFor('2')).toBe('Falar com gente');
    expect(sentFor(' boleto ')).toBe('Boleto');
    expect(sentFor('Boleto')).toBe('Boleto');
  });

  it('that is none of them is sent as it is', () => {
    expect(sentFor('3')).toBe('3');
    expect(sentFor('outra coisa')).toBe('outra coisa');
  });

  it('a choice that is a number itself comes before the position', () => {
    const items = [{ content: '2' }, { content: '1' }];
    expect(sentFor('2', { ...CHOICE, items })).toBe('2');
  });

  it('several numbers mean several choices where several may be chosen', () => {
    const several = { ...CHOICE, options: { isMultipleChoice: true } };
    expect(sentFor('1, 2', several)).toBe('Boleto, Falar com gente');
    expect(sentFor('1 e 2', several)).toBe('1 e 2');
    expect(sentFor('1, 2')).toBe('1, 2');
  });

  it('pictures and cards are choices, too', () => {
    const picture = {
      ...CHOICE,
      type: 'picture choice input',
      items: [{ title: 'Azul' }, { title: 'Verde' }],
    };
    expect(sentFor('2', picture)).toBe('Verde');
    const cards = {
      ...CHOICE,
      type: 'cards',
      items: [
        {
          title: 'Camisa',
          paths: [
            { id: 'p1', text: 'Comprar' },
            { id: 'p2', text: 'Ver' },
          ],
        },
      ],
    };
    expect(sentFor('2', cards)).toBe('Ver');
  });
});

describe('an answer that does not fit', () => {
  const bot = { ...BOT, typebotUnknownMessage: 'Não entendi.' };

  it('gets the text of the integration instead of Typebot’s, and the choices again', () => {
    expect(talk([RETRY], ['9'], greeted(), { bot }).said).toEqual(['Não entendi.', MENU]);
    const own = { ...RETRY, messages: [bubble('Escolha uma opção válida')] };
    expect(talk([own], ['9'], greeted(), { bot }).said).toEqual(['Não entendi.', MENU]);
  });

  it('gets Typebot’s text if the integration has none', () => {
    expect(talk([RETRY], ['9'], greeted()).said).toEqual(['Invalid message. Please, try again.', MENU]);
  });

  it('the same question after an answer that fits is not such a case', () => {
    const again = { messages: [bubble('Boleto enviado')], input: CHOICE };
    expect(talk([again], ['1'], greeted(), { bot }).said).toEqual(['Boleto enviado', MENU]);
  });

  it('free text: only Typebot’s own text is replaced', () => {
    const input = { id: 'i9', type: 'email input' };
    const ask = (text: string) =>
      talk([{ messages: [bubble(text)], input }], ['x'], greeted(input), { bot }).said;
    expect(ask('Invalid message. Please, try again.')).toEqual(['Não entendi.']);
    expect(ask('Anotado. Outro e-mail?')).toEqual(['Anotado. Outro e-mail?']);
  });
});

describe('what the customer is sent', () => {
  const said = (messages: readonly object[], rest: object = {}) =>
    talk([{ sessionId: 's7', messages, input: { id: 'i', type: 'text input' }, ...rest }], ['oi']).said;

  it('bold, italic, struck text and links in WhatsApp’s markup', () => {
    expect(said([bubble('**Oi ** _Maria_, ~~50~~ veja [a loja](https://loja.example)')])).toEqual([
      '*Oi*  _Maria_, ~50~ veja a loja (https://loja.example)',
    ]);
  });

  it('a tree of rich text, from a viewer that knows no Markdown', () => {
    const richText = [
      {
        type: 'p',
        children: [
          { text: 'Veja ' },
          { type: 'a', url: 'https://loja.example', children: [{ text: ' a loja ', bold: true }] },
        ],
      },
      { type: 'p', children: [{ text: '' }] },
      { type: 'p', children: [{ type: 'inline-variable', children: [{ text: 'Fim', italic: true }] }] },
    ];
    expect(said([{ id: 'b', type: 'text', content: { type: 'richText', richText } }])).toEqual([
      'Veja  *a loja*  (https://loja.example)\n\n_Fim_',
    ]);
  });

  it('pictures, videos and sound as files, players and pages as links', () => {
    const outcome = talk(
      [
        {
          sessionId: 's7',
          messages: [
            { id: '1', type: 'image', content: { url: 'https://a.example/1.png' } },
            { id: '2', type: 'video', content: { type: 'url', url: 'https://a.example/2.mp4' } },
            { id: '3', type: 'video', content: { type: 'youtube', url: 'https://youtu.be/x', id: 'x' } },
            { id: '4', type: 'audio', content: { url: 'https://a.example/4.mp3' } },
            { id: '5', type: 'embed', content: { url: 'https://a.example/page' } },
            { id: '6', type: 'something new', content: {} },
            { id: '7' },
          ],
        },
      ],
      ['oi'],
    ).outcome;
    expect(outcome).toMatchObject({
      says: [
        { url: 'https://a.example/1.png' },
        { url: 'https://a.example/2.mp4' },
        { text: 'https://youtu.be/x' },
        { url: 'https://a.example/4.mp3' },
        { text: 'https://a.example/page' },
      ],
    });
  });

  it('a redirect as a link', () => {
    const clientSideActions = [{ type: 'redirect', redirect: { url: 'https://loja.example/pagar' } }];
    expect(said([bubble('Pague aqui')], { clientSideActions })).toEqual([
      'Pague aqui',
      'https://loja.example/pagar',
    ]);
  });
});

describe('pauses and actions', () => {
  const bot = { ...BOT, typebotDelayMessage: 1000 };
  const wait = (secondsToWaitFor: number, lastBubbleBlockId?: string) => ({
    type: 'wait',
    lastBubbleBlockId,
    expectsDedicatedReply: true,
    wait: { secondsToWaitFor },
  });

  it('a wait comes after its bubble; the bot goes on after an empty message', () => {
    const answers = [
      { sessionId: 's7', messages: [bubble('um', 'b1')], clientSideActions: [wait(3, 'b1')] },
      { messages: [bubble('dois', 'b2')], clientSideActions: [wait(2)] },
      { messages: [bubble('três')], input: CHOICE },
    ];
    const { urls, bodies, said, pauses } = talk(answers, ['oi'], null, { bot });
    expect(urls).toEqual([START, CONTINUE, CONTINUE]);
    expect(bodies[1]).toEqual({ textBubbleContentFormat: 'markdown' });
    expect(said).toEqual(['um', 'dois', 'três', MENU]);
    // A wait without a bubble is before the bubbles of its answer.
    expect(pauses).toEqual([1000, 6000, 1000, 1000]);
  });

  it('an action that we do not support does not stop the bot', () => {
    const scriptToExecute = { type: 'scriptToExecute', expectsDedicatedReply: true, scriptToExecute: {} };
    const { said, next } = talk(
      [
        { sessionId: 's7', messages: [bubble('um')], clientSideActions: [scriptToExecute] },
        { messages: [bubble('dois')], input: CHOICE },
      ],
      ['oi'],
    );
    expect(said).toEqual(['um', 'dois', MENU]);
    expect(next).toBe('automation');
  });

  it('a bot that never stops is left', () => {
    const endless = { sessionId: 's7', messages: [bubble('mais')], clientSideActions: [wait(0)] };
    const { urls } = talk(Array(20).fill(endless), ['oi']);
    expect(urls.length).toBeLessThan(15);
  });
});

describe('the end', () => {
  it('without an input, the session is forgotten, so that Typebot does not begin anew by itself', () => {
    const { session, next } = talk([{ messages: [bubble('Tchau!')] }], ['1'], greeted());
    expect(session).toBeNull();
    expect(next).toBe('automation');
  });

  it.each([
    ['{"stopBot":true}', { goesTo: 'people' }],
    ['{"queueId":5}', { goesTo: 'queue', queueId: 5, userId: null }],
    ['{"queueId":"5","userId":9}', { goesTo: 'queue', queueId: 5, userId: 9 }],
  ])('the order #%s', (order, next) => {
    const messages = [bubble('Já vou passar.'), bubble(`#${order}`), bubble('não')];
    expect(talk([{ messages, input: CHOICE }], ['1'], greeted()).outcome).toEqual({
      says: [{ text: 'Já vou passar.', pauseMs: 0 }],
      session: null,
      next,
    });
  });

  it('a text that only begins like an order is a text', () => {
    const { said } = talk([{ messages: [bubble('#1 da loja'), bubble('#{"x":1}')] }], ['1'], greeted());
    expect(said).toEqual(['#1 da loja', '#{"x":1}']);
  });
});

it('answers of another form are failures', () => {
  for (const text of ['', '<html>', '[]', '{"messages":7}'])
    expect(talk([{ status: 200, text }], ['oi']).outcome, text).toEqual({ failure: 'not-understood' });
  expect(talk([{ status: 200, text: '{}' }], ['oi']).outcome).toEqual({ failure: 'not-understood' });
});

it('choices that do not fit into the session are forgotten; the rest is kept', () => {
  const items = Array.from({ length: 100 }, (_none, index) => ({ content: `${index} ${'x'.repeat(100)}` }));
  const { session } = talk([{ ...GREETING, input: { ...CHOICE, items } }], ['oi']);
  expect(session?.state.length).toBeLessThanOrEqual(4000);
  expect(talk([DONE], ['2'], session ?? null).urls).toEqual([CONTINUE]);
});
