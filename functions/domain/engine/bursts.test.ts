import { asks, flowOf, offers, says } from '@prosa/tests/support/flows.ts';
import { askedBy, BOT, bot } from '@prosa/tests/support/integrated-play.ts';
import { option, Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerTurn } from './customer-turn.ts';
import { activeTicket, answerFalls, customerSends, worldOn } from './rehearsal.ts';

const BURST = ['Então', 'bom dia', 'queria saber um preço'];
const tree = [option('Novo'), option('Usado')];
const consent = { enableLGPD: true, lgpdMessage: 'Dados?' };
const nps = { settings: { userRating: true }, connection: { ratingMessage: 'De 0 a 10?' } };
const rules = (play: Play) => play.heard().map(([rule]) => rule);
const media = { mimeType: 'audio/ogg', size: 1000, voice: true, source: 's' };

/** Sends all texts, 800 ms apart. */
const bursts = (play: Play, texts: readonly string[]): Play => {
  for (const [index, text] of texts.entries()) play.passes(index === 0 ? 0 : 800).writes(text);
  return play;
};

describe('a burst of customer messages', () => {
  it.each<[string, Shop, string]>([
    ['the queue menu', {}, 'queue-menu'],
    ['the options of a queue', { queues: [{ chatbots: tree }] }, 'queue-greeting'],
    ['the consent question', { settings: consent }, 'consent'],
  ])('gets one answer: %s', (_what, shop, rule) => {
    const play = bursts(new Play(shop), BURST);
    expect(rules(play)).toEqual([]);
    expect(play.ticket).toMatchObject({ unreadMessages: 3, lastMessage: 'queria saber um preço' });
    expect(rules(play.passes(1000))).toEqual([rule]);
    expect(play.ticket).toMatchObject({ unanswered: null, automation: { prompts: 1 } });
    expect(rules(play.waits(10))).toEqual([]);
  });

  it('gets its answer at most three seconds after its first message', () => {
    const play = bursts(new Play(), ['Então', 'a', 'b', 'c', 'd', 'e']);
    expect(rules(play)).toEqual(['queue-menu']);
    const [first, menu] = [play.stage.messages[0], play.stage.messages.find(({ fromMe }) => fromMe)];
    const tookMs = Date.parse(menu?.sentAt ?? '') - Date.parse(first?.sentAt ?? '');
    expect(tookMs).toBeLessThanOrEqual(3000);
  });

  it('counts as one attempt; messages written before the prompt arrived do not count', () => {
    const play = new Play({ connection: { maxUseBotQueues: 2 } });
    bursts(play, BURST).passes(1000);
    expect(rules(play)).toEqual(['queue-menu']);
    play
      .writes('é para hoje', play.nowMs - 400)
      .writes('viu', play.nowMs - 200)
      .passes(1000);
    expect(play.heard()).toEqual([]);
    expect(play.ticket.automation).toMatchObject({ prompts: 1, isSilent: false });
    bursts(play.passes(5000), BURST).passes(1000);
    expect(play.heard()).toMatchObject([['queue-menu', expect.stringContaining('Opção inválida')]]);
    expect(play.ticket.automation).toMatchObject({ prompts: 2, isSilent: false });
  });

  it.each([
    ['2', 'obrigado'],
    ['queria', '2'],
    ['queria', '1', 'não, 2', '2'],
  ])('chooses by its newest understood message: %s, %s', (...texts) => {
    const play = new Play().says('oi').passes(5000);
    bursts(play, texts).passes(1000);
    expect(play.ticket.queueId).toBe(SUPPORT);
  });

  it('does not choose an option when the message was written before the prompt, even if it arrives late', () => {
    const play = new Play().says('oi').passes(5000);
    play.writes('1', play.nowMs - 60_000).passes(1000);
    expect(play.ticket).toMatchObject({ queueId: null, automation: { kind: 'menu', prompts: 1 } });
  });

  it('counts as one invalid rating', () => {
    const play = new Play(nps).says('oi').says('1').attendant({ status: 'open', queueId: SALES });
    play.attendant({ status: 'closed' }).heard();
    play
      .writes('valeu', play.nowMs - 400)
      .writes('até mais', play.nowMs - 200)
      .passes(1000);
    expect(play.heard()).toEqual([]);
    bursts(play.passes(5000), ['gostei', 'muito', 'mesmo']).passes(1000);
    expect(rules(play)).toEqual(['rating', 'rating']);
    expect(bursts(play.passes(5000), ['foi', '9']).passes(1000).ticket.userRating).toBe(5);
  });

  it('gets no answer when an attendant accepts the ticket first', () => {
    const play = bursts(new Play(), BURST).attendant({ status: 'open', queueId: SALES });
    expect(rules(play.passes(5000))).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'open', unanswered: null });
    bursts(play, BURST);
    expect(play.stage.answers.size).toBe(0);
  });

  it('gets the call refusal and the answer to its text when it contains a call, a voice note and a text', () => {
    const settings = {
      acceptCallWhatsapp: false,
      AcceptCallWhatsappMessage: 'Escreva',
      acceptAudioMessageContact: false,
    };
    const play = new Play({ settings }).says('oi').passes(5000);
    play.heard();
    play
      .writes({ kind: 'missed-call', video: false })
      .writes({ kind: 'audio', media })
      .writes('1')
      .passes(1000);
    expect(rules(play)).toEqual(['call-refusal', 'queue-greeting']);
  });
});

