import { ASSISTANT, helper } from '@prosa/tests/support/assisted-play.ts';
import { asks, flowOf, offers, pauses, phraseOf, says } from '@prosa/tests/support/flows.ts';
import { askedBy, BOT, bot } from '@prosa/tests/support/integrated-play.ts';
import { option, Play, SALES, type Shop, SUPPORT, week } from '@prosa/tests/support/play.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const PRICE = 'queria saber um preço';
const tree = [option('Novo'), option('Usado')];
const consent: Shop = { settings: { enableLGPD: true, lgpdMessage: 'Dados?' } };
const withFlow = (...args: Parameters<typeof flowOf>): Shop => ({
  flows: [flowOf(...args)],
  connection: { flowIdWelcome: 1 },
});
const flowMenu = withFlow({ 1: ['start'], menu: offers('Qual?', 'Preço', 'Prazo'), end: says('Fim') }, [
  '1>menu',
  'menu:a1>end',
  'menu:a2>end',
]);
const media = { mimeType: 'image/jpeg', size: 1000, voice: false, source: 's' };

const rules = (play: Play) => play.heard().map(([rule]) => rule);
/** Texts of the customer on the newest ticket. */
const stored = (play: Play) => play.stage.messages.filter(({ fromMe }) => !fromMe).map(({ body }) => body);

