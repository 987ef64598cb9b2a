import { type Ticket, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { TICKET_STATUSES, type TicketStatus } from '@prosa/shared/entities/ticket-terms.ts';
import { describe, expect, it } from 'vitest';
import { createSystemIds } from '../../platform/ids.ts';
import type { Moment } from '../turns/turn.ts';
import { newAttendance } from './attendance.ts';
import { CONSENT, INTEGRATION, MENU, OPTIONS } from './automation.ts';
import {
  type ChangedTicket,
  decideTicketUpdate,
  isTaken,
  type TicketActor,
  type TicketChange,
  type TicketDecision,
  type TicketWorld,
  TRANSITIONS,
} from './decide-ticket-update.ts';

const NOW = '2026-11-21T12:00:00.000Z';
const EARLIER = '2026-11-21T10:00:00.000Z';
const [ME, OTHER, INACTIVE] = [7, 8, 9];
const [SALES, SUPPORT, CLOSING] = [1, 2, 3];

const momentAt = (at: string, id: string): Moment => ({
  nowMs: Date.parse(at),
  ids: { ...createSystemIds(), sortable: () => id },
});

const ticket = (fields: Partial<Ticket> = {}): Ticket => ({
  ...ticketSchema.parse({
    companyId: 2,
    id: 50,
    uuid: '00000032-0000-8000-8000-000000000000',
    status: 'pending',
    channel: 'whatsapp',
    contactId: 4,
    contact: { id: 4, name: 'Ana', number: '5511988887777' },
    connectionId: 1,
    queueId: SALES,
    activityAt: EARLIER,
    automation: { kind: 'options', prompts: 2 },
  }),
  ...fields,
});

const change = (fields: Partial<TicketChange> = {}): TicketChange => ({
  sendFarewellMessage: true,
  sendGreetingMessage: true,
  isTransfered: false,
  ...fields,
});

const user = (fields: Partial<TicketActor['viewer']> = {}): TicketActor => ({
  viewer: {
    id: ME,
    profile: 'user',
    super: false,
    queueIds: [SALES],
    connectionId: null,
    allTicket: false,
    allowGroup: false,
    allHistoric: false,
    allUserChat: false,
    ...fields,
  },
  isAdmin: false,
  closesPending: true,
});
const admin: TicketActor = {
  ...user({ profile: 'admin', queueIds: [SALES, SUPPORT, CLOSING] }),
  isAdmin: true,
};

const world = (
  settings: Partial<TicketWorld['settings']> = {},
  connection: TicketWorld['connection'] = {
    complationMessage: 'Até logo',
    ratingMessage: 'De 0 a 10?',
    groupAsTicket: false,
    connected: true,
  },
): TicketWorld => ({
  settings: {
    requiredTag: false,
    sendFarewellWaitingTicket: false,
    sendMsgTransfTicket: false,
    transferMessage: '',
    closeTicketOnTransfer: false,
    sendGreetingAccepted: false,
    greetingAcceptedMessage: '',
    userRating: false,
    ...settings,
  },
  plan: { useIntegrations: true },
  queues: new Map([
    [SALES, { closeTicket: false }],
    [SUPPORT, { closeTicket: false }],
    [CLOSING, { closeTicket: true }],
  ]),
  users: new Map([
    [ME, { active: true }],
    [OTHER, { active: true }],
    [INACTIVE, { active: false }],
  ]),
  farewellMessage: '',
  connection,
});

const decide = (
  before: Ticket,
  asked: Partial<TicketChange>,
  options: { actor?: TicketActor; world?: TicketWorld } = {},
): TicketDecision =>
  decideTicketUpdate(
    {
      ticket: before,
      attendance:
        before.status === 'closed' ? undefined : newAttendance(before, momentAt(EARLIER, 'stretch-1'), false),
    },
    change(asked),
    options.actor ?? user(),
    { ...(options.world ?? world()), farewellMessage: before.userId === OTHER ? 'Tchau, {{firstName}}' : '' },
    momentAt(NOW, 'stretch-2'),
  );

const changed = (decision: TicketDecision): ChangedTicket => {
  if (decision.kind !== 'changed') throw new Error(`was ${JSON.stringify(decision)}`);
  return decision;
};
const logs = (decision: TicketDecision) =>
  changed(decision).logs.map(({ type, userId }) => `${type}:${userId}`);

describe('the greeting when a ticket is accepted', () => {
  const greets = { sendGreetingAccepted: true, greetingAcceptedMessage: 'Olá, {{firstName}}' };
  const said = { template: 'Olá, {{firstName}}', by: 'attendant' };
  const groups = (groupAsTicket: boolean) => ({
    complationMessage: '',
    groupAsTicket,
    ratingMessage: '',
    connected: true,
  });
  it.each([
    ['is said to who waited', {}, {}, world(greets), said],
    [
      'waits for a connection that is down',
      {},
      {},
      world(greets, { ...groups(false), connected: false, ratingMessage: '' }),
      said,
    ],
    [
      'is not said where the company does not greet',
      {},
      {},
      world({ ...greets, sendGreetingAccepted: false }),
      null,
    ],
    ['is not said without a text', {}, {}, world({ ...greets, greetingAcceptedMessage: ' ' }), null],
    ['is not said where a return is undone', {}, { sendGreetingMessage: false }, world(greets), null],
    ['is not said to a ticket that was open', { status: 'open' }, {}, world(greets), null],
    ['is not said on reopening', { status: 'closed' }, {}, world(greets), null],
    ['is not said to a group', { isGroup: true }, {}, world(greets, groups(false)), null],
    [
      'is said to a group that is handled as a ticket',
      { isGroup: true },
      {},
      world(greets, groups(true)),
      said,
    ],
  ] as const)('%s', (_name, before, asked, greeting, expected) => {
    const decision = decide(ticket(before), { status: 'open', ...asked }, { world: greeting });
    expect(changed(decision).text).toEqual(expected);
  });

  it('is sent once, because accepting a ticket again changes nothing for its attendant', () => {
    const { after } = changed(decide(ticket(), { status: 'open' }, { world: world(greets) }));
    expect(decide(after, { status: 'open' }, { world: world(greets) })).toEqual({ kind: 'unchanged' });
  });
});

describe('the integration of a ticket', () => {
  const without = { ...world(), plan: { useIntegrations: false } };
  it('can be switched on and off', () => {
    const before = ticket({ status: 'open', userId: ME, integrationId: 4 });
    const { after } = changed(decide(before, { useIntegration: true }));
    expect(after).toMatchObject({
      automation: { kind: 'integration', session: null },
      status: 'open',
      userId: ME,
      activityAt: EARLIER,
    });
    const taken = changed(decide(after, { useIntegration: false }, { world: without }));
    expect(taken.after.automation).toEqual({ kind: 'none' });
  });

  it('can be named, which begins anew with it', () => {
    const session = { id: 'a', startedAt: null, state: '' };
    const automation = { kind: 'integration' as const, awaits: null, waiting: [], session };
    const before = ticket({ status: 'pending', integrationId: 4, automation });
    const { after } = changed(decide(before, { integrationId: 5 }));
    expect(after).toMatchObject({ integrationId: 5, automation: { kind: 'integration', session: null } });
    expect(decide(before, { integrationId: 4 }, { world: without })).toEqual({ kind: 'unchanged' });
    expect(decide(before, { integrationId: null })).toEqual({ kind: 'unchanged' });
    expect(decide(before, { integrationId: 5 }, { world: without })).toEqual({
      kind: 'refused',
      code: 'ERR_PLAN_FEATURE',
    });
  });

  it.each([
    ['ERR_PLAN_FEATURE', 4, without],
    ['ERR_TICKET_TRANSITION', null, world()],
  ] as const)('is refused with %s if the plan or the ticket has none', (code, integrationId, where) => {
    const before = ticket({ status: 'open', userId: ME, integrationId });
    expect(decide(before, { useIntegration: true }, { world: where })).toEqual({ kind: 'refused', code });
  });
});

describe('the table of transitions', () => {
  const asked: Record<string, Partial<TicketChange>> = {
    accept: { status: 'open' },
    return: { status: 'pending' },
    close: { status: 'closed' },
    transfer: { isTransfered: true, queueId: SUPPORT, userId: OTHER },
  };
  const expected: Record<TicketStatus, Record<string, string>> = {
    pending: { accept: 'open', return: 'unchanged', close: 'closed', transfer: 'open' },
    open: { accept: 'ERR_TICKET_TAKEN', return: 'pending', close: 'closed', transfer: 'open' },
    group: { accept: 'ERR_TICKET_TAKEN', return: 'pending', close: 'closed', transfer: 'group' },
    closed: { accept: 'open', return: 'ERR_TICKET_TRANSITION', close: 'unchanged', transfer: 'open' },
    lgpd: { accept: 'open', return: 'pending', close: 'closed', transfer: 'open' },
    nps: { accept: 'open', return: 'pending', close: 'closed', transfer: 'open' },
  };

  it.each(
    TICKET_STATUSES.flatMap((status) => Object.keys(asked).map((command) => [status, command] as const)),
  )('a ticket with status %s gets the expected result for the command %s', (status, command) => {
    const held = status === 'open' || status === 'group';
    const before = ticket({ status, userId: held ? OTHER : null, isGroup: status === 'group' });
    const decision = decide(before, asked[command] ?? {}, { actor: admin });
    const outcome =
      decision.kind === 'changed'
        ? decision.after.status
        : decision.kind === 'refused'
          ? decision.code
          : decision.kind;
    expect(outcome).toBe(expected[status][command]);
  });

  it.each(TICKET_STATUSES)('a ticket with status %s waits after a transfer to a queue', (status) => {
    const before = ticket({ status, userId: OTHER, isGroup: status === 'group' });
    const { after } = changed(
      decide(before, { isTransfered: true, queueId: SUPPORT, userId: null }, { actor: admin }),
    );
    expect(after).toMatchObject({ status: 'pending', queueId: SUPPORT, userId: null });
  });

  it('contains only existing statuses', () => {
    for (const statuses of Object.values(TRANSITIONS)) {
      expect(statuses.every((status) => TICKET_STATUSES.includes(status))).toBe(true);
    }
  });
});

describe('accepting a ticket', () => {
  it('gives the ticket to the attendant and stops its automation', () => {
    const decision = changed(decide(ticket(), { status: 'open', userId: ME }));
    expect(decision.after).toMatchObject({
      status: 'open',
      userId: ME,
      queueId: SALES,
      automation: { kind: 'none' },
      activityAt: NOW,
    });
    expect(decision.logs).toEqual([{ type: 'open', userId: ME, queueId: SALES }]);
    expect(decision.attendance).toMatchObject({
      id: 'stretch-1',
      startedAt: NOW,
      queuedAt: EARLIER,
      userId: ME,
    });
    expect(decision.text).toBeNull();
  });

  it.each([
    ['nps', 'rating', 'reopen'],
    ['lgpd', 'consent', 'open'],
  ] as const)('accepting a ticket in status %s cancels its %s request', (status, kind, log) => {
    const before = ticket({ status, userId: ME, automation: { ...CONSENT, kind } });
    const decision = changed(decide(before, { status: 'open' }));
    expect(decision.after).toMatchObject({ status: 'open', userId: ME, automation: { kind: 'none' } });
    expect(logs(decision)).toEqual([`${log}:${ME}`]);
    expect(decision.attendance).toMatchObject({
      startedAt: NOW,
      finishedAt: null,
      closedAt: null,
      rated: false,
    });
  });

  it('accepting or transferring during a rating request starts a new attendance; closing does not', () => {
    const before = ticket({ status: 'nps', userId: OTHER });
    for (const step of [{ status: 'open' }, { isTransfered: true, queueId: SUPPORT }] as const) {
      const { attendance, ended } = changed(decide(before, step));
      expect(ended).toMatchObject({ finishedAt: NOW, rated: false, userId: OTHER });
      expect(attendance?.id).not.toBe(ended?.id);
    }
    expect(changed(decide(before, { status: 'closed' })).ended).toBeUndefined();
  });

  it('sets a group ticket back to status group', () => {
    expect(changed(decide(ticket({ isGroup: true }), { status: 'open' })).after.status).toBe('group');
  });

  it('requires an existing queue that the attendant works in', () => {
    const before = ticket({ queueId: null });
    expect(decide(before, { status: 'open' })).toEqual({ kind: 'refused', code: 'ERR_QUEUE_REQUIRED' });
    expect(decide(before, { status: 'open', queueId: 99 })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_QUEUE_FOUND',
    });
    expect(decide(before, { status: 'open', queueId: SUPPORT })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_PERMISSION',
    });
    const chosen = decide(before, { status: 'open', queueId: SALES });
    expect(changed(chosen).after.queueId).toBe(SALES);
    expect(changed(chosen).attendance?.queuedAt).toBe(NOW);
    expect(logs(chosen)).toEqual([`queue:${ME}`, `open:${ME}`]);
    expect(
      changed(decide(before, { status: 'open', queueId: SUPPORT }, { actor: admin })).after.queueId,
    ).toBe(SUPPORT);
  });

  it('lets only administrators accept for another user, who must be active', () => {
    expect(decide(ticket(), { status: 'open', userId: OTHER })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_PERMISSION',
    });
    expect(changed(decide(ticket(), { status: 'open', userId: OTHER }, { actor: admin })).after.userId).toBe(
      OTHER,
    );
    for (const userId of [INACTIVE, 1234]) {
      expect(decide(ticket(), { status: 'open', userId }, { actor: admin })).toEqual({
        kind: 'refused',
        code: 'ERR_NO_USER_FOUND',
      });
    }
  });

  it('R13: is refused if another attendant has the ticket, and changes nothing if the same attendant has it', () => {
    const mine = ticket({ status: 'open', userId: ME, automation: { kind: 'none' } });
    const theirs = ticket({ status: 'open', userId: OTHER });
    expect(decide(mine, { status: 'open' })).toEqual({ kind: 'unchanged' });
    expect(decide(theirs, { status: 'open' })).toEqual({ kind: 'refused', code: 'ERR_TICKET_TAKEN' });
    expect(isTaken(theirs, change({ status: 'open' }), user())).toBe(true);
    expect(isTaken(mine, change({ status: 'open' }), user())).toBe(false);
    expect(isTaken(theirs, change({ status: 'closed' }), user())).toBe(false);
  });
});

