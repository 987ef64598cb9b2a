import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';

describe('the QR code of an account whose registration WhatsApp refreshes', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    bench.fake.network.requireRefresh(KEY);
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
  });
  afterEach(() => bench.close());

  const codes = () =>
    bench.inbox.events.flatMap((event) =>
      event.type === 'session' && event.status === 'qrcode' ? [event] : [],
    );

  it('is replaced by one with another secret, which links the phone', async () => {
    const first = await bench.inbox.next('session', ({ status }) => status === 'qrcode');
    expect(bench.fake.network.scan(KEY, first.qrcode)).toBe(false);
    const second = await bench.inbox.next(
      'session',
      ({ status, qrcode }) => status === 'qrcode' && qrcode !== first.qrcode,
    );
    const [was, is] = [first.qrcode.split(','), second.qrcode.split(',')];
    expect(is.with(3, '')).toEqual(was.with(3, ''));
    expect(bench.fake.network.scan(KEY, first.qrcode)).toBe(false);
    await expect.poll(() => bench.fake.network.scan(KEY, second.qrcode)).toBe(true);
    await bench.inbox.next('session', ({ status }) => status === 'CONNECTED');
    await bench.write({ from: '5511933332222', text: 'Chegou?' });
    expect((await bench.inbox.next('message')).content).toEqual({ kind: 'text', text: 'Chegou?' });
  });

  it('counts as one QR code, however often it is replaced', async () => {
    const first = await bench.inbox.next('session', ({ status }) => status === 'qrcode');
    bench.fake.network.scan(KEY, first.qrcode);
    await expect.poll(codes).toHaveLength(2);
    expect(codes().map(({ retries }) => retries)).toEqual([1, 1]);
  });
});
