import { type Stack, startStack } from '@prosa/infra/local/stack.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupWriters, writeBurst } from '../support/bursts.ts';
import { waitConnected } from '../support/customer.ts';
import { Ledger, NOTHING_WRONG } from '../support/stack-ledger.ts';

const BURST = 100;
const GROUP_BURST = 60;

describe('message bursts and dropped streams over the whole system', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ seed: 'demo' });
    await waitConnected(stack.url);
  });
  afterAll(() => stack.stop());

  it('I6: a hundred simultaneous messages of one phone are stored and shown in order, the newest in the list', async () => {
    const ledger = await Ledger.open(stack);
    await writeBurst(ledger, [{ number: '5511955550101' }], 0, BURST);
    expect(await ledger.settle()).toEqual(NOTHING_WRONG);
  });

  it('I6: sixty simultaneous messages of four group members are stored and shown in order', async () => {
    const ledger = await Ledger.open(stack);
    const members = ['5511955550201', '5511955550202', '5511955550203', '5511955550204'];
    await writeBurst(ledger, groupWriters('120363000000000201', members), 0, GROUP_BURST);
    expect(await ledger.settle()).toEqual(NOTHING_WRONG);
  });

  it('I6: a hundred messages around a reconnect are stored and shown in order', async () => {
    const ledger = await Ledger.open(stack);
    const writers = [{ number: '5511955550303' }];
    await writeBurst(ledger, writers, 0, 30);
    await ledger.endStream('503');
    await writeBurst(ledger, writers, 30, BURST);
    expect(await ledger.settle()).toEqual(NOTHING_WRONG);
  });

  it('R34, R38: twelve new customers lose no message and get none twice when streams drop between their two messages', async () => {
    const ledger = await Ledger.open(stack);
    const writers = Array.from({ length: 12 }, (_none, index) => ({ number: `55119555504${10 + index}` }));
    for (const [index, writer] of writers.entries()) {
      await writeBurst(ledger, [writer], 0, 1);
      if (index % 4 === 3)
        await ledger.endStream((['503', '515', '428'] as const)[Math.floor(index / 4)] ?? '503');
    }
    for (const writer of writers) await writeBurst(ledger, [writer], 1, 2);
    expect(await ledger.settle()).toEqual(NOTHING_WRONG);
  });
});
