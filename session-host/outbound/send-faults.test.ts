import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';
import { ACK_TIMEOUT_MS } from './outbound.ts';

const CUSTOMER = '5511944443333';
const ID = '3EB0AAAAAAAAAAAAAAAAAAAAAAAAAAAA';

describe('R27: a message that WhatsApp', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await openBench();
    await bench.pair();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await bench.close();
  });

  const send = () =>
    bench.commands.push({
      v: 1,
      ...REF,
      type: 'send',
      messageId: 'm1',
      attempt: 1,
      providerMessageId: ID,
      to: [{ kind: 'phone', value: CUSTOMER }],
      content: { kind: 'text', text: 'Bom dia' },
      waitsUntil: inAMinute(),
    });
  const outcome = async () => (await bench.inbox.next('send-result')).result;
  const shown = () => bench.fake.network.conversation(CUSTOMER).filter(({ fromCustomer }) => !fromCustomer);

  it('limits waits in its queue, and is sent once under its id', async () => {
    bench.fake.network.setFault('limit', 1);
    send();
    await expect.poll(() => bench.commands.givenBack).toHaveLength(1);
    bench.commands.giveAgain();
    expect(await outcome()).toEqual({ state: 'sent', providerMessageId: ID });
    expect(shown()).toMatchObject([{ id: ID, copies: 1 }]);
  });

  it('refuses has failed with the code, and is not repeated', async () => {
    bench.fake.network.setFault('refuse', 1);
    send();
    expect(await outcome()).toEqual({ state: 'failed', reason: 'refused-403' });
    expect(bench.commands.givenBack).toEqual([]);
    expect(shown()).toEqual([]);
  });

  it('never acknowledges is unknown after the timeout, and is not repeated', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.fake.network.setFault('stall', 1);
    send();
    await vi.waitUntil(() => vi.getTimerCount() > 0);
    const told = outcome();
    await vi.advanceTimersByTimeAsync(ACK_TIMEOUT_MS);
    expect(await told).toEqual({ state: 'unknown', reason: 'no-answer' });
    expect(bench.commands.givenBack).toEqual([]);
    expect(shown()).toEqual([]);
  });
});
