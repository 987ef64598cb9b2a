import {
  asks,
  chainOf,
  flowOf,
  handsTo,
  offers,
  pauses,
  phraseOf,
  says,
} from '@prosa/tests/support/flows.ts';
import { Play, SALES, type Shop, SUPPORT, week } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { turnOn } from '../turns/turn.ts';
import { flowResumeTurn, withFlowsLeft } from './flow.ts';
import { activeTicket, pauseEnds, take, worldOn } from './rehearsal.ts';

const welcome = chainOf([says('Bem-vinda, {{firstName}}!'), asks('Seu nome?', 'nome'), says('Oi, {{nome}}')]);
const menu = flowOf(
  { 1: ['start'], m: offers('Qual área?', 'Vendas', 'Outra'), v: handsTo(SALES), o: says('Outra área') },
  ['1>m', 'm:a1>v', 'm:a2>o'],
);
const led = (flow: typeof welcome, shop: Shop = {}): Play =>
  new Play({ flows: [flow], ...shop, connection: { flowIdWelcome: 1, ...shop.connection } });

describe('the start of a flow', () => {
  it('is that of a phrase, of the first ticket, or without a phrase once for each ticket', () => {
    const named = (flowId: number) => chainOf([says(`fluxo ${flowId}`)], { flowId });
    const play = new Play({
      flows: [named(1), named(2), named(3)],
      flowPhrases: [phraseOf('promoção', { flowId: 1 })],
      connection: { flowIdWelcome: 2, flowIdNotPhrase: 3 },
    });
    expect(play.asks('oi')).toEqual([['flow', 'fluxo 2']]);
    expect(play.log).toEqual(['create']);
    expect(play.chatbotAt).not.toBeNull();
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'menu', prompts: 0 } });
    // After the flow the usual rules go on, and a phrase still starts its flow.
    expect(play.asks('quero falar')[0]?.[0]).toBe('queue-menu');
    expect(play.asks('e a promocao?')).toEqual([['flow', 'fluxo 1']]);
    play.attendant({ status: 'open', queueId: SALES }).attendant({ status: 'closed' });
    play.heard();
    expect(play.waits(60).asks('oi de novo')).toEqual([['flow', 'fluxo 3']]);
    expect(play.ticket.id).toBe(2);
    expect(play.asks('e agora?')[0]?.[0]).toBe('queue-menu');
  });

  it('without a welcome is the one without a phrase, also on the first ticket', () => {
    const play = new Play({ flows: [welcome], connection: { flowIdNotPhrase: 1 } });
    expect(play.asks('oi')).toHaveLength(2);
  });

  it('leaves the ticket to the usual rules if the flow may not start', () => {
    const setup = new Play({ connection: { flowIdWelcome: 1 } });
    setup.setup = {
      ...setup.setup,
      flows: { flowsToStart: new Map([[1, undefined]]), flowVersions: new Map() },
    };
    expect(setup.asks('oi')[0]?.[0]).toBe('queue-menu');
  });

  it('does not come to groups, contacts without bot, tickets with an attendant or in a queue', () => {
    const play = new Play({ flows: [welcome], flowPhrases: [phraseOf('oi')], queues: [{}, {}] });
    play.says('bom dia').says('2');
    play.heard();
    expect(play.ticket).toMatchObject({ queueId: SUPPORT, automation: { kind: 'none' } });
    expect(play.asks('oi')).toEqual([]);
    expect(play.attendant({ status: 'open' }).asks('oi')).toEqual([]);
    const silent = led(welcome);
    silent.stage = { ...silent.stage, contact: { ...silent.stage.contact, disableBot: true } };
    expect(silent.asks('oi')).toEqual([]);
  });

  it('works on a connection with one queue, which the ticket has from its beginning, and without any queue', () => {
    const one = led(chainOf([says('oi'), asks('Nome?', 'nome')]), { queues: [{}] });
    expect(one.asks('bom dia')).toEqual([
      ['flow', 'oi'],
      ['flow', 'Nome?'],
    ]);
    expect(one.asks('Ana')).toEqual([]);
    expect(one.ticket).toMatchObject({ queueId: SALES, automation: { kind: 'none' } });
    const none = led(welcome, { queues: [] });
    expect(none.asks('bom dia')).toHaveLength(2);
    expect(none.asks('Ana')).toEqual([['flow', 'Oi, Ana']]);
    expect(none.ticket.automation).toEqual({ kind: 'none' });
    expect(none.asks('alguém?')).toEqual([]);
  });

  it('waits for opening hours', () => {
    const play = led(welcome, {
      settings: { scheduleType: 'company' },
      company: { schedules: week('14:00', '18:00') },
      connection: { outOfHoursMessage: 'Fechado' },
    });
    expect(play.asks('oi')).toEqual([['out-of-hours', 'Fechado']]);
    expect(play.waits(5 * 60).asks('oi')).toHaveLength(2);
  });
});