describe('returning a ticket to the queue', () => {
  it('removes the attendant and keeps the time when it was queued', () => {
    const decision = changed(decide(ticket({ status: 'open', userId: OTHER }), { status: 'pending' }));
    expect(decision.after).toMatchObject({ status: 'pending', userId: null, queueId: SALES });
    expect(decision.logs).toEqual([{ type: 'pending', userId: OTHER, queueId: SALES }]);
    expect(decision.attendance).toMatchObject({ startedAt: null, userId: null, queuedAt: EARLIER });
  });
});

describe('closing a ticket', () => {
  const open = ticket({ status: 'open', userId: OTHER, unreadMessages: 3 });

  it('ends its automation and attendance, and sends one farewell', () => {
    const decision = changed(decide(open, { status: 'closed' }));
    expect(decision.after).toMatchObject({
      status: 'closed',
      closedAt: NOW,
      unreadMessages: 0,
      automation: { kind: 'none' },
      userId: OTHER,
    });
    expect(decision.text).toEqual({ template: 'Tchau, {{firstName}}', by: 'farewell' });
    expect(decision.attendance).toMatchObject({ finishedAt: NOW, closedAt: NOW, userId: OTHER });
    expect(decision.logs).toEqual([{ type: 'closed', userId: ME, queueId: SALES }]);
  });

  it("falls back to the connection's farewell", () => {
    expect(changed(decide({ ...open, userId: ME }, { status: 'closed' })).text?.template).toBe('Até logo');
  });

  it('sends no farewell if the request says so, if disconnected, in groups, or for a waiting ticket', () => {
    const offline = world(
      {},
      { complationMessage: 'Até logo', groupAsTicket: false, connected: false, ratingMessage: '' },
    );
    expect(changed(decide(open, { status: 'closed', sendFarewellMessage: false })).text).toBeNull();
    expect(changed(decide(open, { status: 'closed' }, { world: offline })).text).toBeNull();
    expect(
      changed(decide({ ...open, isGroup: true, status: 'group' }, { status: 'closed' })).text,
    ).toBeNull();
    expect(changed(decide(ticket(), { status: 'closed' })).text).toBeNull();
    const waiting = world({ sendFarewellWaitingTicket: true });
    expect(changed(decide(ticket(), { status: 'closed' }, { world: waiting })).text?.template).toBe(
      'Até logo',
    );
    const asTicket = world(
      {},
      { complationMessage: 'Até logo', groupAsTicket: true, connected: true, ratingMessage: '' },
    );
    const group = { ...open, isGroup: true, status: 'group', userId: ME } as const;
    expect(changed(decide(group, { status: 'closed' }, { world: asTicket })).text?.template).toBe('Até logo');
  });

  it('requires a tag if configured, except for waiting tickets and in groups', () => {
    const tagged = world({ requiredTag: true });
    expect(decide(open, { status: 'closed' }, { world: tagged })).toEqual({
      kind: 'refused',
      code: 'ERR_TAG_REQUIRED',
    });
    const contact = { ...open.contact, tags: [{ id: 1, name: 'VIP', color: '#fff' }] };
    expect(decide({ ...open, contact }, { status: 'closed' }, { world: tagged }).kind).toBe('changed');
    expect(decide(ticket(), { status: 'closed' }, { world: tagged }).kind).toBe('changed');
    expect(decide({ ...open, isGroup: true }, { status: 'closed' }, { world: tagged }).kind).toBe('changed');
  });

  it('closing a waiting ticket requires the permission for it, and counts no attendant', () => {
    const actor = { ...user(), closesPending: false };
    expect(decide(ticket(), { status: 'closed' }, { actor })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_PERMISSION',
    });
    expect(decide(open, { status: 'closed' }, { actor }).kind).toBe('changed');
    const ignored = changed(decide(ticket(), { status: 'closed' }));
    expect(ignored.after).toMatchObject({ userId: ME, automation: { kind: 'none' } });
    expect(ignored.attendance?.userId).toBeNull();
  });

  it('works without a connection, and then sends no farewell', () => {
    const lost = { ...open, connectionId: null };
    const gone = { ...world(), connection: undefined };
    expect(changed(decide(lost, { status: 'closed' }, { world: gone })).text).toBeNull();
    expect(decide({ ...lost, status: 'closed' }, { status: 'open' }, { world: gone })).toEqual({
      kind: 'refused',
      code: 'ERR_TICKET_TRANSITION',
    });
  });
});

