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

describe('events that come while an answer is on its way', () => {
  it('are not undone by the answer, whether the first or a later one', async () => {
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

  it('are not played on answers that were asked for later', async () => {
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

  it('are played after a refusal, which they may make up for', async () => {
    const its = setUp();
    const refused = its.fetch();
    its.replay.hear('one');
    refused.reject(new Error('refused'));
    await expect(refused.done).rejects.toThrow('refused');
    expect(its.applied).toEqual(['one', 'one']);
    its.replay.stop();
  });

  it('are let go beyond a number', async () => {
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
