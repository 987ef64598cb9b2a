import type { AutomationOf } from '@prosa/shared/entities/automation.ts';
import { integrationSchema } from '@prosa/shared/entities/integration.ts';
import { ASSISTANT, helper } from '@prosa/tests/support/assisted-play.ts';
import { option, Play, SALES, type Shop } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { MAX_MECHANICAL_ANSWERS } from '../automatic/answer-limit.ts';
import { INTEGRATION } from '../tickets/automation.ts';
import { instantOf, turnOn, withTicket } from '../turns/turn.ts';
import { answerTurn } from './answer-turn.ts';
import { activeTicket, take, worldOn } from './rehearsal.ts';

const MINUTE_MS = 60_000;
const AWAY =
  'Olá! No momento não estamos disponíveis. Responderemos assim que possível, obrigado pela compreensão.';

/**
 * Plays an hour with a machine that answers every message after `pauseMs`. Returns the number of messages that the
 * machine got.
 */
const talk = (play: Play, pauseMs: number, replyTo: (said: string, turn: number) => string): number => {
  let answered = 0;
  const untilMs = play.nowMs + 60 * MINUTE_MS;
  play.says('Oi');
  for (let turn = 0; play.nowMs < untilMs; turn++) {
    const heard = play.heard();
    if (heard.length === 0) return answered;
    answered += heard.length;
    // `says` adds two seconds.
    play.waits((pauseMs - 2000) / MINUTE_MS).says(replyTo(heard.at(-1)?.[1] ?? '', turn));
  }
  return answered;
};

const BOT = 9;
const INTEGRATED: Shop = {
  connection: { queueIds: [] },
  assistants: [helper()],
  integrations: [
    integrationSchema.parse({
      companyId: 7,
      id: BOT,
      name: 'Robô',
      type: 'n8n',
      createdAt: '2026-11-20T12:00:00.000Z',
    }),
  ],
};

const LEADERS: { [Kind in 'integration' | 'assistant']: AutomationOf<Kind> } = {
  integration: INTEGRATION,
  assistant: { kind: 'assistant', awaits: null, waiting: [], promptId: ASSISTANT, isDisclosed: false },
};

/** Lets an integration or an assistant answer the customer's last message. */
const leaderAnswers = (play: Play, kind: keyof typeof LEADERS, text: string): void => {
  const ticket = activeTicket(play.stage);
  if (ticket === undefined) throw new Error('no ticket');
  const token = play.moment().ids.uuid();
  const until = instantOf({ nowMs: play.nowMs + MINUTE_MS });
  const automation = { ...LEADERS[kind], awaits: { token, until, parts: 0 } };
  const asked = withTicket(turnOn(ticket), (one) => ({ ...one, automation, integrationId: BOT }));
  play.stage = take(play.stage, asked, play.setup, play.moment());
  const awaiting = activeTicket(play.stage);
  if (awaiting === undefined) throw new Error('no ticket');
  const answer = { token, part: 0, says: [{ text }], next: { goesTo: 'automation' as const } };
  const turn = answerTurn(awaiting, answer, worldOn(play.stage, play.setup), play.moment());
  if (turn !== undefined) play.stage = take(play.stage, turn, play.setup, play.moment());
};

const ENDLESS: Shop = { connection: { maxUseBotQueues: 0 } };

describe('S-49: two machines that talk to each other', () => {
  it.each([
    ['an answering machine that says the same after two seconds', ENDLESS, 2000, () => AWAY],
    ['one that says the same after ten seconds', ENDLESS, 10_000, () => AWAY],
    [
      'one that says something else each time',
      ENDLESS,
      3000,
      (_said: string, turn: number) => `${turn}: ${AWAY}`,
    ],
    ['one that says what it hears', ENDLESS, 3000, (said: string) => said],
  ] as const)(
    'stop after about twenty answers, and leave the ticket to attendants: %s',
    (_name, shop, pauseMs, replyTo) => {
      const play = new Play(shop);
      const answered = talk(play, pauseMs, replyTo);
      expect(answered).toBeGreaterThanOrEqual(MAX_MECHANICAL_ANSWERS);
      expect(answered).toBeLessThanOrEqual(MAX_MECHANICAL_ANSWERS + 4);
      expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
      expect(play.stage.turns.flatMap(({ silenced }) => silenced)).toHaveLength(1);
    },
  );

  it('stop even if each message starts a ticket that its queue closes at once', () => {
    const play = new Play({
      queues: [{ closeTicket: true }],
      settings: { sendGreetingMessageOneQueues: true },
    });
    expect(talk(play, 5000, () => AWAY)).toBe(MAX_MECHANICAL_ANSWERS + 1);
    expect(play.stage.tickets.size).toBeGreaterThan(MAX_MECHANICAL_ANSWERS);
  });

  it.each(['integration', 'assistant'] as const)('stop if an %s repeats the same text', (kind) => {
    const play = new Play(INTEGRATED).says('Oi');
    for (let turn = 0; turn < 60; turn++) {
      play.waits(5 / 60).says(`${turn}: ${AWAY}`);
      if (turn === 0 || play.ticket.automation.kind === kind) leaderAnswers(play, kind, 'Não entendi.');
    }
    const said = play.stage.messages.filter(({ saidBy }) => saidBy === 'answer');
    expect(said).toHaveLength(MAX_MECHANICAL_ANSWERS + 1);
    expect(play.ticket.automation).toEqual({ kind: 'none' });
  });
});

describe('a human customer gets every answer', () => {
  it('gets every answer while going through fifty steps as fast as possible by tapping', () => {
    const play = new Play(INTEGRATED).says('Oi');
    for (let step = 0; step < 50; step++) {
      leaderAnswers(play, 'integration', `Passo ${step}: escolha uma opção.`);
      play.says(String(step % 3));
    }
    expect(play.stage.messages.filter(({ saidBy }) => saidBy === 'answer')).toHaveLength(50);
    expect(play.stage.answerCount).toBeUndefined();
  });

  it('gets every answer while writing forty whole sentences to an assistant at human typing speed', () => {
    const play = new Play(INTEGRATED).says('Oi');
    const question = 'Queria saber se vocês têm o modelo novo em estoque e quanto custa a entrega.';
    for (let turn = 0; turn < 40; turn++) {
      leaderAnswers(play, 'assistant', `Resposta ${turn}: sim, temos.`);
      play.waits(question.length / 8 / 60).says(`${question} ${turn}`);
    }
    expect(play.stage.messages.filter(({ saidBy }) => saidBy === 'answer')).toHaveLength(40);
    expect(play.stage.answerCount).toBeUndefined();
  });

  it('gets every answer while going back and forth in a tree of options', () => {
    const tree = [option('Preços', {}, [option('Novo'), option('Usado')]), option('Entrega')];
    const play = new Play({ queues: [{ chatbots: tree }, {}] }).says('oi').says('1');
    for (let round = 0; round < 30; round++) {
      expect(play.asks('1')).toMatchObject([['option-tree', expect.stringContaining('[ 1 ] Novo')]]);
      expect(play.asks('0')).toMatchObject([['queue-greeting', expect.stringContaining('[ 1 ] Preços')]]);
    }
    expect(play.ticket).toMatchObject({ queueId: SALES, automation: { kind: 'options', optionId: '' } });
    expect(play.stage.answerCount).toBeUndefined();
  });
});
