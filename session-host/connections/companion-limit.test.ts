import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';
const NUMBER = '5511955554444';

describe('a phone that has four linked devices', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    bench.fake.network.setOtherDevices(KEY, 4);
  });
  afterEach(() => bench.close());

  const status = (wanted: string) => bench.inbox.next('session', (event) => event.status === wanted);

  it('refuses the QR code, so the connection ends as not scanned', async () => {
    await bench.host.stop();
    await bench.addHost('impatient', { qrCodeMs: 200 }).start();
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    const { qrcode } = await status('qrcode');
    expect(bench.fake.network.scan(KEY, qrcode)).toBe(false);
    expect(await status('DISCONNECTED')).toMatchObject({ reason: 'qr-not-scanned' });
    expect(bench.fake.network.isLinked(KEY)).toBe(false);
  });

  it('links the connection with the same QR code after a device was removed', async () => {
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    const { qrcode } = await status('qrcode');
    expect(bench.fake.network.scan(KEY, qrcode)).toBe(false);
    bench.fake.network.setOtherDevices(KEY, 3);
    expect(bench.fake.network.scan(KEY, qrcode)).toBe(true);
    await status('CONNECTED');
  });

  it('refuses a pairing code, and the connection waits for a QR code', async () => {
    bench.commands.push({ v: 1, ...REF, type: 'pair', number: NUMBER, askedAt: Date.now() });
    const code = () => bench.store.pairings.at(-1)?.code ?? '';
    await expect.poll(code, { timeout: 10_000 }).not.toBe('');
    await expect.poll(() => bench.fake.network.phoneToType(KEY)).toBe(NUMBER);
    expect(bench.fake.network.typeCode(KEY, code())).toBe(false);
    expect(bench.host.health().connections).toMatchObject([{ status: 'qrcode' }]);
    expect(bench.fake.network.isLinked(KEY)).toBe(false);
  });
});