const twoMenus = flowOf(
  {
    1: ['start'],
    first: offers('Qual?', 'Preço', 'Prazo'),
    second: offers('Onde?', 'Loja', 'Site'),
    name: asks('Nome?', 'nome'),
    end: says('Fim'),
  },
  ['1>first', 'first:a1>second', 'first:a2>name', 'second:a1>end', 'second:a2>end', 'name>end'],
);
const inTwoMenus = (): Play => {
  const play = new Play({ flows: [twoMenus], connection: { flowIdWelcome: 1, maxUseBotQueues: 3 } })
    .says('oi')
    .passes(5000);
  play.heard();
  return play;
};
const inRating = (): Play => {
  const play = new Play(nps).says('oi').says('1').attendant({ status: 'open', queueId: SALES });
  play.attendant({ status: 'closed' }).passes(5000).heard();
  return play;
};
/** A play in which the customer has the first prompt before them. */
const prompted = (shop: Shop): Play => {
  const play = new Play(shop).says('oi').passes(5000);
  play.heard();
  return play;
};

describe('a choice', () => {
  it.each<[string, () => Play, string, string]>([
    ['of a queue', () => prompted({}), '2', 'queue-greeting'],
    ['of a queue by its name', () => prompted({}), 'suporte', 'queue-greeting'],
    ['of an option', () => prompted({ queues: [{ chatbots: tree }] }), 'Usado', 'option-tree'],
    ['of consent', () => prompted({ settings: consent }), '1', 'queue-menu'],
    ['of the way out', () => prompted({}), 'sair', 'farewell'],
    ['in a flow', inTwoMenus, '[ 1 ]', 'flow'],
    ['that rates', inRating, '9', 'farewell'],
  ])('%s is answered at once', (_what, begun, text, rule) => {
    const play = begun();
    expect(rules(play.writes(text))).toEqual([rule]);
    expect(play.ticket.unanswered).toBeNull();
    expect(rules(play.passes(5000))).toEqual([]);
  });

  it('waits like other messages while an earlier message waits for an answer', () => {
    const play = prompted({}).writes('queria').passes(300).writes('2');
    expect(rules(play)).toEqual([]);
    expect(rules(play.passes(1000))).toEqual(['queue-greeting']);
  });

  it.each([0, 300, 1000])('does not choose again when it is repeated %i ms later', (afterMs) => {
    const play = inTwoMenus().writes('1').passes(afterMs).writes('1');
    expect(play.heard()).toMatchObject([['flow', expect.stringContaining('Onde?')]]);
    expect(rules(play.passes(5000))).toEqual([]);
    expect(play.ticket).toMatchObject({
      unanswered: null,
      automation: { kind: 'flow', nodeId: 'second', prompts: 1 },
    });
    expect(rules(play.writes('1'))).toEqual(['flow']);
  });

  it('does not choose again when its repetition arrives first, or much later than it was written', () => {
    const play = inTwoMenus();
    const writtenAt = play.nowMs;
    play
      .writes('1', writtenAt)
      .passes(20)
      .writes('1', writtenAt - 400);
    play
      .passes(60_000)
      .writes('1', writtenAt + 700)
      .passes(5000);
    expect(play.ticket.automation).toMatchObject({ nodeId: 'second', prompts: 1 });
  });

  it('random customers: a text never chooses twice in a row within a second', () => {
    const menus = Array.from({ length: 9 }, (_none, at) => `m${at}`);
    const long = flowOf(
      {
        1: ['start'],
        ...Object.fromEntries(menus.map((id) => [id, offers(`${id}?`, 'Um', 'Dois')])),
      },
      ['1>m0', ...menus.slice(1).flatMap((id, at) => [`m${at}:a1>${id}`, `m${at}:a2>${id}`])],
    );
    const text = fc.record({ text: fc.constantFrom('1', '1', '2', 'oi'), afterMs: fc.nat(2500) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 12 }), (texts) => {
        const play = new Play({ flows: [long], connection: { flowIdWelcome: 1 } }).says('oi').passes(5000);
        const place = () => ('nodeId' in play.ticket.automation ? play.ticket.automation.nodeId : '');
        let last = { text: '', atMs: 0 };
        for (const one of texts) {
          play.passes(one.afterMs);
          const before = place();
          play.writes(one.text);
          if (place() === before) continue;
          if (one.text === last.text) expect(play.nowMs - last.atMs).toBeGreaterThan(1000);
          last = { text: one.text, atMs: play.nowMs };
        }
      }),
    );
  });

  it.each(['obrigado', 'é para hoje'])(
    'is followed by the next menu again after another text within the second: %s',
    (text) => {
      const play = inTwoMenus().writes('1').passes(800).writes(text).passes(5000);
      expect(play.heard()).toMatchObject([
        ['flow', expect.stringContaining('Onde?')],
        ['flow', expect.stringContaining('Opção inválida')],
      ]);
      expect(play.ticket.automation).toMatchObject({ nodeId: 'second', prompts: 2 });
    },
  );

  it('is followed by the next menu once if another text within the second crossed with that menu', () => {
    const play = inTwoMenus();
    play.deliveryMs = 900;
    play.writes('1').passes(800).writes('obrigado').passes(5000);
    expect(rules(play)).toEqual(['flow']);
    expect(play.ticket.automation).toMatchObject({ nodeId: 'second', prompts: 1 });
  });

  it('is followed by the answer to a question that was typed ahead', () => {
    const play = inTwoMenus();
    play.deliveryMs = 600;
    play.writes('2').passes(400).writes('Ana').passes(100).writes('2').passes(5000);
    expect(play.heard()).toMatchObject([
      ['flow', 'Nome?'],
      ['flow', 'Fim'],
    ]);
    expect(play.stage.turns.flatMap(({ flowsPassed }) => flowsPassed).at(-1)?.nodes).toContain('end');
  });

  it('is followed by another choice within the second, at once if the next prompt was delivered before', () => {
    const play = inTwoMenus().writes('1').passes(700);
    play.heard();
    expect(rules(play.writes('2'))).toEqual(['flow']);
    const undelivered = inTwoMenus();
    undelivered.deliveryMs = 800;
    undelivered.writes('1').passes(700).writes('2').writes('1');
    expect(undelivered.heard()).toMatchObject([['flow', expect.stringContaining('Onde?')]]);
    expect(undelivered.passes(5000).heard()).toMatchObject([['flow', 'Fim']]);
  });

  it('does not choose again when it is repeated while the burst that contained it is answered', () => {
    const play = inTwoMenus();
    for (const text of ['a', 'b', 'c', '1']) play.writes(text).passes(700);
    play.writes('1').passes(5000);
    expect(play.heard()).toMatchObject([['flow', expect.stringContaining('Onde?')]]);
    expect(play.ticket.automation).toMatchObject({ nodeId: 'second', prompts: 1 });
  });

  it.each<[string, () => Play, string]>([
    ['a rating', inRating, '9'],
    ['a refused consent', () => prompted({ settings: consent }), '2'],
    ['the way out', () => prompted({}), 'sair'],
  ])(
    'that ends the conversation stays its end when it is repeated or followed by thanks: %s',
    (_what, begun, text) => {
      const play = begun().writes(text).passes(300).writes(text).passes(500).writes('obrigado').passes(5000);
      expect(play.stage.tickets.size).toBe(1);
      expect(play.ticket).toMatchObject({ status: 'closed', unreadMessages: 0 });
      expect(play.writes('mais uma coisa').stage.tickets.size).toBe(2);
    },
  );

  it.each<[string, () => Play, string]>([
    ['a rating', inRating, '9'],
    ['a refused consent', () => prompted({ settings: consent }), '2'],
    ['the way out', () => prompted({}), 'sair'],
  ])(
    'that ends the conversation is followed by a new one after another text within the second: %s',
    (_what, begun, text) => {
      const play = begun().writes(text).passes(300);
      play.heard();
      play.writes('mais uma coisa').passes(5000);
      expect(play.stage.tickets.size).toBe(2);
      expect(play.heard()).toHaveLength(1);
    },
  );

  it('is not repeated to the integration that it began', () => {
    const play = prompted({ integrations: [bot('n8n')], queues: [{ integrationId: BOT }, {}] });
    play.writes('1').passes(300).writes('1').passes(300).writes('queria saber um preço').passes(5000);
    expect(askedBy(play)).toEqual([['queria saber um preço']]);
  });
});

