import type { FlowVersion } from '@prosa/shared/entities/flow.ts';
import type { Integration } from '@prosa/shared/entities/integration.ts';
import { INTEGRATION_ANSWER_DUE_AFTER_MS } from '@prosa/shared/messaging/integration-call.ts';
import { asksIntegration, chainOf, handsTo, offers, says as saysIn } from '@prosa/tests/support/flows.ts';
import {
  answers,
  askedBy,
  automationOf,
  BOT,
  bot,
  callsOf,
  led,
  says,
  switchedOn,
} from '@prosa/tests/support/integrated-play.ts';
import { option, Play, SALES, type Shop, SUPPORT } from '@prosa/tests/support/play.ts';
import { describe, expect, it } from 'vitest';
import { INTEGRATION } from '../tickets/automation.ts';
import { callGroup } from './leader-call.ts';

it('R23, S-47: all calls of a company are in 36 FIFO groups, those of an integration in 18 of them, and those of 18 new tickets in one each', () => {
  const groupsOf = (leaderId: number, count: number, companyId = 7) =>
    new Set(Array.from({ length: count }, (_, nth) => callGroup(companyId, leaderId, 5_040 + nth)));
  expect([groupsOf(BOT, 1_000).size, groupsOf(BOT, 18).size]).toEqual([18, 18]);
  expect([...groupsOf(BOT, 1_000)].filter((group) => groupsOf(BOT + 1, 1_000).has(group))).toEqual([]);
  const all = new Set(Array.from({ length: 50 }, (_, leader) => [...groupsOf(leader, 1_000)]).flat());
  expect(all.size).toBe(36);
  expect([...groupsOf(BOT, 1_000, 8)].filter((group) => all.has(group))).toEqual([]);
});

describe('the integration of a connection', () => {
  it('is asked about the first message of a ticket, in the order of the ticket', () => {
    const play = new Play(led('n8n')).says('Bom dia');
    const [call] = callsOf(play);
    expect(askedBy(play)).toEqual([['Bom dia']]);
    expect(call).toMatchObject({ integrationId: BOT, ticketId: play.ticket.id, companyId: 7 });
    expect(call?.groupId).toBe(callGroup(7, BOT, play.ticket.id));
    expect(play.ticket.integrationId).toBe(BOT);
    expect(automationOf(play)).toEqual({
      ...INTEGRATION,
      awaits: {
        token: call?.token,
        until: new Date(play.nowMs + INTEGRATION_ANSWER_DUE_AFTER_MS).toISOString(),
        parts: 0,
      },
    });
    expect(play.chatbotAt).not.toBeNull();
    expect(play.log).not.toContain('chatBot');
  });

  it('asks about a whole burst at once, with its files', () => {
    const media = { mimeType: 'image/png', size: 9, voice: false, source: 's' };
    const play = new Play(led('n8n')).writes('Oi').writes('tudo bem?').writes({ kind: 'image', media });
    play.passes(1000);
    expect(callsOf(play)).toHaveLength(1);
    expect(callsOf(play)[0]?.messageIds).toHaveLength(3);
  });

  it('leads instead of the menu, and of the only queue', () => {
    for (const queueIds of [[SALES, SUPPORT], [SALES]]) {
      const play = new Play(led('typebot', {}, { connection: { queueIds } })).says('1');
      expect(play.heard()).toEqual([]);
      expect(askedBy(play)).toEqual([['1']]);
    }
  });

  it('begins once for a ticket: after it people answer', () => {
    const play = new Play(led('n8n')).says('Oi');
    expect(answers(play, { ...says('Vou chamar alguém.'), next: { goesTo: 'people' } })).toBe(true);
    expect(play.ticket).toMatchObject({ status: 'pending', automation: { kind: 'none' } });
    play.says('Alô?');
    expect(callsOf(play)).toHaveLength(1);
  });

  it.each<[string, Shop]>([
    ['the plan has no integrations (S-25)', { plan: { useIntegrations: false, useOpenAi: false } }],
    ['it was removed', { integrations: [] }],
    ['it begins a flow that may not start', { integrations: [bot('flowbuilder', { flowId: 4 })] }],
  ])('is left out if %s', (_why, without) => {
    const shop = led('n8n', {}, { connection: { queueIds: [SALES, SUPPORT] } });
    const play = new Play({ ...shop, ...without });
    play.setup = {
      ...play.setup,
      flows: { flowsToStart: new Map([[4, undefined]]), flowVersions: new Map() },
      integrations: new Map([[BOT, undefined], ...play.setup.integrations]),
    };
    expect(play.asks('Oi')).toMatchObject([['queue-menu', expect.any(String)]]);
    expect(callsOf(play)).toEqual([]);
  });

  it('is not asked for a contact without automatic answers, or for an attended ticket', () => {
    const play = new Play(led('n8n')).says('Oi');
    answers(play);
    play.attendant({ status: 'open', queueId: SALES }).says('E agora?');
    expect(callsOf(play)).toHaveLength(1);
    const disabled = new Play(led('n8n'));
    disabled.stage = {
      ...disabled.stage,
      contact: { ...disabled.stage.contact, disableBot: true },
    };
    expect(callsOf(disabled.says('Oi'))).toEqual([]);
  });
});

