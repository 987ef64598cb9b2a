import { expect, it } from 'vitest';
import { TIMERS_MIN, useLaggingTimers } from './support/lagging-timers.ts';

const SEED = 1;
const fireTimersWithLag = useLaggingTimers();

it(`with a lagging index, no timer is lost, fires early, or is handed over forever (seed ${SEED})`, async () => {
  expect(await fireTimersWithLag(SEED)).toBeGreaterThan(TIMERS_MIN);
});