describe('the answer to a burst', () => {
  it('is idempotent: a repeated timer sends it once', () => {
    const play = bursts(new Play(), BURST);
    const { answers } = play.stage;
    play.passes(1000);
    play.stage = { ...play.stage, answers };
    play.stage = answerFalls(play.stage, play.ticket.id, play.setup, play.moment());
    expect(rules(play)).toEqual(['queue-menu']);
  });

  it('is sent only by the timer of the newest message', () => {
    const play = bursts(new Play(), BURST);
    const ticket = activeTicket(play.stage);
    const [oldest, , newest] = ticket?.unanswered?.messageIds ?? [];
    if (ticket === undefined || oldest === undefined || newest === undefined)
      throw new Error('nothing to answer');
    const world = worldOn(play.stage, play.setup);
    expect(customerTurn(ticket, oldest, world, play.moment())).toBeUndefined();
    expect(customerTurn(ticket, newest, world, play.moment())).toBeDefined();
  });

  it('waits while the previous prompt is being sent, and restarts the prompts if its sending failed', () => {
    const play = new Play({ connection: { maxUseBotQueues: 1 } }).says('oi').passes(60_000);
    const stands = (sendState: 'pending' | 'failed') => ({
      ...play.stage,
      messages: play.stage.messages.map((one) => (one.fromMe ? { ...one, sendState } : one)),
    });
    play.heard();
    play.stage = stands('pending');
    expect(play.asks('alguém?')).toEqual([]);
    play.stage = stands('failed');
    expect(play.asks('alguém?')).toMatchObject([['queue-menu', expect.not.stringContaining('inválida')]]);
    expect(play.ticket.automation).toMatchObject({ prompts: 1, isSilent: false });
  });

  it('considers only the newest 20 messages', () => {
    const play = new Play();
    for (let n = 0; n < 30; n++)
      play.stage = customerSends(play.stage, { kind: 'text', text: `${n}` }, play.setup, play.moment());
    expect(play.ticket.unanswered?.messageIds).toHaveLength(20);
    expect(play.ticket.unreadMessages).toBe(30);
    expect(rules(play.passes(1000))).toEqual(['queue-menu']);
  });
});
