import { type TicketView, ticketRoutes } from '@prosa/shared/contracts/tickets.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../lib/api/api-client.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { readEvent } from '../../lib/live/read-event.ts';
import { sessionExample } from '../../lib/session/session-example.ts';
import reducers from './live-events.ts';
import { putTicket, type TicketPages } from './put-ticket.ts';
import { ticketExample } from './ticket-example.ts';
import { viewerOf } from './viewer-of.ts';

vi.mock('../../lib/api/api-client.ts');

const { companyId } = sessionExample;
const OPEN = [ticketRoutes.list.id, { query: { status: 'open', showAll: true } }];
let client: QueryClient;
let nextId = 100;

const ticketOf = (id: number, version: number, fields: Partial<TicketView> = {}): TicketView =>
  ticketExample(id, { companyId, userId: sessionExample.id, version, ...fields });
const shown = (): number[] =>
  client.getQueryData<TicketPages>(OPEN)?.pages.flatMap((page) => page.tickets.map(({ id }) => id)) ?? [];
const hear = (data: unknown): void => {
  const event = readEvent(companyId, `company-${companyId}-ticket`, data);
  if (event?.name !== 'ticket') throw new Error('no event of a ticket');
  reducers.ticket({ client, user: sessionExample }, event);
};

beforeEach(() => {
  nextId += 1;
  client = new QueryClient();
  client.setQueryData<TicketPages>(OPEN, {
    pages: [{ tickets: [], hasMore: false, cursor: null, count: 0 }],
    pageParams: [null],
  });
});
afterEach(() => void vi.mocked(call).mockReset());

describe('R42: a response that arrives after a newer event', () => {
  it('does not show a ticket again that has left the list', () => {
    hear({ action: 'update', ticket: ticketOf(nextId, 3, { status: 'closed' }) });
    putTicket(client, ticketOf(nextId, 2), viewerOf(sessionExample));
    expect(shown()).toEqual([]);
    putTicket(client, ticketOf(nextId, 4), viewerOf(sessionExample));
    expect(shown()).toEqual([nextId]);
  });

  it('does not show a deleted ticket again', () => {
    hear({ action: 'delete', ticketId: nextId, version: 3 });
    hear({ action: 'update', ticket: ticketOf(nextId, 2) });
    expect(shown()).toEqual([]);
  });

  it('does not show a ticket again whose event had no room for it', async () => {
    const answer = Promise.withResolvers<TicketView>();
    vi.mocked(call).mockReturnValueOnce(answer.promise);
    hear({ action: 'reference', id: nextId, version: 2 });
    hear({ action: 'update', ticket: ticketOf(nextId, 3, { status: 'closed' }) });
    answer.resolve(ticketOf(nextId, 2));
    await vi.waitFor(() => expect(vi.mocked(call).mock.settledResults).toHaveLength(1));
    expect(shown()).toEqual([]);
  });

  it('does not hide a ticket that became visible after a refusal was decided', async () => {
    const answer = Promise.withResolvers<TicketView>();
    vi.mocked(call).mockReturnValueOnce(answer.promise).mockResolvedValueOnce(ticketOf(nextId, 3));
    hear({ action: 'reference', id: nextId, version: 2 });
    hear({ action: 'update', ticket: ticketOf(nextId, 3) });
    answer.reject(new ApiError({ status: 404, code: 'ERR_NO_TICKET_FOUND' }));
    await vi.waitFor(() => expect(vi.mocked(call).mock.settledResults).toHaveLength(2));
    expect(shown()).toEqual([nextId]);
  });
});