describe('reopening a ticket', () => {
  it('starts a new attendance', () => {
    const closed = ticket({ status: 'closed', closedAt: EARLIER, userId: OTHER });
    const decision = changed(decide(closed, { status: 'open' }));
    expect(decision.after).toMatchObject({ status: 'open', userId: ME, closedAt: null });
    expect(decision.attendance).toMatchObject({
      id: 'stretch-2',
      startedOn: NOW,
      startedAt: NOW,
      userId: ME,
    });
    expect(logs(decision)).toEqual([`reopen:${ME}`]);
    expect(decide({ ...closed, queueId: null }, { status: 'open' })).toEqual({
      kind: 'refused',
      code: 'ERR_QUEUE_REQUIRED',
    });
  });

  it('of a group sets status group', () => {
    const closed = ticket({ status: 'closed', closedAt: EARLIER, userId: OTHER, isGroup: true });
    expect(changed(decide(closed, { status: 'open' })).after).toMatchObject({ status: 'group', userId: ME });
  });
});

describe('transferring a ticket', () => {
  const open = ticket({ status: 'open', userId: ME });

  it('a transfer to a queue lets the ticket wait there, and to a user gives it to that user', () => {
    const toQueue = decide(open, { isTransfered: true, queueId: SUPPORT, userId: null });
    expect(changed(toQueue).after).toMatchObject({ status: 'pending', queueId: SUPPORT, userId: null });
    expect(changed(toQueue).attendance).toMatchObject({ queueId: SUPPORT, queuedAt: NOW, startedAt: null });
    expect(logs(toQueue)).toEqual([`transfered:${ME}`]);
    const toPerson = decide(open, {
      isTransfered: true,
      queueId: SUPPORT,
      userId: OTHER,
      msgTransfer: ' olha ',
    });
    expect(changed(toPerson).after).toMatchObject({ status: 'open', queueId: SUPPORT, userId: OTHER });
    expect(logs(toPerson)).toEqual([`transfered:${ME}`, `receivedTransfer:${OTHER}`]);
    expect(changed(toPerson).note).toBe(' olha ');
  });

  it('a transfer to a user without a queue logs both users, and keeps the time when the ticket was queued', () => {
    const decision = decide(open, { isTransfered: true, userId: OTHER });
    expect(logs(decision)).toEqual([`transfered:${ME}`, `receivedTransfer:${OTHER}`]);
    expect(changed(decision).attendance).toMatchObject({ queuedAt: EARLIER, startedAt: NOW, userId: OTHER });
  });

  it('sends the customer a text if configured, and only if the attendant changes', () => {
    const telling = world({ sendMsgTransfTicket: true, transferMessage: 'Indo para {{queue}}' });
    const asked = { isTransfered: true, queueId: SUPPORT, userId: null };
    expect(changed(decide(open, asked, { world: telling })).text?.template).toBe('Indo para {{queue}}');
    expect(changed(decide(open, asked)).text).toBeNull();
    const noted = { isTransfered: true, userId: ME, msgTransfer: 'nota' };
    expect(changed(decide(open, noted, { world: telling })).text).toBeNull();
  });

  it('a transfer to the current place changes nothing', () => {
    expect(decide(open, { isTransfered: true, userId: ME })).toEqual({ kind: 'unchanged' });
  });

  it('is refused without a queue, or for a queue or user that does not exist', () => {
    expect(decide({ ...open, queueId: null }, { isTransfered: true, userId: OTHER })).toEqual({
      kind: 'refused',
      code: 'ERR_QUEUE_REQUIRED',
    });
    expect(decide(open, { isTransfered: true, queueId: 99 })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_QUEUE_FOUND',
    });
    expect(decide(open, { isTransfered: true, userId: INACTIVE })).toEqual({
      kind: 'refused',
      code: 'ERR_NO_USER_FOUND',
    });
  });

  it('a transfer to a queue that closes its tickets closes the ticket', () => {
    const decision = decide(open, { isTransfered: true, queueId: CLOSING, userId: null });
    expect(changed(decision).after).toMatchObject({ status: 'closed', queueId: CLOSING });
    expect(logs(decision)).toEqual([`transfered:${ME}`, `closed:${ME}`]);
  });

  it('closes the ticket and creates a successor if configured', () => {
    const closing = { world: world({ closeTicketOnTransfer: true }) };
    const decision = changed(decide(open, { isTransfered: true, queueId: SUPPORT, userId: null }, closing));
    expect(decision.after).toMatchObject({ status: 'closed', queueId: SALES, userId: ME });
    expect(decision.successor).toEqual({
      status: 'pending',
      queueId: SUPPORT,
      userId: null,
      transferredById: null,
    });
    const within = changed(decide(open, { isTransfered: true, userId: OTHER }, closing));
    expect(within.successor).toBeNull();
  });
});

