import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countForwarded, FORWARD_PAUSE_MS, forwardMessages, newForwardProgress } from './forward-messages.ts';

const IDS = ['a', 'b', 'c'];
const TO = 7;

let at: [string, number][];
let requests: { messageId: string; contactId: number; clientId: string }[];
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  at = [];
  requests = [];
});
afterEach(() => vi.useRealTimers());

const run = (
  progress = newForwardProgress(),
  {
    ids = IDS,
    to = TO,
    failAt = '',
    signal = new AbortController().signal,
    onSent = () => undefined,
  }: {
    ids?: string[];
    to?: number;
    failAt?: string;
    signal?: AbortSignal;
    onSent?: (count: number) => void;
  } = {},
) =>
  forwardMessages(ids, to, progress, {
    forward: async (request) => {
      requests.push(request);
      at.push([request.messageId, Date.now()]);
      if (request.messageId === failAt) throw new Error('no answer');
    },
    onSent,
    signal,
  });

describe('forwarding several messages', () => {
  it('sends them in order, with a pause between them and none before or after', async () => {
    const counts: number[] = [];
    const done = run(undefined, { onSent: (count) => counts.push(count) });
    await vi.runAllTimersAsync();
    await done;
    expect(at).toEqual([
      ['a', 0],
      ['b', FORWARD_PAUSE_MS],
      ['c', 2 * FORWARD_PAUSE_MS],
    ]);
    expect(Date.now()).toBe(2 * FORWARD_PAUSE_MS);
    expect(counts).toEqual([1, 2, 3]);
    expect(new Set(requests.map(({ clientId }) => clientId)).size).toBe(3);
  });

  it('stops at the first that fails, and goes on there with the same id', async () => {
    const progress = newForwardProgress();
    const failed = expect(run(progress, { failAt: 'b' })).rejects.toThrow('no answer');
    await vi.runAllTimersAsync();
    await failed;
    expect(countForwarded(IDS, TO, progress)).toBe(1);
    const again = run(progress);
    await vi.runAllTimersAsync();
    await again;
    expect(requests.map(({ messageId }) => messageId)).toEqual(['a', 'b', 'b', 'c']);
    expect(requests[2]?.clientId).toBe(requests[1]?.clientId);
    expect(countForwarded(IDS, TO, progress)).toBe(3);
  });

  it('begins anew for another contact', async () => {
    const progress = newForwardProgress();
    await run(progress, { ids: ['a'] });
    await run(progress, { ids: ['a'], to: 8 });
    expect(requests.map(({ contactId }) => contactId)).toEqual([TO, 8]);
    expect(requests[0]?.clientId).not.toBe(requests[1]?.clientId);
  });

  it('can be stopped in a pause: nothing more is sent', async () => {
    const stop = new AbortController();
    const stopped = expect(run(undefined, { signal: stop.signal })).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(FORWARD_PAUSE_MS / 2);
    stop.abort(new Error('enough'));
    await vi.runAllTimersAsync();
    await stopped;
    expect(requests).toHaveLength(1);
  });
});
