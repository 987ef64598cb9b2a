import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPairedNumbers, type PairedNumbers } from '../support/paired-numbers.ts';

const NUMBERS = 5;

let numbers: PairedNumbers | undefined;
beforeAll(async () => {
  numbers = await openPairedNumbers(NUMBERS);
});
afterAll(() => numbers?.stop());

it('R34: five paired numbers answer their customers, and a killed session host loses none of their messages', async () => {
  if (numbers === undefined) throw new Error('the fake network is not up');
  await numbers.pair();
  await numbers.receive(2);
  await numbers.send(2);
  await numbers.killAndReturn('same-machine');
  expect(await numbers.account()).toEqual({
    written: 3 * NUMBERS,
    sent: 2 * NUMBERS,
    lostInbound: 0,
    lostOutbound: 0,
    repeatedOutbound: 0,
    placeholders: 0,
    troubles: [],
  });
});
