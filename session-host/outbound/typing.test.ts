import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, inAMinute, openBench, REF } from '../testing/harness.ts';

const CUSTOMER = '5511933332222';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.close());

const type = (waitsUntil = inAMinute()) =>
  bench.commands.push({
    v: 1,
    ...REF,
    type: 'typing',
    to: [{ kind: 'phone', value: CUSTOMER }],
    newestId: 'A1',
    waitsUntil,
  });
const settled = () => expect.poll(() => bench.commands.settled.length).toBeGreaterThan(0);

it('the customer sees that the account is typing', async () => {
  await bench.pair();
  type();
  await expect
    .poll(() => bench.fake.network.typed)
    .toEqual([{ account: '1:2', to: `${CUSTOMER}@s.whatsapp.net` }]);
});

it('a notice that is late, or whose connection is down, is dropped', async () => {
  type();
  await settled();
  await bench.pair();
  type(Date.now() - 1);
  await expect.poll(() => bench.commands.settled.length).toBe(3);
  expect(bench.fake.network.typed).toEqual([]);
});
