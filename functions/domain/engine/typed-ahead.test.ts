import { asks, asksIntegration, flowOf, handsTo, offers, pauses, says } from '@prosa/tests/support/flows.ts';
import { askedBy, BOT, bot } from '@prosa/tests/support/integrated-play.ts';
import { option, Play, SALES, type Shop, week } from '@prosa/tests/support/play.ts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

/**
 * Customers who type ahead: texts at random times up to three seconds after a choice, while the next prompt is delivered
 * after a random time.
 */
const RUNS = 150;
const TIMEOUT_MS = 120_000;
const SECOND_MS = 1000;

const offsetMs = fc.integer({ min: 0, max: 3000 });
const deliveryMs = fc.constantFrom(0, 100, 300, 700, 1200, 2500);

/** Everything that a menu can lead to, and every place that leads to a menu. */
const everywhere = flowOf(
  {
    1: ['start'],
    menu: offers('O quê?', 'Nome', 'Menu', 'Pausa', 'Vendas', 'Fim', 'Robô'),
    name: asks('Nome?', 'nome'),
    again: offers('Mais?', 'Sim', 'Não', 'Talvez'),
    moment: says('Um momento'),
    pause: pauses(2),
    later: asks('E depois?', 'depois'),
    sales: handsTo(SALES),
    end: says('Fim'),
    bot: asksIntegration(BOT),
    hold: says('Já chamo'),
    wait: pauses(1),
  },
  [
    '1>menu',
    'menu:a1>name',
    'menu:a2>again',
    'menu:a3>moment',
    'moment>pause',
    'pause>later',
    'later>end',
    'menu:a4>sales',
    'menu:a5>end',
    'menu:a6>hold',
    'hold>wait',
    'wait>bot',
    'name>again',
    'again:a1>menu',
    'again:a2>end',
    'again:a3>hold',
  ],
);

const tree = [option('Novo', {}, [option('Zero'), option('Um')]), option('Usado')];
const shops: Record<string, Shop> = {
  'a flow': { flows: [everywhere], connection: { flowIdWelcome: 1 }, integrations: [bot('n8n')] },
  'menus and options': { queues: [{ chatbots: tree }, { chatbots: tree }] },
  'consent, then menus': {
    settings: { enableLGPD: true, lgpdMessage: 'Dados?' },
    queues: [{ chatbots: tree }, {}],
  },
  'a closed queue': {
    settings: { scheduleType: 'queue' },
    queues: [{ schedules: week('20:00', '21:00'), outOfHoursMessage: 'Fechado' }, { chatbots: tree }],
  },
  'an integration': { integrations: [bot('n8n')], queues: [{ integrationId: BOT }, { chatbots: tree }] },
};
/** No limit of prompts, so that silence is never the company's wish. */
const patient = (shop: Shop): Shop => ({
  ...shop,
  connection: { maxUseBotQueues: 0, maxUseBotQueuesNPS: 0, timeUseBotQueues: 0, ...shop.connection },
});

interface Written {
  text: string;
  atMs: number;
}

/** Whether a text repeats another one that was written within a second of it. */
const isRepetition = ({ text, atMs }: Written, all: readonly Written[]): boolean =>
  all.some((one) => one.atMs !== atMs && one.text === text && Math.abs(one.atMs - atMs) <= SECOND_MS);

/** Texts that the customer wrote and that nothing followed: no message of ours, no question to an integration. */
const unheard = (play: Play, all: readonly Written[]): string[] => {
  const saidMs = play.stage.messages.filter(({ fromMe }) => fromMe).map(({ takenAt }) => Date.parse(takenAt));
  const lastMs = Math.max(...saidMs);
  const { automation } = play.ticket;
  const waiting = 'waiting' in automation ? automation.waiting : [];
  const asked = [
    ...askedBy(play).flat(),
    ...play.stage.messages.filter(({ id }) => waiting.includes(id)).map(({ body }) => body),
  ];
  const isWithPeople = automation.kind === 'none';
  // The notice of a closed queue is sent once for each closed time.
  const isClosed = play.ticket.isOutOfHour;
  return all
    .filter(
      (one) =>
        !(
          isWithPeople ||
          isClosed ||
          lastMs >= one.atMs ||
          asked.includes(one.text) ||
          isRepetition(one, all)
        ),
    )
    .map(({ text }) => text);
};

