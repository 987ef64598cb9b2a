import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { dropTicket, insertTicket, markTicketRead, putTicket, type TicketPages } from './put-ticket.ts';
import { ticketExample, viewerExample } from './ticket-example.ts';
import type { TicketListQuery } from './ticket-list-query.ts';

const pages = (...lists: TicketView[][]): TicketPages => ({
  pages: lists.map((tickets, index) => ({
    tickets,
    count: tickets.length,
    hasMore: index < lists.length - 1,
    cursor: index < lists.length - 1 ? `after-${index}` : null,
  })),
  pageParams: lists.map((_, index) => (index === 0 ? null : `after-${index - 1}`)),
});
const keyOf = (query: TicketListQuery) => [ticketRoutes.list.id, { query }];
const ids = (data: TicketPages | undefined) => data?.pages.map((page) => page.tickets.map(({ id }) => id));

const viewer = viewerExample();
let client: QueryClient;
const put = (query: TicketListQuery, ...lists: TicketView[][]) =>
  client.setQueryData(keyOf(query), pages(...lists));
const read = (query: TicketListQuery) => ids(client.getQueryData(keyOf(query)));

beforeEach(() => {
  client = new QueryClient();
});

describe('live ticket event', () => {
  it('moves an accepted ticket from the waiting list to the open list', () => {
    const waiting = ticketExample(3, { status: 'pending', userId: null, user: null });
    put({ status: 'pending' }, [waiting]);
    put({ status: 'open' }, [ticketExample(2)]);
    putTicket(client, { ...waiting, status: 'open', userId: 10, version: 2 }, viewer);
    expect(read({ status: 'pending' })).toEqual([[]]);
    expect(read({ status: 'open' })).toEqual([[3, 2]]);
  });

  it('removes a ticket that a colleague accepted from the waiting list', () => {
    const waiting = ticketExample(3, { status: 'pending', userId: null });
    put({ status: 'pending' }, [waiting]);
    putTicket(client, { ...waiting, status: 'open', userId: 11, version: 2 }, viewer);
    expect(read({ status: 'pending' })).toEqual([[]]);
  });

  it("adds a new ticket of the user's queue, but not of another queue", () => {
    put({ status: 'pending' }, []);
    putTicket(client, ticketExample(4, { status: 'pending', userId: null }), viewer);
    putTicket(client, ticketExample(5, { status: 'pending', userId: null, queueId: 9 }), viewer);
    expect(read({ status: 'pending' })).toEqual([[4]]);
  });

  it('respects the selected queues', () => {
    const both = viewerExample({ queueIds: [1, 2] });
    put({ status: 'pending', queueIds: [2] }, []);
    putTicket(client, ticketExample(4, { status: 'pending', userId: null }), both);
    expect(read({ status: 'pending', queueIds: [2] })).toEqual([[]]);
  });

  it('respects the filter of a list, and only updates tickets of which the view does not know enough', () => {
    const filter = 'unread or queue:2';
    put({ status: 'open', filter }, []);
    putTicket(client, ticketExample(4), viewer);
    expect(read({ status: 'open', filter })).toEqual([[]]);
    putTicket(client, ticketExample(4, { unreadMessages: 1, version: 2 }), viewer);
    expect(read({ status: 'open', filter })).toEqual([[4]]);
    // A view does not tell when a ticket was closed.
    const closed = 'closed:2026-11-20';
    put({ status: 'open', filter: closed }, [ticketExample(1)]);
    putTicket(client, ticketExample(1, { version: 2, lastMessage: 'new' }), viewer);
    putTicket(client, ticketExample(2), viewer);
    expect(read({ status: 'open', filter: closed })).toEqual([[1]]);
  });

  it('moves a ticket with new activity to the top, across pages', () => {
    put({ status: 'open' }, [ticketExample(9), ticketExample(8)], [ticketExample(2), ticketExample(1)]);
    putTicket(client, ticketExample(2, { version: 2, updatedAt: '2026-11-21T10:00:00.000Z' }), viewer);
    expect(read({ status: 'open' })).toEqual([[2, 9, 8], [1]]);
  });

  it('is ignored when it is not newer than the cached ticket', () => {
    put({ status: 'open' }, [ticketExample(1, { version: 5, lastMessage: 'new' })]);
    putTicket(client, ticketExample(1, { version: 5, lastMessage: 'old' }), viewer);
    const data = client.getQueryData<TicketPages>(keyOf({ status: 'open' }));
    expect(data?.pages[0]?.tickets[0]?.lastMessage).toBe('new');
  });

  it('updates a found ticket in place and adds none to a search', () => {
    put({ status: 'search', searchParam: 'ana' }, [ticketExample(9), ticketExample(1)]);
    putTicket(client, ticketExample(1, { version: 2, updatedAt: '2026-11-21T10:00:00.000Z' }), viewer);
    putTicket(client, ticketExample(12), viewer);
    expect(read({ status: 'search', searchParam: 'ana' })).toEqual([[9, 1]]);
  });

  it('removes a deleted ticket everywhere', () => {
    put({ status: 'open' }, [ticketExample(2), ticketExample(1)]);
    put({ status: 'search', searchParam: 'ana' }, [ticketExample(2)]);
    dropTicket(client, 2);
    expect(read({ status: 'open' })).toEqual([[1]]);
    expect(read({ status: 'search', searchParam: 'ana' })).toEqual([[]]);
  });

  it("clears the unread counter, also in the bell's list", () => {
    const unread = ticketExample(1, { unreadMessages: 3 });
    put({ status: 'open' }, [unread]);
    put({ withUnreadMessages: true }, [unread]);
    markTicketRead(client, 1, 2, viewer);
    expect(
      client.getQueryData<TicketPages>(keyOf({ status: 'open' }))?.pages[0]?.tickets[0]?.unreadMessages,
    ).toBe(0);
    expect(read({ withUnreadMessages: true })).toEqual([[]]);
  });

  it("adds a waiting ticket to the bell's list only when the company's setting says so", () => {
    put({ withUnreadMessages: true }, []);
    const ticket = ticketExample(6, { status: 'pending', userId: null, unreadMessages: 1 });
    putTicket(client, ticket, viewerExample({ notifyPending: false }));
    expect(read({ withUnreadMessages: true })).toEqual([[]]);
    putTicket(client, ticket, viewer);
    expect(read({ withUnreadMessages: true })).toEqual([[6]]);
  });

  it('updates a separately fetched ticket, unless the cached one is newer', () => {
    const key = [ticketRoutes.getByUuid.id, { params: { uuid: 'x' } }];
    client.setQueryData(key, ticketExample(1, { version: 3 }));
    putTicket(client, ticketExample(1, { version: 2, status: 'closed' }), viewer);
    expect(client.getQueryData<TicketView>(key)?.status).toBe('open');
    putTicket(client, ticketExample(1, { version: 4, status: 'closed' }), viewer);
    expect(client.getQueryData<TicketView>(key)?.status).toBe('closed');
  });
});

describe('insertTicket', () => {
  it('gives the same order as the server for any order of insertion', () => {
    const all = [5, 1, 4, 2, 3].map((id) => ticketExample(id));
    const built = all.reduce((data, ticket) => insertTicket(data, ticket, false), pages([]));
    expect(ids(built)).toEqual([[5, 4, 3, 2, 1]]);
    const ascending = all.reduce((data, ticket) => insertTicket(data, ticket, true), pages([]));
    expect(ids(ascending)).toEqual([[1, 2, 3, 4, 5]]);
  });

  it('leaves a ticket beyond the last page to the next page', () => {
    const first = pages([ticketExample(9), ticketExample(8)]);
    const more = { ...first, pages: first.pages.map((page) => ({ ...page, hasMore: true, cursor: 'next' })) };
    expect(ids(insertTicket(more, ticketExample(1), false))).toEqual([[9, 8]]);
  });
});
