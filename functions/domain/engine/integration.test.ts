import { INTEGRATION_ANSWER_DUE_AFTER_MS } from '@prosa/shared/messaging/integration-call.ts';
import {
  answers,
  askedBy,
  automationOf,
  bot,
  callsOf,
  led,
  says,
  switchedOn,
} from '@prosa/tests/support/integrated-play.ts';
import { Play, SALES, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { MAX_MECHANICAL_ANSWERS } from '../automatic/answer-limit.ts';
import { INTEGRATION } from '../tickets/automation.ts';

const MINUTE_MS = 60_000;

describe('messages while an answer is awaited', () => {
  it('wait, and are asked about next with a new token', () => {
    const play = new Play(led('n8n')).says('Um').says('Dois').says('Três');
    expect(askedBy(play)).toEqual([['Um']]);
    expect(automationOf(play).waiting).toHaveLength(2);
    const [first] = callsOf(play);
    expect(answers(play, says('Resposta'))).toBe(true);
    expect(play.heard()).toEqual([['answer', 'Resposta']]);
    expect(askedBy(play)).toEqual([['Um'], ['Dois', 'Três']]);
    expect(automationOf(play)).toMatchObject({ waiting: [], awaits: { parts: 0 } });
    expect(callsOf(play)[1]?.token).not.toBe(first?.token);
    expect(answers(play, { token: first?.token ?? '', ...says('De novo') })).toBe(false);
  });

  it('are at most twenty, the newest', () => {
    const play = new Play(led('n8n')).says('Oi');
    for (let n = 1; n <= 25; n++) play.says(`${n}`);
    answers(play);
    expect(askedBy(play)[1]).toEqual(Array.from({ length: 20 }, (_none, index) => `${index + 6}`));
  });

  it('are left to people if the integration was removed meanwhile', () => {
    const play = new Play(led('n8n')).says('Um').says('Dois');
    play.setup = { ...play.setup, plan: { useIntegrations: false, useOpenAi: false } };
    answers(play, says('Resposta'));
    expect(play.ticket.automation).toEqual({ kind: 'none' });
    expect(callsOf(play)).toHaveLength(1);
  });
});

describe('an answer in parts', () => {
  it('keeps awaiting until the last part; each part is taken once and in order', () => {
    const play = new Play(led('typebot')).says('Oi');
    const more = { goesTo: 'more' } as const;
    const session = { id: 's7', startedAt: '2026-11-20T13:00:00.000Z', state: 'i1' };
    expect(answers(play, { part: 1, ...says('Cedo demais') })).toBe(false);
    expect(answers(play, { ...says('Um'), session, next: more })).toBe(true);
    expect(answers(play, { ...says('Um'), session, next: more })).toBe(false);
    expect(automationOf(play)).toMatchObject({ awaits: { parts: 1 }, session });
    play.says('Espera');
    expect(callsOf(play)).toHaveLength(1);
    expect(answers(play, { part: 1, ...says('Dois') })).toBe(true);
    expect(play.heard().map(([, text]) => text)).toEqual(['Um', 'Dois']);
    expect(automationOf(play).session).toEqual(session);
    expect(askedBy(play)).toEqual([['Oi'], ['Espera']]);
  });

  it('goes to people if the rest does not come', () => {
    const play = new Play(led('typebot')).says('Oi');
    answers(play, { ...says('Um'), next: { goesTo: 'more' } });
    play.waits(INTEGRATION_ANSWER_DUE_AFTER_MS / MINUTE_MS + 1);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(answers(play, { part: 1, ...says('Dois') })).toBe(false);
  });

  it('may carry files, each as a copy of the message', () => {
    const play = new Play(led('typebot')).says('Oi');
    const file = { key: 't/7/x', mimeType: 'image/png', fileName: 'a.png', size: 10 };
    answers(play, {
      says: [
        { text: 'Veja', file },
        { text: '', file: { ...file, mimeType: 'application/pdf' } },
      ],
    });
    const told = play.stage.messages.filter(({ saidBy }) => saidBy === 'answer');
    expect(told.map(({ mediaType, body }) => [mediaType, body])).toEqual([
      ['image', 'Veja'],
      ['application', ''],
    ]);
    expect(play.stage.turns.at(-1)?.copies).toMatchObject([{ from: 't/7/x' }, { from: 't/7/x' }]);
  });
});

describe('the words of Typebot', () => {
  const words = {
    typebotKeywordFinish: 'Encerrar',
    typebotKeywordRestart: 'Recomeçar',
    typebotRestartMessage: 'De novo!',
  };

  it('end the conversation with the farewell, even while an answer is awaited', () => {
    const play = new Play(led('typebot', words)).says('Oi');
    const [first] = callsOf(play);
    expect(play.asks(' ENCERRAR ')).toEqual([['farewell', 'Até logo']]);
    expect(play.ticket).toMatchObject({ status: 'closed', automation: { kind: 'none' } });
    expect(answers(play, { token: first?.token ?? '', ...says('Tarde') })).toBe(false);
  });

  it('begin it anew with the next message', () => {
    const play = new Play(led('typebot', words)).says('Oi');
    answers(play, { ...says('Olá'), session: { id: 's', startedAt: '2026-11-20T13:00:00.000Z', state: '' } });
    play.heard();
    expect(play.asks('recomecar')).toEqual([['answer', 'De novo!']]);
    expect(automationOf(play)).toEqual(INTEGRATION);
    play.says('Oi de novo');
    expect(askedBy(play)).toEqual([['Oi'], ['Oi de novo']]);
  });

  it('have to be the whole text, and count only for Typebot', () => {
    const play = new Play(led('typebot', words)).says('quero encerrar').says('ok');
    expect(askedBy(play)).toEqual([['quero encerrar']]);
    expect(play.ticket.status).toBe('pending');
    expect(new Play(led('n8n', words)).says('encerrar').ticket.status).toBe('pending');
    expect(new Play(led('typebot')).says(' ').ticket.status).toBe('pending');
  });
});

describe('an integration that an attendant switches', () => {
  it('is asked about the next message, and off gives the menu back', () => {
    const play = switchedOn(new Play({ integrations: [bot('n8n')] }).says('oi'));
    play.heard();
    expect(play.asks('1')).toEqual([]);
    expect(askedBy(play)).toEqual([['1']]);
    play.attendant({ useIntegration: false });
    expect(answers(play, says('Tarde'))).toBe(false);
    expect(play.asks('oi')).toMatchObject([['queue-menu', expect.any(String)]]);
  });

  it('gives way to the menu if the plan loses integrations (S-25)', () => {
    const play = switchedOn(new Play({ integrations: [bot('n8n')] }).says('oi'));
    play.setup = { ...play.setup, plan: { useIntegrations: false, useOpenAi: false } };
    play.heard();
    expect(play.asks('oi')).toMatchObject([['queue-menu', expect.any(String)]]);
    expect(callsOf(play)).toEqual([]);
  });
});

describe('a late answer changes nothing after the ticket', () => {
  it.each([
    ['was accepted', { status: 'open', queueId: SALES }],
    ['was transferred to a queue', { isTransfered: true, queueId: SUPPORT, userId: null }],
    ['was closed', { status: 'closed' }],
    ['got its integration switched off', { useIntegration: false }],
    ['got its automation switched off', { isBot: false }],
  ] as const)('%s', (_how, change) => {
    const play = new Play(led('n8n')).says('Oi');
    play.attendant(change);
    play.heard();
    expect(answers(play, says('Tarde'))).toBe(false);
    expect(play.ticket.automation.kind).not.toBe('integration');
    expect(play.heard()).toEqual([]);
  });

  it('waited too long: people have it', () => {
    const play = new Play(led('n8n')).says('Oi').says('Alô?');
    play.waits(INTEGRATION_ANSWER_DUE_AFTER_MS / MINUTE_MS + 1);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    expect(answers(play, says('Tarde'))).toBe(false);
    expect(callsOf(play)).toHaveLength(1);
  });
});

describe('S-49: a machine that talks to an integration', () => {
  it('gets about twenty answers, even if both say something else each time', () => {
    const play = new Play(led('n8n')).says('Oi');
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
