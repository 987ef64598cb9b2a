import { ticketExample } from '@prosa/shared/events/tickets.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { aroundOptions, historyOptions, settleJoin } from './conversation-query.ts';
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

/** Whether a conversation that shows these is to be fetched again once its room is joined. */
const isStaleAfterJoining = async (
  shown: ReturnType<typeof pagesOf>,
  version: number = ticketExample.version,
) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, shown);
  await settleJoin(client, { uuid, version }, refuse);
  return client.getQueryState(queryKey)?.isInvalidated;
};

describe('a conversation whose room was joined', () => {
  it('is fetched again where it shows messages of other tickets: only the room tells of their changes', async () => {
    expect(await isStaleAfterJoining(pagesOf([id, id + 1]))).toBe(true);
    expect(await isStaleAfterJoining(pagesOf([id, id]))).toBe(false);
  });

  it('is fetched again where new messages go to another ticket', async () => {
    expect(await isStaleAfterJoining(pagesOf([id], 'closed'))).toBe(true);
  });

  it('R42: is fetched again where the ticket went on between reading and joining: another may have had messages', async () => {
    expect(await isStaleAfterJoining(pagesOf([id]), ticketExample.version + 1)).toBe(true);
    expect(await isStaleAfterJoining(pagesOf([id]), ticketExample.version - 1)).toBe(false);
  });

  it('is fetched again around a found message, too', async () => {
    const client = new QueryClient();
    const around = aroundOptions(uuid, '31.1.0').queryKey;
    client.setQueryData(around, pagesOf([id + 1]));
    await settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    expect(client.getQueryState(around)?.isInvalidated).toBe(true);
  });

  it('is left alone where it is not shown', async () => {
    const client = new QueryClient();
    await settleJoin(client, { uuid, version: ticketExample.version }, refuse);
    expect(client.getQueryCache().getAll()).toEqual([]);
  });

  it('is fetched again after an answer that is on its way: that may have been read before', async () => {
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

describe('a conversation whose room was refused', () => {
  /** What is asked for again after the refusal, where the history is then read, or refused too. */
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

  it('is joined again where it can be read: its ticket has come back into sight', async () => {
    expect(await askedAfterRefusal(async () => pagesOf([id]))).toEqual([uuid]);
  });

  it('is left alone where reading it is refused, too', async () => {
    expect(await askedAfterRefusal(() => Promise.reject(new Error('refused')))).toEqual([]);
  });
});
