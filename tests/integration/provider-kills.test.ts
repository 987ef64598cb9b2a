import { expect, it } from 'vitest';
import { useProviderKills } from './support/provider-kills.ts';
import { GRAPH_CHANNELS } from './support/provider-sends.ts';

const { killAndRedeliver, killAndWait } = useProviderKills();

/** Returns the same ending for every channel, by point. */
const onEveryChannel = (endings: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(endings).map(([at, ending]) => [at, GRAPH_CHANNELS.map(() => ending)]));

it('R26: killing a process at any of seven points of a send over the Graph API calls the provider at most once, and leaves no message without an outcome', async () => {
  expect(await killAndRedeliver()).toEqual(
    onEveryChannel({
      claimed: '1 calls, sent',
      'before the call': '0 calls, unknown',
      'during the call': '1 calls, unknown',
      'after the call': '1 calls, unknown',
      reported: '1 calls, sent',
      'before the record': '1 calls, sent',
      'after the record': '1 calls, sent',
    }),
  );
});

it('R26: after such a kill every message has an outcome within 90 s, before the queues deliver again, which then calls nothing', async () => {
  const { inTime, later } = await killAndWait();
  expect(inTime).toEqual(
    onEveryChannel({
      claimed: '0 calls, unknown',
      'before the call': '0 calls, unknown',
      'during the call': '1 calls, unknown',
      'after the call': '1 calls, unknown',
      reported: '1 calls, sent',
      'before the record': '1 calls, unknown',
      'after the record': '1 calls, sent',
    }),
  );
  expect(later).toEqual({ ...inTime, ...onEveryChannel({ 'before the record': '1 calls, sent' }) });
});