describe('a first message that is whole', () => {
  it.each([
    'oi',
    'Olá, tudo bem?',
    'bom dia 😊',
    'hello',
    'hola',
    'Merhaba',
    'Vocês entregam hoje?',
    'a'.repeat(80),
  ])('is answered at once by the menu: %s', (text) => {
    const play = new Play().writes(text);
    expect(rules(play)).toEqual(['queue-menu']);
    expect(play.ticket).toMatchObject({ unanswered: null, unreadMessages: 1, automation: { prompts: 1 } });
    expect(rules(play.waits(10))).toEqual([]);
  });

  it.each<[string, Shop, string]>([
    ['the options of a queue', { queues: [{ chatbots: tree }] }, 'queue-greeting'],
    [
      'the greeting of the only queue',
      { queues: [{}], settings: { sendGreetingMessageOneQueues: true } },
      'queue-greeting',
    ],
    ['the menu of a flow', flowMenu, 'flow'],
    [
      'the notice of closed hours',
      {
        settings: { scheduleType: 'company' },
        company: { schedules: week('20:00', '21:00') },
        connection: { outOfHoursMessage: 'Fechado' },
      },
      'out-of-hours',
    ],
  ])('is answered at once by %s, and what follows gets no second one', (_what, shop, rule) => {
    const play = new Play(shop).writes('oi');
    expect(rules(play)).toEqual([rule]);
    expect(rules(play.passes(700).writes(PRICE).passes(800).writes('bom dia').waits(10))).toEqual([]);
    expect(play.ticket).toMatchObject({ unanswered: null, unreadMessages: 3, lastMessage: 'bom dia' });
    expect(stored(play)).toEqual(['oi', PRICE, 'bom dia']);
  });

  it.each(['queria', 'então...', '1', 'Vendas', '👍'])('waits for more if it may go on: %s', (text) => {
    const play = new Play().writes(text);
    expect(rules(play)).toEqual([]);
    expect(rules(play.passes(400).writes('oi'))).toEqual([]);
    expect(rules(play.passes(1000))).toEqual(['queue-menu']);
    expect(rules(play.waits(10))).toEqual([]);
  });

  it('is no picture, even with a caption, because people send several in a row', () => {
    const play = new Play();
    for (const caption of ['Oi', 'Quanto custa?']) play.writes({ kind: 'image', media, caption }).passes(400);
    expect(rules(play)).toEqual([]);
    expect(rules(play.passes(1000))).toEqual(['queue-menu']);
  });

  it('waits for the name of a contact that has none yet', () => {
    const play = new Play();
    play.stage = { ...play.stage, contact: { ...play.stage.contact, name: play.stage.contact.number } };
    expect(rules(play.writes('oi'))).toEqual([]);
    expect(rules(play.passes(1000))).toEqual(['queue-menu']);
  });

  it('is not answered by automation on a ticket that an attendant has', () => {
    const play = new Play().says('oi').says('1').attendant({ status: 'open', queueId: SALES });
    expect(rules(play)).toEqual(['queue-menu', 'queue-greeting']);
    expect(rules(play.passes(60_000).writes('oi').waits(10))).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'open', unanswered: null });
  });

  it('waits for more where the customer has a menu already, and is a wrong answer to it', () => {
    const play = new Play().says('oi').waits(10);
    play.heard();
    expect(rules(play.writes('oi'))).toEqual([]);
    expect(play.passes(1000).heard()).toMatchObject([
      ['queue-menu', expect.stringContaining('Opção inválida')],
    ]);
  });

  it('is answered at once when the customer comes back after the ticket was closed', () => {
    const play = new Play().says('oi').says('1').attendant({ status: 'open', queueId: SALES });
    play.attendant({ status: 'closed' }).waits(10).heard();
    expect(rules(play.writes('oi'))).toEqual(['queue-menu']);
    expect(play.stage.tickets.size).toBe(2);
  });

  const closing: Shop = { queues: [{ closeTicket: true }], settings: { sendGreetingMessageOneQueues: true } };
  const phrases = [phraseOf('desconto')];
  it.each<[string, Shop]>([
    ['a queue that closes the ticket', closing],
    ['the question of a flow', withFlow({ 1: ['start'], name: asks('Nome?', 'nome') }, ['1>name'])],
    ['the pause of a flow', withFlow({ 1: ['start'], hi: says('Oi'), wait: pauses(2) }, ['1>hi', 'hi>wait'])],
    ['a flow, if a phrase could begin another', { ...flowMenu, flowPhrases: phrases }],
    ['the consent question', consent],
    ['an integration', { integrations: [bot('n8n')], connection: { integrationId: BOT } }],
    ['an assistant', { assistants: [helper()], connection: { promptId: ASSISTANT } }],
  ])('waits for more before %s', (_what, shop) => {
    const play = new Play(shop).writes('oi');
    expect(play.ticket).toMatchObject({ unanswered: { messageIds: [expect.any(String)] } });
    expect(rules(play)).toEqual([]);
    const { turns } = play.stage;
    expect(play.passes(700).writes(PRICE).passes(1000).stage.turns).toHaveLength(turns.length + 2);
    expect(play.ticket.unanswered).toBeNull();
  });

  it('is heard by an integration together with what follows', () => {
    const play = new Play({ integrations: [bot('n8n')], connection: { integrationId: BOT } });
    play.writes('oi').passes(700).writes(PRICE).passes(5000);
    expect(askedBy(play)).toEqual([['oi', PRICE]]);
  });

  it('is followed by the flow of a phrase after the menu', () => {
    const flow = flowOf({ 1: ['start'], menu: offers('Qual desconto?', 'Dez', 'Vinte') }, ['1>menu']);
    const play = new Play({ flows: [flow], flowPhrases: phrases }).writes('oi');
    expect(rules(play)).toEqual(['queue-menu']);
    expect(play.passes(700).writes('quero desconto').passes(1000).heard()).toMatchObject([
      ['flow', expect.stringContaining('Qual desconto?')],
    ]);
  });
});

