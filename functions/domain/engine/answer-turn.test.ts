import type { Automation } from '@prosa/shared/entities/automation.ts';
import { Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { instagram } from '../../channels/instagram/instagram.ts';
import { INTEGRATION } from '../tickets/automation.ts';
import { instantOf, turnOn, withTicket } from '../turns/turn.ts';
import { type Answer, answerTurn } from './answer-turn.ts';
import { activeTicket, take, worldOn } from './rehearsal.ts';

const TOKEN = 'question-1';
const LIMIT_MINUTES = 2;

/** A conversation whose integration was asked a question. */
const asked = (shop: Shop = {}): Play => {
  const play = new Play({ connection: { queueIds: [] }, ...shop }).says('oi');
  const ticket = activeTicket(play.stage);
  if (ticket === undefined) throw new Error('no ticket');
  const until = instantOf({ nowMs: play.nowMs + LIMIT_MINUTES * 60_000 });
  const automation: Automation = { ...INTEGRATION, awaits: { token: TOKEN, until, parts: 0 } };
  const turn = withTicket(turnOn(ticket), (one) => ({ ...one, automation }));
  play.stage = take(play.stage, turn, play.setup, play.moment());
  play.heard();
  return play;
};

const answers = (play: Play, answer: Partial<Answer> = {}): boolean => {
  const ticket = activeTicket(play.stage);
  if (ticket === undefined) return false;
  const whole: Parameters<typeof answerTurn>[1] = {
    token: TOKEN,
    part: 0,
    says: [{ text: 'Seu pedido saiu.' }],
    next: { goesTo: 'automation' },
    ...answer,
  };
  const turn = answerTurn(ticket, whole, worldOn(play.stage, play.setup), play.moment());
  if (turn !== undefined) play.stage = take(play.stage, turn, play.setup, play.moment());
  return turn !== undefined;
};

describe('an answer that a ticket’s automation awaits', () => {
  it('is sent once, and the automation goes on without awaiting it', () => {
    const play = asked();
    expect(answers(play)).toBe(true);
    expect(play.heard()).toEqual([['answer', 'Seu pedido saiu.']]);
    expect(play.ticket.automation).toEqual(INTEGRATION);
    expect(answers(play)).toBe(false);
    expect(play.heard()).toEqual([]);
  });

  it('changes nothing with a different token', () => {
    const play = asked();
    expect(answers(play, { token: 'question-0' })).toBe(false);
    expect(play.ticket.automation).toMatchObject({ awaits: { token: TOKEN } });
  });

  it('changes nothing after an attendant accepted the ticket', () => {
    const play = asked().attendant({ status: 'open', queueId: SALES });
    expect(play.ticket).toMatchObject({ status: 'open', automation: { kind: 'none' } });
    expect(answers(play)).toBe(false);
  });

  it('changes nothing after its timeout, when the ticket already waits for attendants', () => {
    const play = asked().waits(LIMIT_MINUTES + 1);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(answers(play)).toBe(false);
    expect(play.heard()).toEqual([]);
  });

  it.each([
    ['a queue', { goesTo: 'queue', queueId: SUPPORT, userId: null }, { queueId: SUPPORT, userId: null }],
    [
      'an attendant of the queue',
      { goesTo: 'queue', queueId: SUPPORT, userId: 2 },
      { queueId: SUPPORT, userId: 2 },
    ],
    [
      'the queue alone where the attendant does not work in it',
      { goesTo: 'queue', queueId: SALES, userId: 2 },
      { queueId: SALES, userId: null },
    ],
    [
      'people where the queue is gone',
      { goesTo: 'queue', queueId: 99, userId: null },
      { queueId: null, userId: null },
    ],
    ['people', { goesTo: 'people' }, { queueId: null, userId: null }],
  ] as const)('moves the ticket to %s', (_to, next, place) => {
    const play = asked();
    answers(play, { next });
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' }, ...place });
  });

  it('ends the conversation if it says so', () => {
    const play = asked();
    answers(play, { says: [{ text: 'Obrigado!' }], next: { goesTo: 'end' } });
    expect(play.heard()).toEqual([['answer', 'Obrigado!']]);
    expect(play.ticket).toMatchObject({ status: 'closed', automation: { kind: 'none' } });
  });

  it('has room in one transaction, also where a long text needs several messages', () => {
    const play = asked({ channel: instagram });
    answers(play, { says: Array.from({ length: 20 }, (_none, n) => ({ text: `${n} `.repeat(2000) })) });
    const { messages, calls } = play.stage.turns.at(-1) ?? { messages: [], calls: [] };
    expect(messages.length).toBeGreaterThanOrEqual(30);
    expect(messages.length + calls.length).toBeLessThan(80);
  });
});
