import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';

describe('the edge server that WhatsApp assigns to a device', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(() => bench.close());

  const edges = () =>
    bench.fake.network.logins.map(({ routing }) =>
      routing === undefined ? undefined : Buffer.from(routing, 'base64').toString(),
    );

  it('is named in the next connection of the same process, and of the next one', async () => {
    // The pairing, and the first login.
    expect(edges()).toEqual([undefined, undefined]);
    await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
    bench.fake.network.disconnect(KEY, '503');
    await expect.poll(edges).toEqual([undefined, undefined, 'edge of 1:2']);
    await bench.host.stop();
    await bench.addHost('another').start();
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    await expect.poll(edges).toEqual([undefined, undefined, 'edge of 1:2', 'edge of 1:2']);
    await expect.poll(() => bench.fake.network.isConnected(KEY)).toBe(true);
  });
});
