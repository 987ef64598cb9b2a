import { expect, it } from 'vitest';
import { ENDINGS, useScheduleRaces } from './support/schedule-races.ts';

const ROUNDS = 200;
const SCHEDULES = 200;
const SEED = 20_261_122;
/** As long for each schedule as in `soak/schedule-races`: 90 s for 1,000. */
const LIMIT_MS = 18_000;
const { changeWhileFiring, fireAtOnce } = useScheduleRaces();

it(`R32: a schedule is edited or deleted while it fires, ${ROUNDS} times: either the change or the sending wins`, async () => {
  expect(await changeWhileFiring(ROUNDS, SEED)).toEqual(ENDINGS);
});

it(`${SCHEDULES} schedules due in the same minute are each sent once, although every timer is delivered twice and out of order`, async () => {
  expect(await fireAtOnce(SCHEDULES, SEED)).toBeLessThan(LIMIT_MS);
});