describe('what is written right after a whole first message', () => {
  it.each([200, 700, 1500, 2900])('%i ms later is no wrong choice, and nothing is lost', (afterMs) => {
    const play = new Play({ connection: { maxUseBotQueues: 2 } }).writes('oi');
    play.deliveryMs = 100;
    play.passes(afterMs).writes(PRICE).waits(10);
    expect(rules(play)).toEqual(['queue-menu']);
    expect(play.ticket).toMatchObject({
      unanswered: null,
      unreadMessages: 2,
      lastMessage: PRICE,
      automation: { kind: 'menu', prompts: 1, isSilent: false },
    });
    expect(play.asks('2')).toMatchObject([['queue-greeting', expect.any(String)]]);
  });

  it('three seconds later is a wrong choice', () => {
    const play = new Play().writes('oi').passes(3000).writes(PRICE).passes(1000);
    expect(play.heard()).toMatchObject([
      ['queue-menu', expect.not.stringContaining('inválida')],
      ['queue-menu', expect.stringContaining('Opção inválida')],
    ]);
  });

  it.each([100, 1000])('is heard if it is a choice, %i ms later', (afterMs) => {
    for (const deliveryMs of [0, 400]) {
      const play = new Play();
      play.deliveryMs = deliveryMs;
      play.writes('oi').passes(afterMs).writes('2').passes(5000);
      expect(rules(play)).toEqual(['queue-menu', 'queue-greeting']);
      expect(play.ticket.queueId).toBe(SUPPORT);
    }
  });

  it('is heard if it is a choice beside other words', () => {
    const play = new Play().writes('oi').passes(300).writes(PRICE).passes(300).writes('2').passes(5000);
    expect(rules(play)).toEqual(['queue-menu', 'queue-greeting']);
    expect(play.ticket).toMatchObject({ queueId: SUPPORT, unreadMessages: 3 });
  });

  it('may be a wrong answer again once a choice led to another menu', () => {
    const play = new Play({ queues: [{ chatbots: tree }, {}] }).writes('oi').passes(500).writes('1');
    expect(rules(play)).toEqual(['queue-menu', 'queue-greeting']);
    expect(play.passes(1500).writes('obrigado').passes(1000).heard()).toMatchObject([
      ['queue-greeting', expect.stringContaining('Opção inválida')],
    ]);
  });

  it.each(['oi', 'bom dia', 'Alô?'])('gets no second menu if it greets again: %s', (text) => {
    const play = new Play().writes('oi').passes(600).writes(text).waits(10);
    expect(rules(play)).toEqual(['queue-menu']);
    expect(play.ticket.unreadMessages).toBe(2);
  });

  it('gets no second menu if it was written before the first message and arrives after it', () => {
    const play = new Play().writes('oi');
    play
      .passes(100)
      .writes(PRICE, play.nowMs - 800)
      .waits(10);
    expect(rules(play)).toEqual(['queue-menu']);
  });

  it('is no consent: the question waits for what follows, and a choice before it does not count', () => {
    const play = new Play(consent).writes('oi').passes(400).writes('1').waits(1);
    expect(rules(play)).toEqual(['consent']);
    expect(play.ticket).toMatchObject({ status: 'lgpd', automation: { prompts: 1 }, lgpdAcceptedAt: null });
    expect(rules(play.writes('1'))).toEqual(['queue-menu']);
    expect(play.ticket.lgpdAcceptedAt).not.toBeNull();
  });

  it('still gets the refusal of a call and of a voice message', () => {
    const settings = {
      acceptCallWhatsapp: false,
      AcceptCallWhatsappMessage: 'Escreva',
      acceptAudioMessageContact: false,
    };
    const play = new Play({ settings })
      .writes('oi')
      .passes(300)
      .writes({ kind: 'missed-call', video: false });
    play.passes(300).writes({ kind: 'audio', media }).passes(2000);
    expect(rules(play)).toEqual(['queue-menu', 'call-refusal', 'audio-refusal']);
  });

  it('random bursts: one menu at once, or one after the pause, and every message stays unread', () => {
    const text = fc.record({
      text: fc.constantFrom(
        'oi',
        'Bom dia!',
        'hello',
        PRICE,
        'é para hoje',
        '👍',
        'quanto custa?',
        'x'.repeat(90),
      ),
      afterMs: fc.nat(900),
    });
    const shops: Shop[] = [{}, { queues: [{ chatbots: tree }] }, consent, flowMenu];
    fc.assert(
      fc.property(
        fc.constantFrom(...shops),
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(0, 100, 700),
        (shop, texts, deliveryMs) => {
          const play = new Play(shop);
          play.deliveryMs = deliveryMs;
          for (const one of texts) play.writes(one.text).passes(one.afterMs);
          play.passes(10_000);
          expect(play.heard()).toHaveLength(1);
          expect(play.ticket).toMatchObject({
            unanswered: null,
            unreadMessages: texts.length,
            automation: { prompts: 1 },
          });
          expect(stored(play)).toEqual(texts.map(({ text: body }) => body));
        },
      ),
      { numRuns: 300 },
    );
  });
});
