import { ticketExample } from '@prosa/shared/events/tickets.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import {
  aroundOptions,
  historyOptions,
  openTicketOptions,
  settleJoin,
  unreadOnReturn,
} from './conversation-query.ts';
import { messageExample } from './message-example.ts';

const { uuid, id } = ticketExample;
const { queryKey } = historyOptions(uuid);

const refuse = (): never => {
  throw new Error('joined again for nothing');
};

const pagesOf = (ticketIds: readonly number[], status = ticketExample.status) => {
  const messages = ticketIds.map((ticketId, index) =>
    messageExample(`31.1.${index}`, ticketExample.createdAt, { ticketId }),
  );
  const page = { messages, count: messages.length, hasMore: false, cursor: null, hasNewer: false };
  return { pages: [{ ...page, ticket: { ...ticketExample, status } }], pageParams: [null] };
};

/** Whether a conversation with these pages is refetched after its room was joined. */
const isStaleAfterJoining = async (
  shown: ReturnType<typeof pagesOf>,
  version: number = ticketExample.version,
) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, shown);
  await settleJoin(client, { uuid, version }, refuse);
  return client.getQueryState(queryKey)?.isInvalidated;
};

describe('unread count of a conversation', () => {
  it('comes from the first response until both responses are cached, and then from the ticket', () => {
    const client = new QueryClient();
    expect(unreadOnReturn(client, uuid)).toBe(null);
    client.setQueryData(historyOptions(uuid).queryKey, pagesOf([id]));
    expect(unreadOnReturn(client, uuid)).toBe(null);
    client.setQueryData(openTicketOptions(uuid).queryKey, { ...ticketExample, unreadMessages: 45 });
    expect(unreadOnReturn(client, uuid)).toBe(45);
  });
});

describe('conversation after joining its room', () => {
  it('is refetched when it shows messages of other tickets, because only the room announces their changes', async () => {
    expect(await isStaleAfterJoining(pagesOf([id, id + 1]))).toBe(true);
    expect(await isStaleAfterJoining(pagesOf([id, id]))).toBe(false);
  });

  it('is refetched when new messages go to another ticket', async () => {
    expect(await isStaleAfterJoining(pagesOf([id], 'closed'))).toBe(true);
  });

  it('R42: is refetched when the ticket changed between the fetch and the joining, because another ticket may have got messages', async () => {
    expect(await isStaleAfterJoining(pagesOf([id]), ticketExample.version + 1)).toBe(true);
    expect(await isStaleAfterJoining(pagesOf([id]), ticketExample.version - 1)).toBe(false);
  });

  it('is refetched when it was fetched before the WebSocket connection opened, because no event was received then', async () => {
    const client = new QueryClient();
    client.setQueryData(queryKey, pagesOf([id]));
    const fetched: string[] = [];
    const stop = new QueryObserver(client, {
      queryKey: [...queryKey],
      queryFn: async () => {
        fetched.push('messages');
        return pagesOf([id]);
      },
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
    await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
    expect(fetched).toEqual([]);
    await settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    stop();
    expect(fetched).toEqual(['messages']);
  });

  it('has its ticket refetched when that changed between the fetch and the joining', async () => {
    const client = new QueryClient();
    const ticketKey = openTicketOptions(uuid).queryKey;
    const isStale = async (version: number) => {
      client.setQueryData(ticketKey, ticketExample);
      await settleJoin(client, { uuid, version }, refuse);
      return client.getQueryState(ticketKey)?.isInvalidated;
    };
    expect(await isStale(ticketExample.version)).toBe(false);
    expect(await isStale(ticketExample.version + 1)).toBe(true);
  });

  it('is also refetched around a found message', async () => {
    const client = new QueryClient();
    const around = aroundOptions(uuid, '31.1.0').queryKey;
    client.setQueryData(around, pagesOf([id + 1]));
    await settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    expect(client.getQueryState(around)?.isInvalidated).toBe(true);
  });

  it('is not refetched when it is not visible', async () => {
    const client = new QueryClient();
    await settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('is refetched after a running fetch, whose response may be older than the joining', async () => {
    const client = new QueryClient();
    const answer = Promise.withResolvers<ReturnType<typeof pagesOf>>();
    const fetching = client.fetchQuery({ queryKey: [...queryKey], queryFn: () => answer.promise });
    const caughtUp = settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    answer.resolve(pagesOf([id + 1]));
    await Promise.all([fetching, caughtUp]);
    expect(client.getQueryData(queryKey)).toEqual(pagesOf([id + 1]));
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});

describe('conversation after its room was refused', () => {
  /** Returns the requests after the refusal, depending on the result of the history's fetch. */
  const askedAfterRefusal = async (fetchHistory: () => Promise<unknown>) => {
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
    client.setQueryData(queryKey, pagesOf([id]));
    const stop = new QueryObserver(client, {
      queryKey: [...queryKey],
      queryFn: fetchHistory,
      staleTime: Number.POSITIVE_INFINITY,
    }).subscribe(() => undefined);
    const asked: string[] = [];
    await settleJoin(client, { uuid, version: null }, (joined) => asked.push(joined));
    stop();
    return asked;
  };

  it('is joined again when it can be read, because its ticket has become visible again', async () => {
    expect(await askedAfterRefusal(async () => pagesOf([id]))).toEqual([uuid]);
  });

  it('is not refetched when its history is refused too', async () => {
    expect(await askedAfterRefusal(() => Promise.reject(new Error('refused')))).toEqual([]);
  });
});
