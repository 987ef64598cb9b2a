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

type Pages = ReturnType<typeof pagesOf>;

const messagesOf = ({ pages }: Pages) => pages.flatMap(({ messages }) => messages);

/** The response to joining the room, with these messages to read. */
const joinedWith = (
  messages: readonly { id: string; version: number }[],
  version = ticketExample.version,
) => ({
  uuid,
  joined: { version, messages: messages.map((message): [string, number] => [message.id, message.version]) },
});

/** Whether a conversation with these pages is refetched after its room was joined. */
const isStaleAfterJoining = async (shown: Pages, answer = joinedWith(messagesOf(shown))) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, shown);
  await settleJoin(client, answer, refuse);
  return client.getQueryState(queryKey)?.isInvalidated;
};

/**
 * Returns the fetches of a visible conversation that was fetched before the WebSocket connection opened, and whether
 * it is still marked stale, after its room was joined.
 */
const afterOpening = async (shown: Pages, answer = joinedWith(messagesOf(shown))) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, shown);
  const fetched: string[] = [];
  const stop = new QueryObserver(client, {
    queryKey: [...queryKey],
    queryFn: async () => {
      fetched.push('messages');
      return shown;
    },
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  await client.invalidateQueries({ queryKey, exact: true, refetchType: 'none' });
  expect(fetched).toEqual([]);
  await settleJoin(client, answer, refuse);
  const isStale = client.getQueryState(queryKey)?.isInvalidated;
  stop();
  return { fetched, isStale };
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
  it('is not refetched when it contains what there was to read', async () => {
    expect(await isStaleAfterJoining(pagesOf([id, id + 1]))).toBe(false);
    expect(await isStaleAfterJoining(pagesOf([id], 'closed'))).toBe(false);
    expect(await isStaleAfterJoining(pagesOf([]))).toBe(false);
  });

  it('R42: is refetched when a message was changed, added or deleted between the fetch and the joining', async () => {
    const shown = pagesOf([id + 1, id]);
    const [first, second] = messagesOf(shown);
    if (first === undefined || second === undefined) throw new Error('no messages');
    const changed = { ...first, version: first.version + 1 };
    const added = { ...second, id: '31.1.9' };
    expect(await isStaleAfterJoining(shown, joinedWith([changed, second]))).toBe(true);
    expect(await isStaleAfterJoining(shown, joinedWith([first, second, added]))).toBe(true);
    expect(await isStaleAfterJoining(shown, joinedWith([first]))).toBe(true);
    expect(await isStaleAfterJoining(shown, joinedWith([]))).toBe(true);
  });

  it('is not refetched when an event has brought a later version of a message since the joining', async () => {
    const shown = pagesOf([id + 1]);
    const before = messagesOf(shown).map((message) => ({ ...message, version: message.version - 1 }));
    expect(await isStaleAfterJoining(shown, joinedWith(before))).toBe(false);
  });

  it('is refetched when messages before the newest ones belong to other tickets, because only the room announces their changes', async () => {
    const newest = (shown: Pages) => messagesOf(shown).slice(1);
    const mixed = pagesOf([id + 1, id]);
    expect(await isStaleAfterJoining(mixed, joinedWith(newest(mixed)))).toBe(true);
    const own = pagesOf([id, id]);
    expect(await isStaleAfterJoining(own, joinedWith(newest(own)))).toBe(false);
    const changed = joinedWith(newest(own), ticketExample.version + 1);
    expect(await isStaleAfterJoining(own, changed)).toBe(true);
    const closed = pagesOf([id, id], 'closed');
    expect(await isStaleAfterJoining(closed, joinedWith(newest(closed)))).toBe(true);
  });

  it('is not refetched when it was fetched before the WebSocket connection opened and missed nothing', async () => {
    expect(await afterOpening(pagesOf([id, id + 1]))).toEqual({ fetched: [], isStale: false });
  });

  it('is refetched when it was fetched before the WebSocket connection opened and may have missed an event', async () => {
    const refetched = { fetched: ['messages'], isStale: false };
    const shown = pagesOf([id, id]);
    const [first, second] = messagesOf(shown);
    if (first === undefined || second === undefined) throw new Error('no messages');
    expect(await afterOpening(shown, joinedWith([first]))).toEqual(refetched);
    expect(await afterOpening(shown, joinedWith([second]))).toEqual(refetched);
  });

  it('has its ticket refetched when that changed between the fetch and the joining', async () => {
    const client = new QueryClient();
    const ticketKey = openTicketOptions(uuid).queryKey;
    const isStale = async (version: number) => {
      client.setQueryData(ticketKey, ticketExample);
      await settleJoin(client, joinedWith([], version), refuse);
      return client.getQueryState(ticketKey)?.isInvalidated;
    };
    expect(await isStale(ticketExample.version)).toBe(false);
    expect(await isStale(ticketExample.version + 1)).toBe(true);
  });

  it('is refetched around a found message when messages belong to other tickets', async () => {
    const client = new QueryClient();
    const around = aroundOptions(uuid, '31.1.0').queryKey;
    const isStale = async (ticketId: number) => {
      const { pages, pageParams } = pagesOf([ticketId]);
      client.setQueryData(around, { pages: pages.map((page) => ({ ...page, hasNewer: true })), pageParams });
      await settleJoin(client, joinedWith([{ id: '31.1.9', version: 1 }]), refuse);
      return client.getQueryState(around)?.isInvalidated;
    };
    expect(await isStale(id)).toBe(false);
    expect(await isStale(id + 1)).toBe(true);
  });

  it('is not refetched when it is not visible', async () => {
    const client = new QueryClient();
    await settleJoin(client, joinedWith([]), refuse);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('is refetched after a running fetch, whose response may be older than the joining', async () => {
    const client = new QueryClient();
    const answer = Promise.withResolvers<ReturnType<typeof pagesOf>>();
    const fetching = client.fetchQuery({ queryKey: [...queryKey], queryFn: () => answer.promise });
    const caughtUp = settleJoin(client, joinedWith([]), refuse);
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
    await settleJoin(client, { uuid, joined: null }, (joined) => asked.push(joined));
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
