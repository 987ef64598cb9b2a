import { expect, it } from 'vitest';
import { TIMERS_MIN, useLaggingTimers } from '../integration/support/lagging-timers.ts';

const FIRST_SEED = Number(process.env.SOAK_SEED ?? 1);
const RUNS = 20;
const fireTimersWithLag = useLaggingTimers();

it.each(Array.from({ length: RUNS }, (_, run) => FIRST_SEED + run))(
  'with a lagging index, no timer is lost, fires early, or is handed over forever (seed %i)',
  async (seed) => {
    expect(await fireTimersWithLag(seed)).toBeGreaterThan(TIMERS_MIN);
  },
);