describe('a ticket in a flow', () => {
  it('stores answers, gets no queue menu, and shows its place under the names of the specification', () => {
    const play = led(welcome);
    expect(play.asks('oi')).toEqual([
      ['flow', 'Bem-vinda, Ana!'],
      ['flow', 'Seu nome?'],
    ]);
    expect(play.ticket.automation).toMatchObject({
      kind: 'flow',
      flowId: 1,
      version: 1,
      nodeId: 'n2',
      pause: null,
      prompts: 1,
    });
    expect(play.asks('Bia')).toEqual([['flow', 'Oi, Bia']]);
  });

  it('takes a burst of messages as one answer', () => {
    const play = led(welcome).says('oi');
    play.heard();
    play.passes(5000).writes('Maria').passes(300).writes('da Silva').passes(2000);
    expect(play.heard()).toEqual([['flow', 'Oi, Maria\nda Silva']]);
  });

  it('does not take what crossed with its question for an answer', () => {
    const play = led(welcome).says('oi');
    play.heard();
    play.writes('esqueci de dizer', play.nowMs - 1500).passes(3000);
    expect(play.heard()).toEqual([]);
    expect(play.ticket.automation).toMatchObject({ kind: 'flow', nodeId: 'n2', prompts: 1 });
  });

  it('takes a picture or a voice note as an answer, and asks for text if it accepts no audio', () => {
    const media = { mimeType: 'audio/ogg', size: 10, voice: true, source: 's' };
    const play = led(welcome).says('oi');
    play.heard();
    play.sends({ kind: 'image', media: { ...media, mimeType: 'image/png' }, caption: 'minha foto' });
    expect(play.heard()).toHaveLength(1);
    const strict = led(welcome, { settings: { acceptAudioMessageContact: false } }).says('oi');
    strict.heard();
    strict.sends({ kind: 'audio', media });
    expect(strict.heard().map(([rule]) => rule)).toContain('flow');
  });

  it('follows the choice in a menu to a queue, which greets as if the customer had chosen it', () => {
    const play = led(menu);
    expect(play.asks('oi')).toEqual([['flow', 'Qual área?\n\n[ 1 ] Vendas\n[ 2 ] Outra']]);
    expect(play.asks('vendas')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play.ticket).toMatchObject({ status: 'pending', queueId: SALES, automation: { kind: 'none' } });
    expect(play.log).toEqual(['create', 'queue']);
  });

  it('waits for people after as many wrong answers as the connection allows; "parar" does not close it', () => {
    const play = led(menu, { connection: { maxUseBotQueues: 2 } }).says('oi');
    expect(play.asks('parar')).toHaveLength(1);
    expect(play.asks('9')).toEqual([]);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(play.log.at(-1)).toBe('retriesLimitQueue');
    expect(play.stage.turns.flatMap(({ flowsPassed }) => flowsPassed).at(-1)).toMatchObject({ left: 'm' });
  });

  it('pauses, ignores what the customer writes meanwhile, and continues once by its token', () => {
    const play = led(chainOf([says('um'), pauses(30), says('dois'), asks('Nome?', 'n'), says('{{n}}')]));
    expect(play.asks('oi')).toEqual([['flow', 'um']]);
    expect(play.asks('alô?')).toEqual([]);
    expect(play.ticket.unanswered).toBeNull();
    const ticket = activeTicket(play.stage);
    const before = play.stage;
    expect(play.passes(30_000).heard()).toEqual([
      ['flow', 'dois'],
      ['flow', 'Nome?'],
    ]);
    expect(pauseEnds(play.stage, play.ticket.id, play.setup, play.moment())).toBe(play.stage);
    const world = worldOn(before, play.setup);
    expect(ticket && flowResumeTurn(ticket, 'other', world, play.moment())).toBe(undefined);
    expect(play.asks('Bia')).toEqual([['flow', 'Bia']]);
  });

  it('a pause has no timer, but one continues the flow if the subscription was over when the pause ended', () => {
    const play = led(chainOf([pauses(30), says('dois')])).says('oi');
    expect(play.stage.timers.size).toBe(0);
    const ticket = activeTicket(play.stage);
    const token = ticket?.automation.kind === 'flow' ? (ticket.automation.pause?.token ?? '') : '';
    const expired = { ...worldOn(play.stage, play.setup), isExpired: true };
    const moment = play.moment();
    const turn = ticket && flowResumeTurn(ticket, token, expired, moment);
    if (turn === undefined) throw new Error('no turn');
    play.stage = { ...take(play.stage, turn, play.setup, moment), pauses: new Map() };
    expect(play.heard()).toEqual([]);
    expect(play.waits(1).heard()).toEqual([['flow', 'dois']]);
  });

  it('ends when an attendant takes, transfers or closes the ticket, which is counted at its node', () => {
    const lastLeft = (play: Play) => play.stage.turns.flatMap(({ flowsPassed }) => flowsPassed).at(-1);
    for (const change of [
      { status: 'open' as const, queueId: SALES },
      { isTransfered: true, queueId: SUPPORT, userId: 2 },
      { status: 'closed' as const },
    ]) {
      const play = led(welcome).says('oi').attendant(change);
      play.heard();
      expect(play.ticket.automation).toEqual({ kind: 'none' });
      expect(lastLeft(play)).toMatchObject({ from: 'n2', left: 'n2', nodes: [] });
      if (change.status === 'closed') continue;
      expect(play.asks('Bia')).toEqual([]);
    }
    const paused = led(chainOf([pauses(30), says('dois')]))
      .says('oi')
      .attendant({ status: 'open', queueId: SALES });
    expect(paused.waits(5).heard()).toEqual([]);
  });

  it('stays on its version, and goes on with the usual rules if that is gone', () => {
    const play = led(welcome).says('oi');
    const newer = chainOf([says('novo')], { number: 2 });
    const flowVersions = new Map([...play.setup.flows.flowVersions, ['1.2', newer] as const]);
    play.setup = { ...play.setup, flows: { flowsToStart: new Map([[1, 2]]), flowVersions } };
    expect(play.asks('Bia')).toEqual([['flow', 'Oi, Bia']]);

    const lost = led(welcome).says('oi');
    lost.heard();
    lost.setup = {
      ...lost.setup,
      flows: { flowsToStart: new Map(), flowVersions: new Map([['1.1', undefined]]) },
    };
    expect(lost.asks('Bia')[0]?.[0]).toBe('queue-menu');
    expect(lost.stage.turns.flatMap(({ flowsPassed }) => flowsPassed).at(-1)).toMatchObject({
      stopped: 'missing',
    });
  });

  it('that answers a machine stops at the limit of automatic texts, and waits for people', () => {
    const chat = flowOf({ 1: ['start'], q: asks('?', 'k') }, ['1>q', 'q>q']);
    const play = led(chat, { connection: { maxUseBotQueues: 0 } }).says('oi');
    for (let n = 0; n < 40; n++) play.passes(1500).writes('x'.repeat(400)).passes(1500);
    expect(play.heard().length).toBeLessThanOrEqual(22);
    expect(play.ticket.automation).toEqual({ kind: 'none' });
  });

  it('sends its files as copies of its own, voice notes as such, and leaves out what is gone', () => {
    const stored = { key: 'k', fileName: 'a.ogg', mimeType: 'audio/ogg', size: 10 };
    const flow = chainOf(
      [
        ['audio', { url: 'a', record: true }],
        ['img', { url: 'gone' }],
        ['img', { url: 'toString' }],
        says('fim'),
      ],
      { files: { a: stored } },
    );
    const play = led(flow).says('oi');
    const sent = play.stage.messages.filter(({ fromMe }) => fromMe);
    expect(sent.map(({ mediaType, media }) => [mediaType, media?.voice])).toEqual([
      ['audio', true],
      ['extendedTextMessage', undefined],
    ]);
    expect(play.stage.turns.flatMap(({ copies }) => copies)).toEqual([
      { from: 'k', to: '', mimeType: 'audio/ogg', fileName: 'a.ogg' },
    ]);
  });

  it('counts its nodes and connections once in each step', () => {
    const play = led(menu).says('oi').says('nada').says('1');
    expect(play.stage.turns.flatMap(({ flowsPassed }) => flowsPassed)).toMatchObject([
      { from: '1', nodes: ['1', 'm'], connections: ['1>m'], left: null, stopped: null },
      { from: 'm', nodes: [], connections: [] },
      { from: 'm', nodes: ['v'], connections: ['m:a1>v'], left: null },
    ]);
    const ticket = activeTicket(led(welcome).says('oi').stage);
    expect(ticket && withFlowsLeft(turnOn(ticket)).flowsPassed).toEqual([]);
  });
});
