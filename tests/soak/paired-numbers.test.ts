import { SESSION_HOST } from '@prosa/infra/programs.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Held, openPairedNumbers, type PairedNumbers } from '../support/paired-numbers.ts';

const NUMBERS = 200;
/** Minutes of light traffic; `SOAK_MINUTES=5` for a short run. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
/** Minutes until sessions, caches and pools are as large as they get. */
const WARM_UP_MINUTES = 10;
const SHOWN_EVERY_MINUTES = 5;
const IDLE_MS = 60_000;
const TAKEOVER_LIMIT_MS = 45_000;
/** Resident memory may grow by so much from the end of the warm-up to the end: garbage that is not collected yet. */
const MAX_GROWTH_MB = 100;
/** Open files beside one socket for each number. */
const MAX_OTHER_FILES = 150;

let numbers: PairedNumbers | undefined;
beforeAll(async () => {
  numbers = await openPairedNumbers(NUMBERS);
});
afterAll(() => numbers?.stop());

const print = (what: string, figures: unknown): void =>
  console.log(
    what,
    JSON.stringify(figures, (_key, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  );

it('R34, R37: 200 paired numbers hold for an hour in the memory of the deployed task, and are back within 45 s of a kill with no message lost', async () => {
  if (numbers === undefined) throw new Error('the fake network is not up');
  print('paired (ms from the start of the host; CPU ms per number)', await numbers.pair());
  print('at rest', await numbers.rest());
  print('share of a processor at rest', await numbers.idleShare(IDLE_MS));
  print('first message of each customer (CPU ms per message)', await numbers.receive(1));
  print('later messages', await numbers.receive(5));
  print('first answer to each customer', await numbers.send(1));
  print('later answers', await numbers.send(5));

  const course: Held[] = [];
  await numbers.lightTraffic(MINUTES, (minute, held) => {
    course.push(held);
    if (minute % SHOWN_EVERY_MINUTES === 0) print(`minute ${minute}`, held);
  });
  const warm = course[Math.min(WARM_UP_MINUTES, course.length) - 1];
  const last = await numbers.rest();
  print('after the hour', last);

  const back = await numbers.killAndReturn('same-machine');
  print('back after a kill, on the same machine', back);
  const elsewhere = await numbers.killAndReturn('other-machine');
  print('back after a kill, on another machine', elsewhere);
  print('at rest', await numbers.rest());
  const account = await numbers.account();
  print('messages', account);

  expect(account).toMatchObject({ lostInbound: 0, lostOutbound: 0, placeholders: 0, troubles: [] });
  expect(Math.max(...course.map(({ rssMb }) => rssMb))).toBeLessThan(SESSION_HOST.memoryMb);
  expect(last.rssMb - (warm?.rssMb ?? 0)).toBeLessThan(MAX_GROWTH_MB);
  expect(last.files).toBeLessThan(NUMBERS + MAX_OTHER_FILES);
  expect(back.last).toBeLessThan(TAKEOVER_LIMIT_MS);
  expect(elsewhere.last).toBeLessThan(TAKEOVER_LIMIT_MS);
});
