import { describe, expect, it } from 'vitest';
import { ticketExample, viewerExample } from '../tickets/ticket-example.ts';
import { belongsInLane, countedIn, laneOf, NO_LANE } from './on-board.ts';

const VIEWER = viewerExample();
const ADMIN = viewerExample({ profile: 'admin' });
const LANE = { id: 7, name: 'Proposta', color: '#8E24AA' };
const ticket = ticketExample(1, { tags: [LANE] });

describe('the column of a ticket', () => {
  it('is that of its first tag, or the one for tickets without a column', () => {
    expect(laneOf(ticket)).toBe(LANE.id);
    expect(laneOf(ticketExample(2))).toBe(NO_LANE);
    expect(belongsInLane(ticket, { laneId: LANE.id }, VIEWER)).toBe(true);
    expect(belongsInLane(ticket, { laneId: NO_LANE }, VIEWER)).toBe(false);
  });
});

describe('the tickets of the board', () => {
  it('are open and waiting ones that the user may see', () => {
    expect(countedIn(ticket, {}, VIEWER)).toBe(LANE.id);
    expect(countedIn({ ...ticket, status: 'pending', userId: null, user: null }, {}, VIEWER)).toBe(LANE.id);
    for (const status of ['closed', 'group', 'lgpd', 'nps'] as const)
      expect(countedIn({ ...ticket, status }, {}, ADMIN)).toBeUndefined();
    const others = { ...ticket, userId: 11 };
    expect(countedIn(others, {}, VIEWER)).toBeUndefined();
    expect(countedIn(others, {}, ADMIN)).toBe(LANE.id);
  });

  it('pass the filters of the counts', () => {
    expect(countedIn(ticket, { queueIds: [1], users: [10] }, VIEWER)).toBe(LANE.id);
    expect(countedIn(ticket, { queueIds: [2] }, VIEWER)).toBeUndefined();
    expect(countedIn(ticket, { users: [11] }, VIEWER)).toBeUndefined();
    expect(countedIn(ticket, { whatsappIds: [99] }, VIEWER)).toBeUndefined();
    // 22:30 of the day before in São Paulo.
    const late = { ...ticket, createdAt: '2026-11-20T01:30:00.000Z' };
    expect(countedIn(late, { startDate: '2026-11-19', endDate: '2026-11-19' }, VIEWER)).toBe(LANE.id);
    expect(countedIn(late, { startDate: '2026-11-20' }, VIEWER)).toBeUndefined();
  });

  it('pass the text of further conditions', () => {
    expect(countedIn(ticket, { filter: 'queue:1 -unread' }, VIEWER)).toBe(LANE.id);
    expect(countedIn(ticket, { filter: 'queue:2' }, VIEWER)).toBeUndefined();
    expect(belongsInLane(ticket, { laneId: LANE.id, filter: 'closed:2026-11-20' }, VIEWER)).toBeNull();
  });

  it('match the words and have unread messages, if these are filters', () => {
    const belongs = (query: object, of = ticket) => belongsInLane(of, { laneId: LANE.id, ...query }, VIEWER);
    expect(belongs({ searchParam: 'contato 1' })).toBe(true);
    expect(belongs({ searchParam: 'maria' })).toBe(false);
    expect(belongs({ withUnreadMessages: true })).toBe(false);
    expect(belongs({ withUnreadMessages: true }, { ...ticket, unreadMessages: 1 })).toBe(true);
  });
});