describe('the integration of a queue', () => {
  const inQueue = (type: Integration['type'], queue: NonNullable<Shop['queues']>[number] = {}): Shop => ({
    integrations: [bot(type)],
    queues: [{ integrationId: BOT, ...queue }, {}],
  });

  it('leads after the greeting, and instead of the options', () => {
    const play = new Play(inQueue('typebot', { chatbots: [option('A'), option('B')] })).says('oi');
    play.heard();
    expect(play.asks('1')).toEqual([['queue-greeting', 'Bem-vindo à fila 1']]);
    expect(play.ticket).toMatchObject({ queueId: SALES, integrationId: BOT });
    // A choice is not a question for the bot: it begins by itself.
    expect(askedBy(play)).toEqual([[]]);
    expect(play.chatbotAt).not.toBeNull();
    expect(play.log).not.toContain('chatBot');
  });

  it('waits until the customer writes if it cannot begin by itself', () => {
    const play = new Play(inQueue('webhook')).says('oi').says('1');
    expect(automationOf(play)).toEqual(INTEGRATION);
    expect(callsOf(play)).toEqual([]);
    play.says('Quero comprar');
    expect(askedBy(play)).toEqual([['Quero comprar']]);
  });

  it('of the only queue is asked about the message that brought the customer', () => {
    const play = new Play({ integrations: [bot('n8n')], queues: [{ integrationId: BOT }] });
    play.says('Quero comprar');
    expect(askedBy(play)).toEqual([['Quero comprar']]);
    expect(play.chatbotAt).not.toBeNull();
  });

  it('does not begin outside the hours of the queue, and goes on after them', () => {
    const closed = {
      settings: { scheduleType: 'queue' },
      queues: [{ integrationId: BOT, outOfHoursMessage: 'Fechado', schedules: [] }, {}],
    } as const;
    const holidays = [{ date: '2026-11-20', name: '' }];
    const shop: Shop = {
      ...inQueue('typebot'),
      settings: closed.settings,
      queues: [...closed.queues.map((one) => ({ ...one, schedules: [] }))],
    };
    const play = new Play({ ...shop, company: { holidays } }).says('oi').says('1');
    expect(callsOf(play)).toEqual([]);
    expect(play.heard().at(-1)).toEqual(['queue-hours', 'Fechado']);
    const open = new Play(shop).says('oi').says('1');
    expect(callsOf(open)).toHaveLength(1);
    open.setup = { ...open.setup, company: { ...open.setup.company, holidays } };
    answers(open, says('Oi!'));
    open.heard();
    expect(open.asks('Quero comprar')).toEqual([]);
    expect(callsOf(open)).toHaveLength(2);
  });

  it('goes on with the options if the integration was removed', () => {
    const shop = inQueue('n8n', { chatbots: [option('A'), option('B')] });
    const play = new Play({
      ...shop,
      integrations: [],
      plan: { useIntegrations: false, useOpenAi: false },
    }).says('oi');
    expect(play.heard()).toHaveLength(1);
    expect(play.asks('1')).toEqual([['queue-greeting', expect.stringContaining('[ 1 ] A')]]);
  });
});