describe('a customer who types ahead', () => {
  it.each(Object.entries(shops))('is never left in silence by %s', { timeout: TIMEOUT_MS }, (_name, shop) => {
    const text = fc.record({
      text: fc.constantFrom('1', '2', '3', '4', '5', '6', 'João', 'obrigada pela ajuda', 'não sei', 'sair'),
      afterMs: offsetMs,
    });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), deliveryMs, (texts, delay) => {
        const play = new Play(patient(shop));
        play.deliveryMs = delay;
        play.says('oi').passes(5000);
        const written: Written[] = [];
        for (const { text: body, afterMs } of texts) {
          play.passes(afterMs).writes(body);
          written.push({ text: body, atMs: play.nowMs });
        }
        play.passes(20_000);
        expect(unheard(play, written)).toEqual([]);
        expect(play.stage.answers.size + play.stage.pauses.size).toBe(0);
        expect(play.ticket.unanswered).toBeNull();
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
  });

  it('answers the question that the choice leads to, whenever it is delivered', {
    timeout: TIMEOUT_MS,
  }, () => {
    const names = fc.constantFrom('João da Silva', 'meu nome é Ana', 'Zé', '2', 'por favor');
    fc.assert(
      fc.property(names, offsetMs, deliveryMs, (name, afterMs, delay) => {
        const play = new Play(patient(shops['a flow'] ?? {})).says('oi').passes(5000);
        play.deliveryMs = delay;
        play.writes('1').passes(afterMs).writes(name).passes(20_000);
        expect(play.ticket.automation).toMatchObject({ nodeId: 'again', variables: { nome: name } });
      }),
      { numRuns: RUNS },
    );
  });

  it('chooses in the menu that the choice leads to, whenever it is delivered', {
    timeout: TIMEOUT_MS,
  }, () => {
    fc.assert(
      fc.property(offsetMs, deliveryMs, (afterMs, delay) => {
        const play = new Play(patient(shops['a flow'] ?? {})).says('oi').passes(5000);
        play.deliveryMs = delay;
        play.writes('2').passes(afterMs).writes('1').passes(20_000);
        expect(play.ticket.automation).toMatchObject({ nodeId: 'menu' });
      }),
      { numRuns: RUNS },
    );
  });

  it('is heard by the integration that the flow hands to after a pause', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), deliveryMs, (afterMs, delay) => {
        const play = new Play(patient(shops['a flow'] ?? {})).says('oi').passes(5000);
        play.deliveryMs = delay;
        play.writes('6').passes(afterMs).writes('queria saber um preço').passes(20_000);
        expect(askedBy(play)).toEqual([['queria saber um preço']]);
      }),
      { numRuns: 30 },
    );
  });

  it('never gets more than one answer for a burst', { timeout: TIMEOUT_MS }, () => {
    const text = fc.record({ text: fc.constantFrom('1', '2', '3', 'João'), afterMs: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 8 }), (texts) => {
        const play = new Play(patient(shops['a flow'] ?? {})).says('oi').passes(5000);
        play.deliveryMs = 4000;
        play.heard();
        const begunMs = play.nowMs;
        for (const one of texts) play.passes(one.afterMs).writes(one.text);
        const seconds = Math.ceil((play.nowMs - begunMs) / SECOND_MS);
        play.passes(20_000);
        // The choice at once, and an answer at most every second after it.
        const turns = play.stage.turns.filter(({ messages }) =>
          messages.some(({ after }) => after.fromMe && Date.parse(after.sentAt) >= begunMs),
        );
        expect(turns.length).toBeLessThanOrEqual(2 + seconds);
      }),
      { numRuns: RUNS },
    );
  });
});
