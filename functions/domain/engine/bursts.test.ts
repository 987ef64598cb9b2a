import { option, Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { customerTurn } from './customer-turn.ts';
import { activeTicket, answerFalls, customerSends, worldOn } from './rehearsal.ts';

const BURST = ['Oi', 'bom dia', 'queria saber um preço'];
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
    const play = bursts(new Play(), ['Oi', 'a', 'b', 'c', 'd', 'e']);
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
    ['1', 'não, 2', '2'],
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