describe('an option of type integration', () => {
  const chatbots = [
    option('Robô', { queueType: 'integration', optIntegrationId: BOT, greetingMessage: 'Um momento' }),
    option('Pessoa', { queueType: 'queue', optQueueId: SUPPORT }),
  ];

  it('lets the integration lead in the queue of the option', () => {
    const play = new Play({ integrations: [bot('typebot')], queues: [{ chatbots }, {}] });
    play.says('oi').says('1');
    play.heard();
    expect(play.asks('1')).toEqual([['option-tree', 'Um momento']]);
    expect(play.ticket).toMatchObject({ queueId: SALES, integrationId: BOT, status: 'pending' });
    expect(askedBy(play)).toEqual([[]]);
  });

  it('lets the ticket wait in its queue if the plan has no integrations', () => {
    const play = new Play({ plan: { useIntegrations: false, useOpenAi: false }, queues: [{ chatbots }, {}] });
    play.says('oi').says('1').says('1');
    expect(play.ticket).toMatchObject({ queueId: SALES, automation: { kind: 'none' } });
  });
});

describe('an integration that begins a flow', () => {
  const menu = chainOf([offers('Escolha', 'A', 'B'), handsTo(SALES)], { flowId: 4 });
  const straight = chainOf([saysIn('Até a fila'), handsTo(SALES)], { flowId: 4 });
  const begins = (flow: FlowVersion, shop: Shop): Shop => ({
    flows: [flow],
    integrations: [bot('flowbuilder', { flowId: 4 })],
    ...shop,
  });

  it('begins it with the first message of a ticket', () => {
    const play = new Play(begins(menu, { connection: { queueIds: [], integrationId: BOT } })).says('Oi');
    expect(play.heard()).toMatchObject([['flow', expect.stringContaining('Escolha')]]);
    expect(play.ticket).toMatchObject({ automation: { kind: 'flow', flowId: 4 }, integrationId: BOT });
    expect(play.chatbotAt).not.toBeNull();
    expect(play.log).not.toContain('chatBot');
    expect(callsOf(play)).toEqual([]);
  });

  it('begins it in the queue, which does not begin it again when the flow ends there', () => {
    const queues = [{ integrationId: BOT }, {}];
    const play = new Play(begins(straight, { queues })).says('oi');
    play.heard();
    expect(play.asks('1').map(([rule]) => rule)).toEqual(['queue-greeting', 'flow', 'queue-greeting']);
    expect(play.ticket).toMatchObject({ queueId: SALES, automation: { kind: 'none' } });
  });

  it('begins it when an attendant switches it on', () => {
    const play = switchedOn(new Play(begins(menu, {})).says('oi'));
    play.heard();
    expect(play.asks('oi')).toMatchObject([['flow', expect.stringContaining('Escolha')]]);
  });
});

describe('a flow that ends in an integration', () => {
  const ending = (type: Integration['type'], shop: Shop = {}): Shop => ({
    connection: { queueIds: [SALES, SUPPORT], flowIdWelcome: 4 },
    flows: [chainOf([saysIn('Um momento'), asksIntegration(BOT)], { flowId: 4 })],
    integrations: [bot(type)],
    ...shop,
  });

  it('lets a Typebot begin by itself', () => {
    const play = new Play(ending('typebot')).says('Oi');
    expect(play.heard()).toEqual([['flow', 'Um momento']]);
    expect(askedBy(play)).toEqual([[]]);
    expect(play.ticket).toMatchObject({ integrationId: BOT, automation: { kind: 'integration' } });
  });

  it('asks another service about what the customer writes next', () => {
    const play = new Play(ending('n8n')).says('Oi');
    expect(callsOf(play)).toEqual([]);
    play.says('Cadê meu pedido?');
    expect(askedBy(play)).toEqual([['Cadê meu pedido?']]);
  });

  it('goes on to the menu if the integration was removed, or the plan has none', () => {
    for (const shop of [{ integrations: [] }, { plan: { useIntegrations: false, useOpenAi: false } }]) {
      const play = new Play(ending('typebot', shop));
      play.setup = { ...play.setup, integrations: new Map([[BOT, undefined], ...play.setup.integrations]) };
      play.says('Oi');
      expect(play.heard()[0]).toEqual(['flow', 'Um momento']);
      expect(play.ticket.automation.kind).toBe('menu');
      expect(callsOf(play)).toEqual([]);
    }
  });
});
