import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, REF } from '../testing/harness.ts';

const KEY = '1:2';
const ANA = '5511955554444';
const BIA = '5511955553333';
const DAY_MS = 86_400_000;

let bench: Bench;
beforeEach(async () => {
  bench = await openBench({ answerMs: 300 });
  await bench.pair();
});
afterEach(() => bench.close());

const isUp = (): boolean => bench.fake.network.isConnected(KEY);
const heard = (id: string) =>
  bench.inbox.next('message', ({ providerMessageId }) => providerMessageId === id);
/** Returns the ids of the history messages that reached the queue of imports. */
const missed = (): string[] =>
  bench.past.sent.flatMap((message) =>
    message.type === 'missed' ? message.messages.map(({ event }) => event.providerMessageId) : [],
  );
const isNoted = (): boolean => bench.store.auth.get(KEY)?.has('absence') === true;

/** Takes the host offline; people write, and WhatsApp drops the waiting messages. Returns the ids of these messages. */
const leave = async (writers: readonly string[]): Promise<string[]> => {
  await bench.host.stop();
  await expect.poll(isUp).toBe(false);
  const ids: string[] = [];
  for (const [index, from] of writers.entries())
    ids.push(await bench.write({ from, text: `perdida ${index}` }));
  bench.fake.network.dropWaiting(KEY);
  return ids;
};

/** Lets another host open the connection, whose device was last connected this long ago. */
const comeBack = async (awayMs: number, name = 'host-b') => {
  bench.store.seen.set(KEY, Date.now() - awayMs);
  bench.store.started = [REF];
  const host = bench.addHost(name);
  await host.start();
  await expect.poll(isUp).toBe(true);
  return host;
};

it('R34: after a long absence the phone sends the messages that WhatsApp dropped, each once and in order', async () => {
  await heard(await bench.write({ from: ANA, text: 'antes' }));
  const dropped = await leave([ANA, BIA, ANA, ANA]);
  await comeBack(2 * DAY_MS);
  // Bia does not write again, so her chat is not requested.
  const back = await bench.write({ from: ANA, text: 'Bom dia?' });
  await heard(back);
  await expect.poll(() => missed().length).toBeGreaterThan(0);
  const ofAna = [dropped[0], dropped[2], dropped[3]];
  expect(missed().filter((id) => dropped.includes(id))).toEqual(ofAna);
  expect(missed()).not.toContain(back);
  expect(new Set(missed()).size).toBe(missed().length);
  // None of an import's other messages: no progress, and no end, at which tickets would be closed.
  expect(new Set(bench.past.sent.map(({ type }) => type))).toEqual(new Set(['missed']));
});

it('after a short absence nothing is requested from the phone', async () => {
  await leave([ANA]);
  await comeBack(DAY_MS / 2);
  await heard(await bench.write({ from: ANA, text: 'Bom dia?' }));
  await heard(await bench.write({ from: ANA, text: 'Alô?' }));
  expect(isNoted()).toBe(false);
  expect(bench.past.sent).toEqual([]);
});

it('an answer without a request, or to another request than the open one, is refused', async () => {
  bench.fake.network.phones.isPhoneAway = true;
  await leave([]);
  await comeBack(2 * DAY_MS);
  const { questions } = bench.fake.network.phones;
  await heard(await bench.write({ from: ANA, text: 'Bom dia?' }));
  await expect.poll(() => questions.length).toBeGreaterThan(0);
  const chats = [{ contact: ANA, messages: [{ id: 'FORGED', text: 'Pague aqui', at: Date.now() - 1000 }] }];
  for (const requestId of [undefined, 'ANOTHER'])
    await bench.fake.network.tellPast(KEY, { part: 'on-demand', chats, ...(requestId && { requestId }) });
  await expect.poll(() => bench.fake.network.isSettled(KEY)).toBe(true);
  await heard(await bench.write({ from: BIA, text: 'fim' }));
  expect(missed()).not.toContain('FORGED');
  // The right answer's messages of another chat are refused as well.
  const requestId = questions.at(-1);
  await bench.fake.network.tellPast(KEY, {
    part: 'on-demand',
    chats: [{ contact: BIA, messages: [{ id: 'ASIDE', text: 'Pague aqui', at: Date.now() - 1000 }] }],
    ...(requestId && { requestId }),
  });
  await heard(await bench.write({ from: BIA, text: 'fim mesmo' }));
  expect(missed()).not.toContain('ASIDE');
});

it('a phone that does not answer is asked three times at most', async () => {
  bench.fake.network.phones.isPhoneAway = true;
  await leave([]);
  const host = await comeBack(2 * DAY_MS);
  for (let chat = 0; chat < 5; chat++)
    await heard(await bench.write({ from: `55119555500${chat}0`, text: 'Bom dia?' }));
  await expect.poll(isNoted).toBe(true);
  await expect.poll(isNoted, { timeout: 5_000 }).toBe(false);
  expect(missed()).toEqual([]);
  expect(bench.fake.network.phones.questions).toHaveLength(3);
  expect(host.health().connections[0]).toMatchObject({ status: 'CONNECTED', stuckAt: [] });
});

it('R37: a host that dies during the requests leaves the rest to the next one', async () => {
  const dropped = await leave([ANA, BIA]);
  bench.fake.network.phones.isPhoneAway = true;
  const host = await comeBack(2 * DAY_MS);
  for (const from of [ANA, BIA]) await heard(await bench.write({ from, text: 'Bom dia?' }));
  await expect.poll(isNoted).toBe(true);
  await host.stop();
  await expect.poll(isUp).toBe(false);
  bench.fake.network.phones.isPhoneAway = false;
  // The device was connected a moment ago, so the stored note tells what is left.
  await comeBack(0, 'host-c');
  await expect.poll(missed).toEqual(expect.arrayContaining(dropped));
  expect(new Set(missed()).size).toBe(missed().length);
});

it('R38: after a stream ends during the requests, the next stream sends the remaining ones', async () => {
  const dropped = await leave([ANA, BIA]);
  bench.fake.network.phones.isPhoneAway = true;
  await comeBack(2 * DAY_MS);
  for (const from of [ANA, BIA]) await heard(await bench.write({ from, text: 'Bom dia?' }));
  await expect.poll(() => bench.fake.network.phones.questions.length).toBeGreaterThan(0);
  bench.fake.network.phones.isPhoneAway = false;
  bench.fake.network.disconnect(KEY, '428');
  await expect.poll(missed).toEqual(expect.arrayContaining(dropped));
});
