import { campaignSchema } from '@prosa/shared/entities/campaign.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import { contactSchema } from '@prosa/shared/entities/contact.ts';
import { companySettingsSchema } from '@prosa/shared/entities/settings.ts';
import { type Conversation, type Ticket, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { CAMPAIGN_SEND_WAIT_MS } from '@prosa/shared/rules/send-failure.ts';
import { describe, expect, it } from 'vitest';
import { whatsapp } from '../../channels/whatsapp/whatsapp.ts';
import { createSystemIds } from '../../platform/ids.ts';
import { closingKey, type EngineWorld, NOTHING_KNOWN } from '../engine/world.ts';
import type { InboundDecision } from '../inbound/decide-message.ts';
import { parseMessageId, receiverOfMessage } from '../message-id.ts';
import { MENU, NO_AUTOMATION } from '../tickets/automation.ts';
import { takenIn } from '../turns/message-turns.ts';
import { newTicket } from '../turns/ticket-turns.ts';
import { mergeTurns, type Stored, type Turn, ticketOf, turnOn } from '../turns/turn.ts';
import { sendToReceiver } from '../turns/unkept-sends.ts';
import { answeredDecision, answeredTurn, isAnsweredByRules } from './answered-turn.ts';
import { campaignRetryTurn, campaignTurn } from './campaign-turn.ts';

const NOW_MS = Date.UTC(2026, 10, 20, 13);
const moment = { nowMs: NOW_MS, ids: createSystemIds() };
const AT = new Date(NOW_MS - 60_000).toISOString();
const stored = { version: 4, rowCreatedAt: AT, rowUpdatedAt: AT };

const contact = {
  ...contactSchema.parse({
    companyId: 7,
    id: 3,
    name: 'Ana',
    number: '5511988887777',
    channel: 'whatsapp',
    identities: [{ kind: 'phone', value: '5511988887777' }],
  }),
  ...stored,
};
const conversation: Stored<Conversation> | undefined = undefined;
const activeTicket = (fields: Partial<Ticket> = {}): Stored<Ticket> => ({
  ...ticketSchema.parse({
    companyId: 7,
    id: 12,
    uuid: '0000000c-0000-8000-8000-000000000000',
    status: 'open',
    channel: 'whatsapp',
    contactId: 3,
    contact: { id: 3, name: 'Ana', number: '5511988887777' },
    connectionId: 2,
    queueId: 5,
    userId: 9,
    activityAt: AT,
    unreadMessages: 2,
    ...fields,
  }),
  ...stored,
});
const campaignWith = (fields: object) =>
  campaignSchema.parse({
    companyId: 7,
    id: 4,
    name: 'Black Friday',
    messages: ['Oi'],
    status: 'running',
    connectionId: 2,
    createdById: 1,
    openTicket: true,
    ...fields,
  });
const turnWith = (
  fields: object,
  place: { queueId: number | null; userId: number | null } = { queueId: 6, userId: null },
  active?: Stored<Ticket>,
): Turn =>
  campaignTurn(
    {
      campaign: campaignWith(fields),
      contact,
      connection: { id: 2, channel: 'whatsapp' },
      channel: whatsapp.inBulk,
      conversation,
      active,
      ticketId: 40,
      previousClosed: undefined,
      place,
      drafts: [{ body: 'Oi Ana', userId: null, saidBy: 'campaign', campaign: { id: 4, position: 8 } }],
      copies: [],
    },
    moment,
  );

describe('a message of a campaign in a ticket', () => {
  it.each([
    ['closed', { queueId: 6, userId: null }, 'closed'],
    ['pending', { queueId: 6, userId: 9 }, 'pending'],
    ['open', { queueId: 6, userId: 9 }, 'open'],
    // Nobody attends it, so it waits.
    ['open', { queueId: 6, userId: null }, 'pending'],
  ])('with the status %s and the place %o begins a ticket that is %s', (ticketStatus, place, status) => {
    const turn = turnWith({ ticketStatus }, place);
    expect(ticketOf(turn)).toMatchObject({ id: 40, status, queueId: 6, isActiveDemand: true });
    expect(turn.logs.filter(({ type }) => type === 'campaign')).toMatchObject([{ campaign: 'Black Friday' }]);
  });

  it('leaves an active ticket as it is, with the messages of the customer unread', () => {
    const turn = turnWith({ ticketStatus: 'closed' }, { queueId: 6, userId: null }, activeTicket());
    expect(ticketOf(turn)).toMatchObject({
      id: 12,
      status: 'open',
      queueId: 5,
      userId: 9,
      unreadMessages: 2,
      lastMessage: 'Oi Ana',
    });
  });

  it('waits in the bulk lane behind the other campaigns of its connection, and names its receiver', () => {
    const turn = turnWith({});
    expect(turn.messages[0]?.after).toMatchObject({
      saidBy: 'campaign',
      campaign: { id: 4, position: 8 },
      sendState: 'pending',
    });
    const [call] = turn.calls;
    expect(call).toMatchObject({ queue: 'session-bulk-0', groupId: '7:2:campaign' });
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ waitsUntil: NOW_MS + CAMPAIGN_SEND_WAIT_MS });
    const dueMs = Date.parse(turn.messages[0]?.after.outcomeDueAt ?? '');
    expect(dueMs).toBeGreaterThan(NOW_MS + CAMPAIGN_SEND_WAIT_MS);
  });

  it('is the same message when its send has to be tried again', () => {
    const [sent] = turnWith({}).messages;
    if (sent === undefined) throw new Error('nothing sent');
    const failed = { ...sent.after, sendState: 'failed' as const, ...stored };
    const again = campaignRetryTurn(failed, activeTicket(), whatsapp.inBulk, moment);
    expect(again.messages).toMatchObject([
      { after: { id: sent.after.id, attempt: 2, sendState: 'pending' } },
    ]);
    expect(again.calls).toMatchObject([{ groupId: '7:2:campaign' }]);
  });
});

