import {
  asks,
  compares,
  flowOf,
  handsTo,
  offers,
  pauses,
  phraseOf,
  says,
} from '@prosa/tests/support/flows.ts';
import { Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';

const WALKS = 300;
const TIMEOUT_MS = 60_000;
const flow = flowOf(
  {
    1: ['start'],
    nome: asks('Nome?', 'nome'),
    menu: offers('{{nome}}?', 'Vendas', 'Esperar', 'De novo'),
    fila: handsTo(SALES),
    pausa: pauses(60),
    sorte: ['randomizer', { percent: 50 }],
    ana: compares('nome', 'equals', 'ana'),
    sim: says('Oi, Ana'),
    nao: says('Oi'),
  },
  [
    '1>nome',
    'nome>menu',
    'menu:a1>fila',
    'menu:a2>pausa',
    'menu:a3>nome',
    'menu:default>nao',
    'pausa>sorte',
    'sorte:a>ana',
    'sorte:b>menu',
    'ana:a>sim',
    'ana:b>nao',
  ],
);

const WORDS = ['oi', 'Ana', '1', '2', '3', 'promoção', 'sair', 'esperar', 'Vendas', 'quero ajuda'];
const media = { mimeType: 'audio/ogg', size: 10, voice: true, source: 's' };
type Action =
  | { does: 'says'; text: string }
  | { does: 'bursts'; texts: string[] }
  | { does: 'voice' }
  | { does: 'waits'; seconds: number }
  | { does: 'attendant'; step: 'accept' | 'return' | 'close' | 'transfer' };
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ does: fc.constant('says' as const), text: fc.constantFrom(...WORDS) }),
  fc.record({
    does: fc.constant('bursts' as const),
    texts: fc.array(fc.constantFrom(...WORDS), { minLength: 2, maxLength: 4 }),
  }),
  fc.record({ does: fc.constant('voice' as const) }),
  fc.record({ does: fc.constant('waits' as const), seconds: fc.constantFrom(1, 30, 61, 600) }),
  fc.record({
    does: fc.constant('attendant' as const),
    step: fc.constantFrom('accept', 'return', 'close', 'transfer'),
  }),
);
const CHANGES = {
  accept: { status: 'open', queueId: SALES },
  return: { status: 'pending' },
  close: { status: 'closed' },
  transfer: { isTransfered: true, queueId: SUPPORT, userId: 2 },
} as const;

const perform = (play: Play, act: Action): void => {
  switch (act.does) {
    case 'says':
      play.says(act.text);
      return;
    case 'bursts':
      for (const text of act.texts) play.passes(200).writes(text);
      play.passes(4000);
      return;
    case 'voice':
      play.sends({ kind: 'audio', media });
      return;
    case 'waits':
      play.passes(act.seconds * 1000);
      return;
    case 'attendant':
      play.attendant(CHANGES[act.step]);
  }
};

it(
  'random conversations: a flow leads only tickets that nobody attends, its pauses end, and its figures add up',
  () => {
    fc.assert(
      fc.property(
        fc.array(action, { minLength: 1, maxLength: 30 }),
        fc.constantFrom(0, 1, 3),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.nat(2),
        (actions, maxUseBotQueues, chance, queueCount) => {
          const play = new Play({
            flows: [flow],
            flowPhrases: [phraseOf('promoção')],
            connection: { flowIdWelcome: 1, flowIdNotPhrase: 1, maxUseBotQueues },
            chance,
            queues: Array.from({ length: queueCount }, () => ({})),
          });
          for (const act of actions) {
            const turns = play.stage.turns.length;
            perform(play, act);
            for (const { automation, status, userId, hadFlow } of play.stage.tickets.values()) {
              if (automation.kind !== 'flow') continue;
              expect([status, userId, hadFlow]).toEqual(['pending', null, true]);
              expect(flow.nodes.some(({ id }) => id === automation.nodeId)).toBe(true);
              if (automation.pause === null) expect(automation.prompts).toBeGreaterThan(0);
              // Five minutes behind it the timer would have continued it.
              else expect(Date.parse(automation.pause.until)).toBeGreaterThan(play.nowMs - 1000);
            }
            for (const turn of play.stage.turns.slice(turns)) {
              const led = turn.messages.filter(({ after }) => after.saidBy === 'flow').length;
              if (led > 0) expect(turn.flowsPassed).not.toEqual([]);
              // A customer who is led by the flow gets no menu of queues.
              const isLed = turn.tickets.at(-1)?.after.automation.kind === 'flow';
              if (isLed) expect(turn.messages.every(({ after }) => after.saidBy !== 'queue-menu')).toBe(true);
            }
          }
          const passed = play.stage.turns.flatMap(({ flowsPassed }) => flowsPassed);
          const nodes = passed.flatMap((one) => one.nodes);
          const ways = passed.flatMap((one) => one.connections);
          // Every node but the start is come to by one connection.
          expect(nodes.filter((id) => id !== '1')).toHaveLength(ways.length);
          for (const way of ways) expect(flow.connections.some(({ id }) => id === way)).toBe(true);
          expect(passed.every(({ stopped }) => stopped === null || stopped === 'cycle')).toBe(true);
        },
      ),
      { numRuns: WALKS },
    );
  },
  TIMEOUT_MS,
);