describe('adjusting a ticket', () => {
  it('changes its switches without moving it or its activity time', () => {
    const integrated = { ...INTEGRATION, session: { id: 'session', startedAt: EARLIER, state: '' } };
    const before = ticket({ status: 'open', userId: ME, automation: integrated, unreadMessages: 4 });
    const decision = changed(decide(before, { useIntegration: false, unreadMessages: 0 }));
    expect(decision.after).toMatchObject({
      automation: { kind: 'none' },
      unreadMessages: 0,
      status: 'open',
    });
    expect(decision.after.activityAt).toBe(EARLIER);
    expect(decision.logs).toEqual([]);
    expect(decide(before, {})).toEqual({ kind: 'unchanged' });
    expect(changed(decide(before, { isBot: false })).after.automation).toEqual({ kind: 'none' });
  });

  it('starts the queue menu if the integration of a waiting ticket without queue is switched off', () => {
    const waiting = ticket({ queueId: null, userId: null, automation: INTEGRATION });
    expect(changed(decide(waiting, { useIntegration: false })).after.automation).toEqual(MENU);
    const queued = ticket({ userId: null, automation: INTEGRATION });
    expect(changed(decide(queued, { useIntegration: false })).after.automation).toEqual({ kind: 'none' });
  });

  it.each([
    ['a menu where the ticket has no queue', null, MENU],
    ['the options of its queue', SALES, OPTIONS],
  ] as const)('switches the bot on with %s', (_name, queueId, expected) => {
    const quiet = ticket({ queueId, automation: { kind: 'none' } });
    const { after } = changed(decide(quiet, { isBot: true, amountUsedBotQueues: 2 }));
    expect(after.automation).toEqual({ ...expected, prompts: 2 });
    expect(changed(decide(after, { isBot: false })).after.automation).toEqual({ kind: 'none' });
  });

  it.each(['nps', 'lgpd'] as const)('does not change the automation of a ticket in status %s', (status) => {
    const automation = { ...CONSENT, kind: status === 'nps' ? 'rating' : 'consent' } as const;
    const waiting = ticket({ status, automation });
    expect(decide(waiting, { isBot: false })).toEqual({ kind: 'unchanged' });
    expect(decide(waiting, { useIntegration: false })).toEqual({ kind: 'unchanged' });
  });
});
