import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';

const NUMBER = '5511955554444';
const KEY = '1:2';

describe('a pairing code', () => {
  let bench: Bench;
  let asked = 0;
  beforeEach(async () => {
    bench = await openBench();
  });
  afterEach(() => bench.close());

  const ask = (number = NUMBER, askedAt = Date.now() + ++asked) => {
    bench.commands.push({ v: 1, ...REF, type: 'pair', number, askedAt });
    return askedAt;
  };
  const codeFor = async (askedAt: number): Promise<string> => {
    const find = () => bench.store.pairings.findLast((answer) => answer.askedAt === askedAt)?.code ?? '';
    await expect.poll(find, { timeout: 10_000 }).not.toBe('');
    return find();
  };
  /** Types the code on the phone, once the phone shows where. */
  const type = async (code: string, number = NUMBER) => {
    await expect.poll(() => bench.fake.network.phoneToType(KEY)).toBe(number);
    expect(bench.fake.network.typeCode(KEY, code)).toBe(true);
  };
  const connected = () => bench.inbox.next('session', ({ status }) => status === 'CONNECTED');

  it('links the phone on which it is typed, while the QR code stays visible', async () => {
    const code = await codeFor(ask());
    expect(code).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/);
    await bench.inbox.next('session', ({ status, qrcode }) => status === 'qrcode' && qrcode !== '');
    await type(code);
    expect(await connected()).toMatchObject({ number: NUMBER });
    await bench.write({ from: '5511933332222', text: 'Chegou?' });
    const message = await bench.inbox.next('message');
    expect(message.content).toEqual({ kind: 'text', text: 'Chegou?' });
  });

  it('does not link a phone on which a wrong one is typed, and the QR code still does', async () => {
    const code = await codeFor(ask());
    await type(code === 'ABCD1234' ? 'ABCD1235' : 'ABCD1234');
    const { qrcode } = await bench.inbox.next('session', ({ status }) => status === 'qrcode');
    await expect.poll(() => bench.fake.network.isLinked(KEY)).toBe(false);
    await bench.host.stop();
    // The code from before the crash names an account that never linked the device; the host does not sign in as that
    // account.
    bench.inbox.events.length = 0;
    await bench.addHost('another').start();
    bench.commands.push({ v: 1, ...REF, type: 'start', fresh: false });
    const next = await bench.inbox.next('session', (event) => event.status === 'qrcode');
    expect(next.qrcode).not.toBe(qrcode);
    bench.fake.network.scan(KEY, next.qrcode);
    await connected();
  });

  it('is the same for a repeated request, and different for a new one', async () => {
    const first = ask();
    const code = await codeFor(first);
    ask(NUMBER, first);
    const second = ask('5511944443333');
    expect(await codeFor(second)).not.toBe(code);
    expect(bench.store.pairings.map(({ askedAt }) => askedAt)).toEqual([first, second]);
    await type(await codeFor(second), '5511944443333');
    expect(await connected()).toMatchObject({ number: '5511944443333' });
  });

  it.each([
    ['429', 'too-many'],
    ['400', 'refused'],
  ])('a pairing code that WhatsApp refuses with %s is reported as: %s', async (code, failure) => {
    bench.fake.network.refuseCodes(code);
    const askedAt = ask();
    await expect
      .poll(() => bench.store.pairings.filter((answer) => answer.askedAt === askedAt).at(-1))
      .toMatchObject({ failure });
    expect(bench.store.pairings.some(({ code }) => code !== undefined)).toBe(false);
    const { qrcode } = await bench.inbox.next('session', ({ status }) => status === 'qrcode');
    bench.fake.network.scan(KEY, qrcode);
    await connected();
  });

  it('a pairing code still links the phone if WhatsApp requires a refresh during typing', async () => {
    const code = await codeFor(ask());
    bench.fake.network.requireRefresh(KEY);
    await expect.poll(() => bench.fake.network.typeCode(KEY, code)).toBe(true);
    expect(await connected()).toMatchObject({ number: NUMBER });
  });

  it('is requested neither on a linked device nor long after the request', async () => {
    await bench.pair();
    ask();
    ask(NUMBER, Date.now() - 600_000);
    await expect.poll(() => bench.commands.settled).toHaveLength(3);
    expect(bench.store.pairings).toEqual([]);
    expect(bench.fake.network.isConnected(KEY)).toBe(true);
  });
});
