import { ASSISTANT_ANSWER_DUE_AFTER_MS } from '@prosa/shared/messaging/assistant-call.ts';
import {
  ASSISTANT,
  answers,
  askedBy,
  assisted,
  automationOf,
  callsOf,
} from '@prosa/tests/support/assisted-play.ts';
import { answersTo, BOT, bot, says, switchedOn } from '@prosa/tests/support/integrated-play.ts';
import { Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { facebook } from '../../channels/facebook/facebook.ts';
import { instagram } from '../../channels/instagram/instagram.ts';
import { whatsappApi } from '../../channels/whatsappapi/whatsapp-api.ts';
import { MAX_MECHANICAL_ANSWERS } from '../automatic/answer-limit.ts';
import { presentAutomation } from '../presenters/present-automation.ts';

const MINUTE_MS = 60_000;
const NO_QUEUES: Shop = { connection: { queueIds: [] } };

describe('messages while an answer is awaited', () => {
  it('wait, and are asked about next with a new token', () => {
    const play = new Play(assisted()).says('Um').says('Dois').says('Três');
    expect(askedBy(play)).toEqual([['Um']]);
    expect(automationOf(play).waiting).toHaveLength(2);
    const [first] = callsOf(play);
    expect(answers(play, says('Resposta'))).toBe(true);
    expect(play.heard()).toEqual([['answer', 'Resposta']]);
    expect(askedBy(play)).toEqual([['Um'], ['Dois', 'Três']]);
    expect(automationOf(play).waiting).toEqual([]);
    expect(callsOf(play)[1]?.token).not.toBe(first?.token);
    expect(answersTo(play, first?.token ?? '', says('De novo'))).toBe(false);
  });

  it('are at most twenty, the newest', () => {
    const play = new Play(assisted()).says('Oi');
    for (let n = 1; n <= 25; n++) play.says(`${n}`);
    answers(play);
    expect(askedBy(play)[1]).toEqual(Array.from({ length: 20 }, (_none, index) => `${index + 6}`));
  });

  it.each([
    ['to the menu', [SALES, SUPPORT], 'menu'],
    ['to people', [], 'none'],
  ])('are left %s if the assistant was removed meanwhile', (_to, queueIds, kind) => {
    const play = new Play(assisted({}, { connection: { queueIds } })).says('Um').says('Dois');
    play.setup = { ...play.setup, assistants: new Map([[ASSISTANT, undefined]]) };
    answers(play, says('Resposta'));
    expect(play.ticket.automation.kind).toBe(kind);
    expect(callsOf(play)).toHaveLength(1);
  });
});

describe('an answer of an assistant', () => {
  it('is taken once, and the next message is a new question', () => {
    const play = new Play(assisted()).says('Oi');
    expect(answers(play, { part: 1, ...says('Sem começo') })).toBe(false);
    expect(answers(play, says('Olá!'))).toBe(true);
    expect(answers(play, says('Olá!'))).toBe(false);
    expect(play.heard()).toEqual([['answer', 'Olá!']]);
    expect(automationOf(play).awaits).toBeNull();
    play.says('Quanto custa?');
    expect(askedBy(play)).toEqual([['Oi'], ['Quanto custa?']]);
  });

  it('may be a voice message, as a copy of its own', () => {
    const play = new Play(assisted()).says('Oi');
    const file = { key: 'f/7/x', mimeType: 'audio/ogg; codecs=opus', fileName: 'audio.ogg', size: 10 };
    answers(play, {
      says: [
        { text: '', file: { ...file, voice: true } },
        { text: '', file },
      ],
    });
    const told = play.stage.messages.filter(({ saidBy }) => saidBy === 'answer');
    expect(told.map(({ mediaType, media }) => [mediaType, media?.voice])).toEqual([
      ['audio', true],
      ['audio', false],
    ]);
    expect(play.stage.turns.at(-1)?.copies).toMatchObject([{ from: 'f/7/x' }, { from: 'f/7/x' }]);
  });

  it.each([
    ['the queue that it chose', SUPPORT, SUPPORT],
    ['no queue, if that was deleted', 99, null],
  ])('gives the ticket to people of %s', (_to, queueId, place) => {
    const play = new Play(assisted()).says('Quero falar com alguém');
    answers(play, { ...says('Já vou chamar.'), next: { goesTo: 'queue', queueId, userId: null } });
    expect(play.heard()).toEqual([['answer', 'Já vou chamar.']]);
    expect(play.ticket).toMatchObject({
      status: 'pending',
      queueId: place,
      userId: null,
      automation: { kind: 'none' },
    });
    play.says('Alô?');
    expect(callsOf(play)).toHaveLength(1);
  });
});

describe('who answers is told', () => {
  const OWN = 'Sou a Bia, assistente virtual da Loja.';
  const BY_SYSTEM = /virtual/i;

  it('once before the first answer, with the assistant’s own text', () => {
    const play = new Play(assisted({ disclosure: OWN })).says('Oi');
    expect(play.heard()).toEqual([]);
    answers(play, says('Olá!'));
    expect(play.heard()).toEqual([
      ['answer', OWN],
      ['answer', 'Olá!'],
    ]);
    expect(automationOf(play).isDisclosed).toBe(true);
    play.says('Quanto custa?');
    answers(play, says('Dez reais.'));
    expect(play.heard()).toEqual([['answer', 'Dez reais.']]);
  });

  it('again in the next ticket', () => {
    const play = new Play(assisted({ disclosure: OWN })).says('Oi');
    answers(play, { ...says('Olá!'), next: { goesTo: 'end' } });
    play.waits(600).says('Oi');
    answers(play, says('Olá de novo!'));
    expect(play.heard().filter(([, text]) => text === OWN)).toHaveLength(2);
  });

  it('not if the assistant says nothing', () => {
    const play = new Play(assisted({ disclosure: OWN })).says('Oi');
    answers(play, { next: { goesTo: 'people' } });
    expect(play.heard()).toEqual([]);
  });

  it.each([facebook, instagram])('by the system over $name, in the language of the company', (channel) => {
    for (const language of ['pt', 'en', 'es', 'tr'] as const) {
      const play = new Play(assisted({}, { channel, settings: { language } })).says('Oi');
      answers(play, says('Olá!'));
      const [first, second] = play.heard();
      expect(first).toEqual(['answer', expect.stringMatching(language === 'tr' ? /sanal/ : BY_SYSTEM)]);
      expect(second).toEqual(['answer', 'Olá!']);
    }
    const own = new Play(assisted({ disclosure: OWN }, { channel })).says('Oi');
    answers(own, says('Olá!'));
    expect(own.heard().map(([, text]) => text)).toEqual([OWN, 'Olá!']);
  });

  it('not without a text over WhatsApp, which demands none', () => {
    for (const channel of [undefined, whatsappApi]) {
      const play = new Play(assisted({}, channel && { channel })).says('Oi');
      answers(play, says('Olá!'));
      expect(play.heard()).toEqual([['answer', 'Olá!']]);
    }
  });
});

describe('a late answer changes nothing after the ticket', () => {
  it.each([
    ['was accepted', { status: 'open', queueId: SALES }],
    ['was transferred to a queue', { isTransfered: true, queueId: SUPPORT, userId: null }],
    ['was closed', { status: 'closed' }],
    ['got its automation switched off', { isBot: false }],
  ] as const)('%s', (_how, change) => {
    const play = new Play(assisted()).says('Oi');
    play.attendant(change);
    play.heard();
    expect(answers(play, says('Tarde'))).toBe(false);
    expect(play.ticket.automation.kind).not.toBe('assistant');
    expect(play.heard()).toEqual([]);
  });

  it('waited too long: people have it', () => {
    const play = new Play(assisted({}, NO_QUEUES)).says('Oi').says('Alô?');
    play.waits(ASSISTANT_ANSWER_DUE_AFTER_MS / MINUTE_MS + 1);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(answers(play, says('Tarde'))).toBe(false);
    expect(callsOf(play)).toHaveLength(1);
  });

  it('got an integration switched on instead', () => {
    const play = switchedOn(new Play(assisted({}, { integrations: [bot('n8n')] })).says('Oi'));
    expect(play.ticket).toMatchObject({ integrationId: BOT, automation: { kind: 'integration' } });
    expect(answers(play, says('Tarde'))).toBe(false);
  });
});

describe('a ticket that an assistant leads', () => {
  it('is shown as driven by a bot, and not by an integration or a flow', () => {
    const play = new Play(assisted()).says('Oi');
    expect(presentAutomation(play.ticket)).toMatchObject({
      isBot: true,
      useIntegration: false,
      flowWebhook: false,
      typebotStatus: false,
    });
  });

  it('is offered to no attendant, and goes to the queue for undecided customers in time', () => {
    const play = new Play(
      assisted(
        {},
        { settings: { userRandom: true }, connection: { timeSendQueue: 15, sendIdQueue: SUPPORT } },
      ),
    ).says('Oi');
    answers(play, says('Olá!'));
    play.waits(14);
    expect(play.ticket).toMatchObject({ queueId: null, userId: null, automation: { kind: 'assistant' } });
    play.waits(2);
    expect(play.ticket).toMatchObject({ queueId: SUPPORT, automation: { kind: 'none' } });
  });

  it.each([
    ['S-25: the plan loses assistants', { plan: { useIntegrations: true, useOpenAi: false } }],
    ['the assistant is removed', { assistants: new Map([[ASSISTANT, undefined]]) }],
  ])('gets the menu if %s', (_why, change) => {
    const play = new Play(assisted()).says('Oi');
    answers(play, says('Olá!'));
    play.setup = { ...play.setup, ...change };
    play.heard();
    expect(play.asks('Oi')).toMatchObject([['queue-menu', expect.any(String)]]);
    expect(callsOf(play)).toHaveLength(1);
  });
});

describe('S-49: a machine that talks to an assistant', () => {
  it('gets about twenty answers, even if both say something else each time', () => {
    const play = new Play(assisted({ disclosure: 'Sou um robô' }, NO_QUEUES)).says('Oi');
    const long = 'Olá! No momento não estamos disponíveis. Responderemos assim que possível, obrigado.';
    for (let turn = 0; turn < 60; turn++) {
      answers(play, says(`Resposta ${turn}`));
      play.says(`${turn}: ${long}`);
    }
    expect(callsOf(play).length).toBeLessThanOrEqual(MAX_MECHANICAL_ANSWERS + 2);
    expect(callsOf(play).length).toBeGreaterThanOrEqual(MAX_MECHANICAL_ANSWERS);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
  });
});
