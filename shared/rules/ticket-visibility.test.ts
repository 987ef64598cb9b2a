import { describe, expect, it } from 'vitest';
import {
  canSeeHistory,
  canSeeTicket,
  canWatchTicket,
  matchesTicketList,
  type TicketFacts,
  type Viewer,
} from './ticket-visibility.ts';

const viewer = (changes: Partial<Viewer> = {}): Viewer => ({
  id: 1,
  profile: 'user',
  super: false,
  queueIds: [10],
  connectionId: null,
  allTicket: false,
  allowGroup: false,
  allHistoric: false,
  allUserChat: false,
  ...changes,
});
const ticket = (changes: Partial<TicketFacts> = {}): TicketFacts => ({
  status: 'pending',
  queueId: 10,
  userId: null,
  isGroup: false,
  connectionId: 5,
  ...changes,
});

describe('S-21: canSeeTicket', () => {
  it.each([
    ['a pending ticket of my queue', ticket(), viewer(), true],
    ['a pending ticket of another queue', ticket({ queueId: 11 }), viewer(), false],
    ['a pending ticket without a queue', ticket({ queueId: null }), viewer(), false],
    [
      'a pending ticket without a queue, with allTicket',
      ticket({ queueId: null }),
      viewer({ allTicket: true }),
      true,
    ],
    ['a pending ticket kept for a colleague', ticket({ userId: 2 }), viewer(), false],
    ['my own ticket in a queue I left', ticket({ status: 'open', userId: 1, queueId: 99 }), viewer(), true],
    ["a colleague's open ticket", ticket({ status: 'open', userId: 2 }), viewer(), false],
    [
      "a colleague's open ticket, with allUserChat",
      ticket({ status: 'open', userId: 2 }),
      viewer({ allUserChat: true }),
      true,
    ],
    [
      "another queue's open ticket, with allUserChat",
      ticket({ status: 'open', userId: 2, queueId: 11 }),
      viewer({ allUserChat: true }),
      false,
    ],
    ['a closed ticket of my queue', ticket({ status: 'closed', userId: 2 }), viewer(), true],
    ['a closed ticket of another queue', ticket({ status: 'closed', queueId: 11 }), viewer(), false],
    ['a group', ticket({ status: 'group', isGroup: true }), viewer(), false],
    [
      'a group, with allowGroup',
      ticket({ status: 'group', isGroup: true }),
      viewer({ allowGroup: true }),
      true,
    ],
    [
      'a group of another connection than mine',
      ticket({ status: 'group', isGroup: true }),
      viewer({ allowGroup: true, connectionId: 6 }),
      false,
    ],
    [
      'anything, as an administrator',
      ticket({ status: 'open', userId: 2, queueId: 11 }),
      viewer({ profile: 'admin' }),
      true,
    ],
  ])('%s', (_what, facts, person, expected) => {
    expect(canSeeTicket(facts, person)).toBe(expected);
  });
});

describe('matchesTicketList', () => {
  it('never contains a ticket that the viewer may not see', () => {
    for (const status of ['open', 'pending', 'group', 'closed'] as const) {
      const foreign = ticket({ status, queueId: 11, userId: 2, isGroup: status === 'group' });
      expect(matchesTicketList(foreign, { status, showAll: true }, viewer())).toBe(false);
    }
  });

  it('contains open tickets of others only if the viewer asks for all and is allowed to', () => {
    const colleagues = ticket({ status: 'open', userId: 2 });
    const admin = viewer({ profile: 'admin', queueIds: [10, 11] });
    expect(matchesTicketList(colleagues, { status: 'open', showAll: false }, admin)).toBe(false);
    expect(matchesTicketList(colleagues, { status: 'open', showAll: true }, admin)).toBe(true);
    expect(matchesTicketList(colleagues, { status: 'open', showAll: true }, viewer())).toBe(false);
  });

  it('filters by the selected queues', () => {
    const person = viewer({ queueIds: [10, 11] });
    expect(matchesTicketList(ticket(), { status: 'pending', showAll: false, queueIds: [11] }, person)).toBe(
      false,
    );
    expect(matchesTicketList(ticket(), { status: 'pending', showAll: false, queueIds: [10] }, person)).toBe(
      true,
    );
  });

  it('contains lgpd tickets among the pending only if all tickets are shown', () => {
    const admin = viewer({ profile: 'admin' });
    const waiting = ticket({ status: 'lgpd' });
    expect(matchesTicketList(waiting, { status: 'pending', showAll: false }, admin)).toBe(false);
    expect(matchesTicketList(waiting, { status: 'pending', showAll: true }, admin)).toBe(true);
  });
});

describe('canSeeHistory', () => {
  const current = { id: 7, isGroup: false };
  it('always contains the ticket’s own messages, and those of other tickets by queue', () => {
    expect(canSeeHistory({ queueId: 11, ticketId: 7 }, current, viewer())).toBe(true);
    expect(canSeeHistory({ queueId: 11, ticketId: 6 }, current, viewer())).toBe(false);
    expect(canSeeHistory({ queueId: 11, ticketId: 6 }, current, viewer({ allHistoric: true }))).toBe(true);
    expect(canSeeHistory({ queueId: 10, ticketId: 6 }, current, viewer())).toBe(true);
    expect(canSeeHistory({ queueId: null, ticketId: 6 }, current, viewer())).toBe(false);
  });
});

describe('S-21: canWatchTicket', () => {
  const admin = viewer({ profile: 'admin', queueIds: [] });
  it.each([
    ["a colleague's open ticket of my queue", ticket({ status: 'open', userId: 2 }), viewer(), true],
    [
      "a colleague's open ticket of another",
      ticket({ status: 'open', userId: 2, queueId: 11 }),
      viewer(),
      false,
    ],
    ['a pending ticket kept for a colleague', ticket({ userId: 2 }), viewer(), true],
    ['my own ticket in a queue I left', ticket({ status: 'open', userId: 1, queueId: 99 }), viewer(), true],
    ['a ticket without a queue', ticket({ queueId: null }), viewer(), false],
    [
      'a ticket without a queue, with allTicket',
      ticket({ queueId: null }),
      viewer({ allTicket: true }),
      true,
    ],
    ['any open ticket, as an administrator', ticket({ status: 'open', userId: 2, queueId: 11 }), admin, true],
    ['a closed ticket of my queue', ticket({ status: 'closed' }), viewer(), false],
    ['a ticket that awaits consent', ticket({ status: 'lgpd' }), admin, false],
    ['a group', ticket({ status: 'group', isGroup: true }), viewer({ allowGroup: true }), false],
  ])('%s', (_what, one, who, expected) => {
    expect(canWatchTicket(one, who)).toBe(expected);
  });
});
