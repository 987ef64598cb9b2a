import { ASSISTANT_ANSWER_DUE_AFTER_MS } from '@prosa/shared/messaging/assistant-call.ts';
import {
  ASSISTANT,
  answers,
  askedBy,
  assisted,
  automationOf,
  callsOf,
  helper,
} from '@prosa/tests/support/assisted-play.ts';
import { asks, asksAssistant, chainOf, pauses, says as saysIn } from '@prosa/tests/support/flows.ts';
import { BOT, bot, callsOf as integrationCallsOf, says } from '@prosa/tests/support/integrated-play.ts';
import { Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { callGroup } from './leader-call.ts';

const PEOPLE = { next: { goesTo: 'people' } } as const;

/** Plays a setup in which an assistant was removed. */
const without = (shop: Shop): Play => {
  const play = new Play(shop);
  const assistants = new Map([[ASSISTANT, undefined], ...play.setup.assistants]);
  play.setup = { ...play.setup, assistants };
  return play;
};

describe('the assistant of a connection', () => {
  it('is asked about the first message of a ticket, in the order of the ticket', () => {
    const play = new Play(assisted()).says('Vocês entregam?');
    const [call] = callsOf(play);
    expect(play.heard()).toEqual([]);
    expect(askedBy(play)).toEqual([['Vocês entregam?']]);
    expect(call).toMatchObject({ promptId: ASSISTANT, ticketId: play.ticket.id, companyId: 7 });
    expect(call?.groupId).toBe(callGroup(7, ASSISTANT, play.ticket.id));
    expect(automationOf(play)).toEqual({
      kind: 'assistant',
      promptId: ASSISTANT,
      waiting: [],
      isDisclosed: false,
      awaits: {
        token: call?.token,
        until: new Date(play.nowMs + ASSISTANT_ANSWER_DUE_AFTER_MS).toISOString(),
      },
    });
    expect(play.chatbotAt).not.toBeNull();
    expect(play.log).not.toContain('chatBot');
  });

  it('leads instead of the menu, of the only queue, and without queues', () => {
    for (const queueIds of [[SALES, SUPPORT], [SALES], []]) {
      const play = new Play(assisted({}, { connection: { queueIds } })).says('1');
      expect(play.heard()).toEqual([]);
      expect(askedBy(play)).toEqual([['1']]);
    }
  });

  it('leads before the integration of the connection', () => {
    const play = new Play(
      assisted({}, { integrations: [bot('n8n')], connection: { integrationId: BOT } }),
    ).says('Oi');
    expect(askedBy(play)).toEqual([['Oi']]);
    expect(integrationCallsOf(play)).toEqual([]);
    expect(play.ticket.integrationId).toBeNull();
  });

  it('asks about a whole burst at once, with its files', () => {
    const media = { mimeType: 'audio/ogg', size: 9, voice: true, source: 's' };
    const play = new Play(assisted()).writes('Oi').writes('tudo bem?').writes({ kind: 'audio', media });
    play.passes(1000);
    expect(callsOf(play)).toHaveLength(1);
    expect(callsOf(play)[0]?.messageIds).toHaveLength(3);
  });

  it.each([[[]], [[SALES]], [[SALES, SUPPORT]]])(
    'begins once for a ticket, with queues %j: after it people answer',
    (queueIds) => {
      const shop = assisted({}, { integrations: [bot('n8n')], connection: { queueIds, integrationId: BOT } });
      const play = new Play(shop).says('Oi');
      expect(answers(play, { ...says('Vou chamar alguém.'), ...PEOPLE })).toBe(true);
      expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
      play.heard();
      expect(play.asks('Alô?')).toEqual([]);
      expect(callsOf(play)).toHaveLength(1);
      expect(integrationCallsOf(play)).toEqual([]);
    },
  );

  it.each<[string, Shop]>([
    ['S-25: the plan has no assistants', { plan: { useIntegrations: true, useOpenAi: false } }],
    ['it was removed', { assistants: [] }],
  ])('is left out if %s', (_why, change) => {
    const shop = { ...assisted(), ...change };
    expect(without(shop).asks('Oi')).toMatchObject([['queue-menu', expect.any(String)]]);
    const integrated = { ...shop.connection, queueIds: [], integrationId: BOT };
    const play = without({ ...shop, connection: integrated, integrations: [bot('n8n')] }).says('Oi');
    expect(callsOf(play)).toEqual([]);
    expect(integrationCallsOf(play)).toHaveLength(1);
  });

  it('is not asked for a contact without automatic answers, or for an attended ticket', () => {
    const play = new Play(assisted()).says('Oi');
    answers(play);
    play.attendant({ status: 'open', queueId: SALES }).says('E agora?');
    expect(callsOf(play)).toHaveLength(1);
    play.attendant({ status: 'pending' }).says('Alguém?');
    expect(callsOf(play)).toHaveLength(1);
    const disabled = new Play(assisted());
    disabled.stage = { ...disabled.stage, contact: { ...disabled.stage.contact, disableBot: true } };
    expect(callsOf(disabled.says('Oi'))).toEqual([]);
  });

  it.each([false, true])('is never asked in a group, as a ticket or not: %s', (groupAsTicket) => {
    const play = new Play(assisted({}, { connection: { allowGroup: true, groupAsTicket } }));
    play.stage = { ...play.stage, contact: { ...play.stage.contact, isGroup: true } };
    expect(callsOf(play.says('Oi'))).toEqual([]);
  });

  it('is not asked outside the hours of the company', () => {
    const shop: Shop = {
      settings: { scheduleType: 'company' },
      company: { holidays: [{ date: '2026-11-20', name: '' }] },
      connection: { outOfHoursMessage: 'Fechado' },
    };
    const play = new Play(assisted({}, shop));
    expect(play.asks('Oi')).toEqual([['out-of-hours', 'Fechado']]);
    expect(callsOf(play)).toEqual([]);
  });

  it('that began in the hours of the only queue goes on after them', () => {
    const play = new Play(
      assisted({}, { settings: { scheduleType: 'queue' }, queues: [{ outOfHoursMessage: 'Fechado' }] }),
    ).says('Oi');
    answers(play);
    const holidays = [{ date: '2026-11-20', name: '' }];
    play.setup = { ...play.setup, company: { ...play.setup.company, holidays } };
    expect(play.asks('E agora?')).toEqual([]);
    expect(callsOf(play)).toHaveLength(2);
  });
});

describe('a flow that ends in an assistant', () => {
  const ending = (shop: Shop = {}): Shop => ({
    connection: { flowIdWelcome: 4 },
    flows: [chainOf([saysIn('Um momento'), asksAssistant(ASSISTANT)], { flowId: 4 })],
    assistants: [helper()],
    ...shop,
  });

  it('asks it about the message that began the flow', () => {
    const play = new Play(ending()).says('Cadê meu pedido?');
    expect(play.heard()).toEqual([['flow', 'Um momento']]);
    expect(askedBy(play)).toEqual([['Cadê meu pedido?']]);
    expect(automationOf(play).promptId).toBe(ASSISTANT);
  });

  it.each([
    ['an answer to the flow', [asks('Seu nome?', 'nome'), asksAssistant(ASSISTANT)], 0],
    ['a message before a pause', [pauses(60), asksAssistant(ASSISTANT)], 2],
  ])('asks it about the next message after %s', (_what, nodes, minutes) => {
    const play = new Play(ending({ flows: [chainOf(nodes, { flowId: 4 })] })).says('Oi');
    if (minutes === 0) play.says('Ana');
    play.waits(minutes);
    expect(automationOf(play).awaits).toBeNull();
    expect(callsOf(play)).toEqual([]);
    play.says('Cadê meu pedido?');
    expect(askedBy(play)).toEqual([['Cadê meu pedido?']]);
  });

  it('that begins with the choice of a queue asks it about the next message', () => {
    const play = new Play(
      ending({
        connection: {},
        integrations: [bot('flowbuilder', { flowId: 4 })],
        queues: [{ integrationId: BOT }, {}],
      }),
    );
    play.says('oi').says('1');
    expect(automationOf(play).awaits).toBeNull();
    play.says('Cadê meu pedido?');
    expect(askedBy(play)).toEqual([['Cadê meu pedido?']]);
  });

  it.each<[string, Shop]>([
    ['it was removed', { assistants: [] }],
    ['S-25: the plan has none', { plan: { useIntegrations: true, useOpenAi: false } }],
  ])('goes on to the menu if %s', (_why, change) => {
    const play = without(ending(change)).says('Oi');
    expect(play.heard()[0]).toEqual(['flow', 'Um momento']);
    expect(play.ticket.automation.kind).toBe('menu');
    expect(callsOf(play)).toEqual([]);
  });
});
