import { expect, it } from 'vitest';
import { ENDINGS, useScheduleRaces } from '../integration/support/schedule-races.ts';

const ROUNDS = 1000;
const SCHEDULES = 1000;
const SEED = Number(process.env.SOAK_SEED ?? 20_261_122);
const LIMIT_MS = 90_000;
const { changeWhileFiring, fireAtOnce } = useScheduleRaces();

it(`R32: a schedule is edited or deleted while it fires, ${ROUNDS} times: either the change or the sending wins`, async () => {
  expect(await changeWhileFiring(ROUNDS, SEED)).toEqual(ENDINGS);
});

it(`${SCHEDULES} schedules due in the same minute are each sent once, although every timer is delivered twice and out of order`, async () => {
  const tookMs = await fireAtOnce(SCHEDULES, SEED);
  console.log(JSON.stringify({ schedules: SCHEDULES, tookMs }));
  expect(tookMs).toBeLessThan(LIMIT_MS);
});
