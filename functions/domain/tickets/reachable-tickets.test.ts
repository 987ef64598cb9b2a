import { type Ticket, ticketSchema } from '@prosa/shared/entities/ticket.ts';
import { TICKET_STATUSES } from '@prosa/shared/entities/ticket-terms.ts';
import { describe, expect, it } from 'vitest';
import { createSystemIds } from '../../platform/ids.ts';
import {
  decideTicketUpdate,
  type TicketActor,
  type TicketChange,
  type TicketWorld,
} from './decide-ticket-update.ts';

/**
 * Reviewed table of who may move a ticket from which state to which, with any request. Written by hand, independently
 * of the rules: a transition that is not listed must be impossible, and a listed one must be possible.
 *
 * `all` are attendants who see the ticket and administrators; `closers` may close waiting tickets
 * (`userClosePendingTicket`), administrators among them.
 */
const REVIEWED = {
  waiting: { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'closers' },
  'with nobody': { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'all' },
  'with me': { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'all' },
  'with a colleague': { waiting: 'all', 'with me': 'admins', 'with a colleague': 'all', closed: 'all' },
  closed: { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'nobody' },
  lgpd: { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'closers' },
  nps: { waiting: 'all', 'with me': 'all', 'with a colleague': 'all', closed: 'all' },
} as const;
/** Which users can get a ticket in which kind of queue. */
const MY_QUEUES = { mine: 'all', 'as before': 'all', "others'": 'admins', none: 'nobody' } as const;
/** Who may close a ticket without a tag if the company requires one: users who may close waiting tickets. */
const ENDED_UNTAGGED = { waiting: 'closers', lgpd: 'closers', attended: 'nobody', nps: 'nobody' } as const;

const [ME, COLLEAGUE, GONE] = [7, 8, 9];
const QUEUES = { mine: 1, others: 2, closing: 3, myClosing: 4, unknown: 99 };
const MOMENT = { ids: createSystemIds(), nowMs: Date.parse('2026-11-21T12:00:00.000Z') };

const actor = (profile: 'admin' | 'user', closesPending: boolean): TicketActor => ({
  viewer: {
    id: ME,
    profile,
    super: false,
    queueIds: [QUEUES.mine, QUEUES.myClosing],
    connectionId: null,
    allTicket: true,
    allowGroup: true,
    allHistoric: true,
    allUserChat: true,
  },
  isAdmin: profile === 'admin',
  closesPending,
});
const ACTORS = {
  attendant: actor('user', false),
  closer: actor('user', true),
  administrator: actor('admin', true),
};
type Role = keyof typeof ACTORS;
const ROLES: readonly Role[] = ['attendant', 'closer', 'administrator'];
const WHO: Record<'all' | 'closers' | 'admins' | 'nobody', readonly Role[]> = {
  all: ROLES,
  closers: ['closer', 'administrator'],
  admins: ['administrator'],
  nobody: [],
};

const STATUSES = [undefined, 'open', 'pending', 'closed', 'group'] as const;
const BODIES: TicketChange[] = STATUSES.flatMap((status) =>
  [undefined, null, ME, COLLEAGUE, GONE, 1234].flatMap((userId) =>
    [undefined, null, ...Object.values(QUEUES)].flatMap((queueId) => [
      { status, userId, queueId, isTransfered: false, sendFarewellMessage: true, sendGreetingMessage: true },
      { status, userId, queueId, isTransfered: true, sendFarewellMessage: true, sendGreetingMessage: true },
      {
        status,
        userId,
        queueId,
        isTransfered: true,
        sendFarewellMessage: true,
        sendGreetingMessage: true,
        msgTransfer: 'nota',
      },
    ]),
  ),
);

const base = ticketSchema.parse({
  companyId: 2,
  id: 50,
  uuid: '00000032-0000-8000-8000-000000000000',
  status: 'pending',
  channel: 'whatsapp',
  contactId: 4,
  contact: { id: 4, name: 'Ana', number: '5511988887777' },
  connectionId: 1,
  queueId: QUEUES.mine,
  activityAt: '2026-11-21T10:00:00.000Z',
});
const TAG = { id: 1, name: 'VIP', color: '#fff' };
const TICKETS: Ticket[] = TICKET_STATUSES.flatMap((status) =>
  [null, ME, COLLEAGUE].flatMap((userId) =>
    [null, QUEUES.mine, QUEUES.others].flatMap((queueId) =>
      [[], [TAG]].map((tags) => ({
        ...base,
        status,
        userId,
        queueId,
        isGroup: status === 'group',
        contact: { ...base.contact, tags },
      })),
    ),
  ),
);

