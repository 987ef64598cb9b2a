import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Held, openPairedNumbers, type PairedNumbers } from '../support/paired-numbers.ts';

const NUMBERS = 200;
/** Minutes of light traffic; `SOAK_MINUTES=5` for a short run. */
const MINUTES = Number(process.env.SOAK_MINUTES ?? 60);
/** Minutes that are compared: this many after an equal warm-up, and this many at the end. */
const COMPARED_MINUTES = Math.max(1, Math.min(10, Math.floor(MINUTES / 4)));
const SHOWN_EVERY_MINUTES = 5;
const IDLE_MS = 60_000;
const TAKEOVER_LIMIT_MS = 45_000;
const MAX_GROWTH = 0.1;

let numbers: PairedNumbers | undefined;
beforeAll(async () => {
  numbers = await openPairedNumbers(NUMBERS);
});
afterAll(() => numbers?.stop());

const mean = (course: readonly Held[], of: (held: Held) => number): number =>
  course.reduce((sum, held) => sum + of(held), 0) / course.length;

const print = (what: string, figures: unknown): void =>
  console.log(
    what,
    JSON.stringify(figures, (_key, value: unknown) =>
      typeof value === 'number' ? Math.round(value * 100) / 100 : value,
    ),
  );

it('R34, R48: an hour of ten messages a second over 200 numbers grows neither memory nor handles, and a kill loses no message and is over within 45 s', async () => {
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
  const warm = course.slice(COMPARED_MINUTES, 2 * COMPARED_MINUTES);
  const end = course.slice(-COMPARED_MINUTES);
  print('after the traffic', await numbers.rest());

  const back = await numbers.killAndReturn('same-machine');
  print('back after a kill, on the same machine', back);
  const elsewhere = await numbers.killAndReturn('other-machine');
  print('back after a kill, on another machine', elsewhere);
  print('at rest', await numbers.rest());
  const account = await numbers.account();
  print('messages', account);

  expect(account).toMatchObject({ lostInbound: 0, lostOutbound: 0, placeholders: 0, troubles: [] });
  expect(Math.max(...course.map(({ rssMb }) => rssMb))).toBeLessThan(SESSION_HOST.memoryMb);
  expect(mean(end, ({ rssMb }) => rssMb)).toBeLessThan(mean(warm, ({ rssMb }) => rssMb) * (1 + MAX_GROWTH));
  expect(mean(end, ({ files }) => files)).toBeLessThan(mean(warm, ({ files }) => files) + 1);
  expect(back.last).toBeLessThan(TAKEOVER_LIMIT_MS);
  expect(elsewhere.last).toBeLessThan(TAKEOVER_LIMIT_MS);
});