it('a message without a ticket names its receiver in its id, the last one if there are several', () => {
  const { calls, messageId } = sendToReceiver(
    {
      companyId: 7,
      connectionId: 2,
      to: { kind: 'phone', value: '5511988887777' },
      drafts: [
        { body: 'Oi', userId: null },
        { body: 'Tchau', userId: null },
      ],
      receiver: { campaignId: 4, position: 8 },
    },
    whatsapp.inBulk,
    moment,
  );
  expect(receiverOfMessage(parseMessageId(messageId))).toEqual({ campaignId: 4, position: 8 });
  const commands = calls.map(({ body }) => JSON.parse(body));
  expect(commands.map(({ content }) => content.text)).toEqual(['Oi', 'Tchau']);
  expect(commands[1].messageId).toBe(messageId);
  expect(parseMessageId(commands[0].messageId)?.contactId).toBe(0);
  expect(whatsapp.ids.of === 'ours' && whatsapp.ids.read(commands[1].providerMessageId, 2)).toMatchObject(
    parseMessageId(messageId) ?? {},
  );
});

describe('an answer to a campaign', () => {
  type Store = Extract<InboundDecision, { kind: 'store' }>;
  const decisionOf = (ticket: Store['ticket']): Store => ({
    kind: 'store',
    sentAtMs: NOW_MS,
    message: {
      body: 'sair',
      mediaType: 'extendedTextMessage',
      media: null,
      dataJson: null,
      fromMe: false,
      isForwarded: false,
      ack: 0,
      sendState: 'received',
    },
    ticket,
    file: undefined,
  });
  const CREATE = {
    action: 'create',
    status: 'pending',
    queueId: null,
    userId: null,
    isActiveDemand: false,
    automation: MENU,
  } as const;
  const reply = (meaning: 'other' | 'opt-out', isNewOptOut = false) => ({
    campaign: { name: 'Black Friday', queueId: 6 },
    meaning,
    isNewOptOut,
  });
  const queues = new Set([6]);

  it('waits in the queue of the campaign without a menu, unless it is the contact of a wallet', () => {
    const decided = answeredDecision(decisionOf(CREATE), reply('other'), queues);
    expect(decided.ticket).toMatchObject({ queueId: 6, automation: NO_AUTOMATION });
    const wallet = decisionOf({ ...CREATE, userId: 9, queueId: 5 });
    expect(answeredDecision(wallet, reply('other'), queues)).toBe(wallet);
    expect(answeredDecision(decisionOf(CREATE), reply('other'), new Set()).ticket).toMatchObject({
      automation: MENU,
    });
    const going = decisionOf({ action: 'continue' });
    expect(answeredDecision(going, reply('other'), queues)).toBe(going);
  });

  it('that opts out is answered by the automation of its ticket only if that is in the middle of it', () => {
    expect(isAnsweredByRules(decisionOf(CREATE), reply('opt-out'))).toBe(false);
    expect(isAnsweredByRules(decisionOf({ action: 'continue' }), reply('opt-out'))).toBe(true);
    expect(isAnsweredByRules(decisionOf(CREATE), reply('other'))).toBe(true);
  });

  const world: EngineWorld = {
    company: { name: 'Loja', timeZone: 'America/Sao_Paulo', schedules: [], holidays: [] },
    settings: companySettingsSchema.parse({ companyId: 7 }),
    plan: { useIntegrations: false, useOpenAi: false },
    queues: new Map(),
    users: new Map(),
    lanes: new Map(),
    flowPhrases: [],
    isExpired: false,
    downloadLimitMb: 64,
    chance: 0,
    newFileKey: () => 'k',
    known: {
      ...NOTHING_KNOWN,
      closing: new Map([[closingKey({ id: 40, queueId: 6 }), { conversation: undefined }]]),
    },
    channel: whatsapp,
    connection: connectionSchema.parse({ companyId: 7, id: 2, name: 'Matriz', channel: 'whatsapp' }),
  };
  const begun = (): Turn => {
    const turn = newTicket(
      {
        ticketId: 40,
        contact,
        connectionId: 2,
        channel: 'whatsapp',
        conversation,
        status: 'pending',
        queueId: 6,
        isActiveDemand: false,
      },
      moment,
    );
    const message = takenIn(ticketOf(turn), { fromMe: false, body: 'sair' }, NOW_MS, moment);
    return mergeTurns(turn, { messages: [{ before: undefined, after: message }] });
  };

  it('names the campaign in the log of its new ticket', () => {
    const turn = answeredTurn(begun(), decisionOf(CREATE), reply('other'), world, moment);
    expect(turn.logs.map(({ type, campaign }) => [type, campaign])).toEqual([
      ['create', ''],
      ['campaign', 'Black Friday'],
    ]);
    expect(ticketOf(turn).status).toBe('pending');
    expect(turn.calls).toEqual([]);
  });

  it('that opts out is told so, and leaves no ticket that waits', () => {
    const turn = answeredTurn(begun(), decisionOf(CREATE), reply('opt-out', true), world, moment);
    expect(turn.messages.map(({ after }) => [after.saidBy, after.fromMe])).toEqual([
      ['', false],
      ['campaign-opt-out', true],
    ]);
    expect(ticketOf(turn).status).toBe('closed');
    const going = answeredTurn(
      turnOn(activeTicket()),
      decisionOf({ action: 'continue' }),
      reply('opt-out', true),
      world,
      moment,
    );
    expect(ticketOf(going).status).toBe('open');
    expect(going.messages).toMatchObject([{ after: { saidBy: 'campaign-opt-out' } }]);
  });
});
