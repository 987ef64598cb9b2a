import type { TicketView } from '@prosa/shared/contracts/tickets.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sessionExample } from '../../lib/session/session-example.ts';
import { ticketExample } from '../tickets/ticket-example.ts';
import { cardOptions, laneOptions } from './board-queries.ts';
import { boardListener, putMoved, putOnBoard } from './put-on-board.ts';
import { recountLater, recountSoon } from './recount.ts';

vi.mock('./recount.ts', () => ({ recountLater: vi.fn(), recountSoon: vi.fn() }));

const OFFER = { id: 7, name: 'Proposta', color: '#8E24AA' };
const PAID = { id: 8, name: 'Pago', color: '#1A7F4B' };
/** Apart per test, because remembered states are kept by company. */
let companyId = 100;

const board = (cards: Record<number, TicketView[]>, hasMore = false) => {
  companyId += 1;
  const client = new QueryClient();
  const user = { ...sessionExample, id: 99, profile: 'admin' as const, companyId };
  for (const [laneId, tickets] of Object.entries(cards))
    client.setQueryData(cardOptions({}, Number(laneId)).queryKey, {
      pages: [{ tickets, count: tickets.length, hasMore, cursor: null }],
      pageParams: [null],
    });
  const lane = (ref: typeof OFFER) => ({
    ...ref,
    kanban: 1,
    contactsCount: 0,
    timeLane: 0,
    nextLaneId: null,
    rollbackLaneId: null,
    greetingMessageLane: '',
    userId: null,
    companyId,
    version: 1,
    ticketsCount: cards[ref.id]?.length ?? 0,
  });
  client.setQueryData(laneOptions().queryKey, { lista: [lane(OFFER), lane(PAID)], more: false });
  const context = { client, user };
  return {
    context,
    put: (ticket: TicketView) => putOnBoard(context, ticket),
    shown: (laneId: number) =>
      client
        .getQueryData(cardOptions({}, laneId).queryKey)
        ?.pages.flatMap(({ tickets }) => tickets.map(({ id }) => id)),
    counts: () => client.getQueryData(laneOptions().queryKey)?.lista.map(({ ticketsCount }) => ticketsCount),
  };
};

const one = ticketExample(1);
const two = ticketExample(2);
const offered = { ...one, tags: [OFFER] };
const next = (ticket: TicketView, change: Partial<TicketView>): TicketView => ({
  ...ticket,
  version: ticket.version + 1,
  ...change,
});

beforeEach(() => vi.clearAllMocks());

describe('the board after an event', () => {
  it('moves a card between columns, and their counts with it', () => {
    const { put, shown, counts } = board({ 0: [], 7: [offered], 8: [] });
    put(next(offered, { tags: [PAID] }));
    expect([shown(7), shown(8), counts()]).toEqual([[], [1], [0, 1]]);
    expect(recountSoon).not.toHaveBeenCalled();
    expect(recountLater).toHaveBeenCalled();
  });

  it('moves a card with new activity to the top, without a recount', () => {
    const three = { ...two, tags: [OFFER] };
    const { put, shown, counts } = board({ 7: [three, offered] });
    put(next(offered, { updatedAt: '2026-11-20T13:00:00.000Z', lastMessage: 'Oi' }));
    expect([shown(7), counts()]).toEqual([
      [1, 2],
      [2, 0],
    ]);
    expect(recountSoon).not.toHaveBeenCalled();
    expect(recountLater).not.toHaveBeenCalled();
  });

  it('removes a closed or deleted ticket', () => {
    const { put, shown, counts, context } = board({ 7: [{ ...two, tags: [OFFER] }, offered] });
    put(next(offered, { status: 'closed' }));
    expect([shown(7), counts()]).toEqual([[2], [1, 0]]);
    boardListener.gone(context, 2);
    expect([shown(7), counts()]).toEqual([[], [0, 0]]);
  });

  it('shows a new ticket in the column of tickets without one', () => {
    const { put, shown } = board({ 0: [one] });
    put(two);
    expect(shown(0)).toEqual([2, 1]);
  });

  it('fetches the counts anew for a ticket whose last state is unknown, once', () => {
    const { put, counts } = board({ 7: [offered] }, true);
    const far = ticketExample(3, { tags: [PAID] });
    put(far);
    expect([counts(), vi.mocked(recountSoon).mock.calls.length]).toEqual([[1, 0], 1]);
    put(next(far, { lastMessage: 'Oi' }));
    expect(recountSoon).toHaveBeenCalledTimes(1);
  });

  it('ignores an event that is older than the response to a move', () => {
    const { put, shown, counts } = board({ 7: [offered], 8: [] });
    const moved = next(next(offered, {}), { tags: [PAID] });
    put(moved);
    put(next(offered, { lastMessage: 'Oi' }));
    put(moved);
    expect([shown(7), shown(8)]).toEqual([[], [1]]);
    expect(counts()).toEqual([1, 0]);
    expect(recountSoon).toHaveBeenCalled();
  });

  it('clears the unread counter of a read ticket', () => {
    const unread = { ...offered, unreadMessages: 3 };
    const { context, shown } = board({ 7: [unread] });
    boardListener.read(context, 1, 2);
    const data = context.client.getQueryData(cardOptions({}, 7).queryKey);
    expect(data?.pages[0]?.tickets[0]).toMatchObject({ unreadMessages: 0, version: 2 });
    expect(shown(7)).toEqual([1]);
  });
});

describe('putMoved', () => {
  it('keeps a moved ticket visible that is older than all loaded tickets of its new column', () => {
    const { context, shown } = board({ 0: [one], 7: [{ ...two, tags: [OFFER] }] }, true);
    const moved = next(one, { tags: [OFFER] });
    putMoved(context, moved);
    expect([shown(0), shown(7)]).toEqual([[], [2, 1]]);
  });
});