const world = (requiredTag: boolean, closeTicketOnTransfer: boolean): TicketWorld => ({
  settings: {
    requiredTag,
    closeTicketOnTransfer,
    sendFarewellWaitingTicket: false,
    sendMsgTransfTicket: false,
    transferMessage: '',
    sendGreetingAccepted: false,
    greetingAcceptedMessage: '',
    userRating: false,
  },
  plan: { useIntegrations: false },
  queues: new Map([
    [QUEUES.mine, { closeTicket: false }],
    [QUEUES.others, { closeTicket: false }],
    [QUEUES.closing, { closeTicket: true }],
    [QUEUES.myClosing, { closeTicket: true }],
  ]),
  users: new Map([
    [ME, { active: true }],
    [COLLEAGUE, { active: true }],
    [GONE, { active: false }],
  ]),
  farewellMessage: '',
  connection: { complationMessage: '', ratingMessage: '', groupAsTicket: false, connected: true },
});

type Standing = Pick<Ticket, 'status' | 'userId' | 'queueId'>;
type Place = keyof typeof REVIEWED;
const placeOf = ({ status, userId }: Pick<Ticket, 'status' | 'userId'>): Place => {
  if (status === 'pending') return 'waiting';
  if (status !== 'open' && status !== 'group') return status;
  if (userId === null) return 'with nobody';
  return userId === ME ? 'with me' : 'with a colleague';
};

interface Way {
  role: Role;
  before: Ticket;
  body: TicketChange;
  /** The ticket on which the conversation continues. */
  after: Standing;
  /** Whether the ticket itself was closed, not only replaced by a successor. */
  ended: boolean;
}

/** Returns the results of every possible request on every possible ticket. */
const waysOf = (requiredTag: boolean): Way[] =>
  ROLES.flatMap((role) =>
    [false, true].flatMap((closeTicketOnTransfer) =>
      TICKETS.flatMap((before) =>
        BODIES.flatMap((body) => {
          const decision = decideTicketUpdate(
            { ticket: before, attendance: undefined },
            body,
            ACTORS[role],
            world(requiredTag, closeTicketOnTransfer),
            MOMENT,
          );
          if (decision.kind !== 'changed') return [];
          const after = decision.successor ?? decision.after;
          return [{ role, before, body, after, ended: after.status === 'closed' }];
        }),
      ),
    ),
  );

const rolesOf = (ways: readonly Way[]): Role[] => {
  const found = new Set(ways.map(({ role }) => role));
  return ROLES.filter((role) => found.has(role));
};

describe('all possible requests on a ticket: every status, attendant, queue and transfer, for every role', () => {
  const ways = waysOf(false);
  const cases = Object.entries(REVIEWED).flatMap(([from, row]) =>
    Object.entries(row).map(([to, who]) => ({ from, to, who })),
  );

  it.each(cases)('move a ticket from $from to $to, allowed for: $who', ({ from, to, who }) => {
    const found = ways.filter(({ before, after }) => placeOf(before) === from && placeOf(after) === to);
    expect(rolesOf(found)).toEqual(WHO[who]);
  });

  it('move a ticket to no other place', () => {
    const places = new Set(ways.map(({ after }) => placeOf(after)));
    expect(places).toEqual(new Set(['waiting', 'with me', 'with a colleague', 'closed']));
    expect(ways.every(({ after }) => after.userId !== GONE && after.userId !== 1234)).toBe(true);
  });

  const queueKind = ({ before, after }: Way): keyof typeof MY_QUEUES => {
    if (after.queueId === null) return 'none';
    if (after.queueId === QUEUES.mine || after.queueId === QUEUES.myClosing) return 'mine';
    return after.queueId === before.queueId ? 'as before' : "others'";
  };

  it.each(Object.entries(MY_QUEUES))(
    'give me a ticket in a queue that is %s, allowed for: %s',
    (kind, who) => {
      const found = ways.filter(
        (way) =>
          placeOf(way.after) === 'with me' &&
          queueKind(way) === kind &&
          (placeOf(way.before) !== 'with me' || way.after.queueId !== way.before.queueId),
      );
      expect(rolesOf(found)).toEqual(WHO[who]);
    },
  );

  it('never move a ticket into a queue that does not exist', () => {
    expect(ways.filter(({ after }) => after.queueId === QUEUES.unknown)).toEqual([]);
  });

  const tagged = waysOf(true);
  it.each(Object.entries(ENDED_UNTAGGED))(
    'close a ticket without a required tag that is %s, allowed for: %s',
    (from, who) => {
      const found = tagged.filter(({ before, ended }) => {
        const place = placeOf(before);
        const kind = place.startsWith('with') ? 'attended' : place;
        return ended && kind === from && before.contact.tags.length === 0 && !before.isGroup;
      });
      expect(rolesOf(found)).toEqual(WHO[who]);
    },
  );
});
