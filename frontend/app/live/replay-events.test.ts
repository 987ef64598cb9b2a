import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createReplay } from './replay-events.ts';

const setUp = () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const key = ['messages.list', 1];
  const applied: string[] = [];
  const replay = createReplay(client, new Set(['messages.list']), (text: string) => {
    applied.push(text);
    client.setQueryData<string[]>(key, (texts) =>
      texts === undefined || texts.includes(text) ? texts : [...texts, text],
    );
  });
  const fetch = () => {
    const answer = Promise.withResolvers<string[]>();
    const done = client.fetchQuery({ queryKey: key, queryFn: () => answer.promise, staleTime: 0 });
    return { ...answer, done };
  };
  return { client, replay, applied, fetch, texts: () => client.getQueryData(key) };
};

describe('events that arrive during a fetch', () => {
  it('are applied on top of the response, for the first and for later fetches', async () => {
    const its = setUp();
    const first = its.fetch();
    its.replay.hear('one');
    first.resolve([]);
    await first.done;
    expect(its.texts()).toEqual(['one']);
    const second = its.fetch();
    its.replay.hear('two');
    expect(its.texts()).toEqual(['one', 'two']);
    second.resolve(['one']);
    await second.done;
    expect(its.texts()).toEqual(['one', 'two']);
  });

  it('are not applied to the response of a fetch that began after them', async () => {
    const its = setUp();
    const first = its.fetch();
    its.replay.hear('one');
    first.resolve([]);
    await first.done;
    const later = its.fetch();
    later.resolve([]);
    await later.done;
    expect(its.texts()).toEqual([]);
    expect(its.applied).toEqual(['one', 'one']);
  });

  it('are not applied to a later response when the connection was lost after them', async () => {
    const its = setUp();
    const slow = its.fetch();
    its.replay.hear('one');
    its.replay.forget();
    its.replay.hear('two');
    its.applied.length = 0;
    slow.resolve([]);
    await slow.done;
    expect(its.applied).toEqual(['two']);
    its.replay.stop();
  });

  it('are applied again when the fetch fails', async () => {
    const its = setUp();
    const refused = its.fetch();
    its.replay.hear('one');
    refused.reject(new Error('refused'));
    await expect(refused.done).rejects.toThrow('refused');
    expect(its.applied).toEqual(['one', 'one']);
    its.replay.stop();
  });

  it('are kept up to a limit of 500, and the oldest are dropped', async () => {
    const its = setUp();
    const slow = its.fetch();
    for (let index = 0; index < 600; index++) its.replay.hear(`${index}`);
    its.applied.length = 0;
    slow.resolve([]);
    await slow.done;
    expect(its.applied).toHaveLength(500);
    expect(its.applied.at(-1)).toBe('599');
    its.replay.stop();
  });
});
