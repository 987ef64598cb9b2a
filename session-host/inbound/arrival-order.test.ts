import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ArrivalOrder } from './arrival-order.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const UNHEARD = { onLeft: () => undefined, onWaiting: () => undefined };
const NO_WORK = async (): Promise<void> => undefined;

const run = (arrived: readonly string[]) => {
  const order = new ArrivalOrder(UNHEARD);
  const passed: string[] = [];
  for (const id of arrived) order.arrive(id, 'chat');
  return {
    passed,
    take: (id: string) => void order.turn(id, async () => void passed.push(id)),
  };
};

it('processes messages in the order in which their stanzas arrived', async () => {
  const { passed, take } = run(['a', 'b', 'c', 'd']);
  for (const id of ['c', 'b', 'd', 'a']) take(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
});

it('does not delay a message whose stanza never arrived', async () => {
  const { passed, take } = run(['a']);
  take('replayed');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['replayed']);
});

it('gives up a stanza without a message after 20 s, once for all that wait, and keeps their order', async () => {
  const { passed, take } = run(['silent', 'b', 'c', 'd']);
  take('c');
  take('b');
  await vi.advanceTimersByTimeAsync(19_900);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(passed).toEqual(['b', 'c']);
  take('d');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed.at(-1)).toBe('d');
});

describe('after a long absence', () => {
  const STANZAS = 200;
  /** The stanzas of the absence, each of another chat, with one of `chat` among them, and a live one of that chat. */
  const returned = (place: number) => {
    const order = new ArrivalOrder(UNHEARD);
    const passed: string[] = [];
    for (let at = 0; at < STANZAS; at++) order.arrive(`${at}`, at === place ? 'chat' : `chat ${at}`);
    order.arrive('live', 'chat');
    const take = (id: string) => void order.turn(id, async () => void passed.push(id));
    order.open('live');
    take('live');
    /** Decrypts a stanza a second, as Baileys does with those of an absence, in their order. */
    const decrypt = async (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        order.open(`${at}`);
        take(`${at}`);
        await vi.advanceTimersByTimeAsync(1_000);
      }
    };
    return { passed, decrypt };
  };

  it('a live message waits for an earlier one of its chat, however many are decrypted before that one', async () => {
    const { passed, decrypt } = returned(150);
    await decrypt(0, 150);
    expect(passed).not.toContain('live');
    await decrypt(150, 151);
    expect(passed.slice(-2)).toEqual(['150', 'live']);
  });

  it('a stanza that Baileys drops is given up 20 s after the last one before it, while later ones are decrypted', async () => {
    const { passed, decrypt } = returned(60);
    await decrypt(0, 60);
    await decrypt(61, 79);
    expect(passed).not.toContain('live');
    await decrypt(79, 82);
    expect(passed).toContain('live');
  });
});

it('waits a second for a decrypted stanza without a message', async () => {
  const order = new ArrivalOrder(UNHEARD);
  const passed: string[] = [];
  for (const id of ['refused', 'b']) order.arrive(id, 'chat');
  order.open('refused');
  void order.turn('b', async () => void passed.push('b'));
  await vi.advanceTimersByTimeAsync(900);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(passed).toEqual(['b']);
});

it('waits for a slow stanza as long as a read of the table may take', async () => {
  const { passed, take } = run(['slow', 'b']);
  take('b');
  await vi.advanceTimersByTimeAsync(15_000);
  take('slow');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['slow', 'b']);
});

it('does not wait for a stanza that was decrypted before, and passes on its message from the log', async () => {
  const left: string[] = [];
  const order = new ArrivalOrder({ ...UNHEARD, onLeft: (id) => left.push(id) });
  for (const id of ['first', 'repeated', 'b']) order.arrive(id, 'chat');
  const last = order.turn('b', NO_WORK);
  order.repeat('repeated');
  expect(left).toEqual([]);
  expect(await order.turn('first', NO_WORK)).toBe(true);
  expect(left).toEqual(['repeated']);
  expect(await last).toBe(true);
});

it('passes on in order, from the log, a message that Baileys dropped, after a stanza that is not decrypted yet', async () => {
  const left: string[] = [];
  const order = new ArrivalOrder({ ...UNHEARD, onLeft: (id) => left.push(id) });
  for (const id of ['slow', 'dropped', 'late']) order.arrive(id, 'chat');
  for (const id of ['dropped', 'late']) order.open(id);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(left).toEqual([]);
  // Emitted after all: the caller passes it on, and the log does not.
  const late = order.turn('late', NO_WORK);
  expect(await order.turn('slow', NO_WORK)).toBe(true);
  expect(left).toEqual(['dropped']);
  expect(await late).toBe(true);
  expect(left).toEqual(['dropped']);
});

it('tells that a decrypted message waits for its turn, so that the sweep of the log does not pass it on', () => {
  const waiting: string[] = [];
  const order = new ArrivalOrder({ ...UNHEARD, onWaiting: (id) => waiting.push(id) });
  for (const id of ['slow', 'waits', 'late']) order.arrive(id, 'chat');
  for (const id of ['waits', 'slow', 'late']) order.open(id);
  expect(waiting).toEqual(['waits']);
});

it('does not wait for stanzas of other chats', async () => {
  const order = new ArrivalOrder(UNHEARD);
  order.arrive('a1', 'a');
  order.arrive('b1', 'b');
  expect(await order.turn('b1', NO_WORK)).toBe(true);
});

it('processes nothing after the socket has ended, and returns the decrypted stanzas in the order of arrival', async () => {
  const order = new ArrivalOrder(UNHEARD);
  const turns: boolean[] = [];
  for (const id of ['a1', 'b1', 'a2', 'b2', 'c1']) order.arrive(id, id.charAt(0));
  // The first of `b` is not decrypted yet, so WhatsApp delivers it again.
  for (const id of ['c1', 'b2', 'a2', 'a1']) order.open(id);
  for (const id of ['a2', 'b2']) void order.turn(id, NO_WORK).then((isTurn) => turns.push(isTurn));
  expect(order.end()).toEqual({ ready: ['a1', 'a2', 'c1'], left: ['b2'] });
  await vi.advanceTimersByTimeAsync(0);
  expect(turns).toEqual([false, false]);
});

const endedWithOneLeft = () => {
  const left: string[] = [];
  const order = new ArrivalOrder({ ...UNHEARD, onLeft: (id) => left.push(id) });
  for (const id of ['undelivered', 'left']) order.arrive(id, 'chat');
  order.open('left');
  order.end();
  return { order, left };
};

it('distinguishes messages behind a redelivered stanza from those that were passed on or never decrypted', () => {
  const order = new ArrivalOrder(UNHEARD);
  for (const id of ['ready', 'undelivered', 'left']) order.arrive(id, 'chat');
  for (const id of ['ready', 'left']) order.open(id);
  expect(order.isLeft('left')).toBe(false);
  order.end();
  expect(['ready', 'undelivered', 'left'].filter((id) => order.isLeft(id))).toEqual(['left']);
});

it('processes a message of a former socket after the redelivery of the one before it', async () => {
  const { order, left } = endedWithOneLeft();
  order.arrive('undelivered', 'chat');
  order.arrive('newer', 'chat');
  const newer = order.turn('newer', NO_WORK);
  expect(left).toEqual([]);
  expect(await order.turn('undelivered', NO_WORK)).toBe(true);
  expect(left).toEqual(['left']);
  expect(await newer).toBe(true);
});

it('processes a message of a former socket when all is redelivered, and the one before it is not among that', async () => {
  const { order, left } = endedWithOneLeft();
  await vi.advanceTimersByTimeAsync(100_000);
  expect(left).toEqual([]);
  order.redelivered();
  await vi.advanceTimersByTimeAsync(1_100);
  expect(left).toEqual(['left']);
});

it('a redelivered stanza keeps its place, however long the busy host takes to decrypt it within its limit', async () => {
  const { order, left } = endedWithOneLeft();
  order.arrive('undelivered', 'chat');
  order.redelivered();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(left).toEqual([]);
  expect(await order.turn('undelivered', NO_WORK)).toBe(true);
  expect(left).toEqual(['left']);
});

it('processes a message of a former socket after two minutes if WhatsApp does not say that it has redelivered all', async () => {
  const { left } = endedWithOneLeft();
  await vi.advanceTimersByTimeAsync(119_900);
  expect(left).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(left).toEqual(['left']);
});

it('treats a redelivered message of a former socket like any other', async () => {
  const { order, left } = endedWithOneLeft();
  order.arrive('undelivered', 'chat');
  order.arrive('left', 'chat');
  const second = order.turn('left', NO_WORK);
  expect(await order.turn('undelivered', NO_WORK)).toBe(true);
  expect(await second).toBe(true);
  expect(left).toEqual([]);
});

it('returns the remaining messages when there is no next socket', () => {
  const { order } = endedWithOneLeft();
  expect(order.close()).toEqual(['left']);
});

describe('a message left by a former process', () => {
  const restored = () => {
    const left: string[] = [];
    const order = new ArrivalOrder(UNHEARD);
    for (const id of ['first', 'opened', 'second', 'later']) order.arrive(id, 'chat');
    order.open('opened');
    order.open('later');
    const waits = order.waitsOf('later');
    const next = new ArrivalOrder({ ...UNHEARD, onLeft: (id) => left.push(id) });
    if (waits !== undefined) next.restore('later', waits);
    return { order: next, left, waits };
  };

  it('waits for earlier stanzas of its chat that were not decrypted', () => {
    expect(restored().waits).toEqual({ chat: 'chat', behind: ['first', 'second'] });
  });

  it('is passed on after them when they are redelivered', async () => {
    const { order, left } = restored();
    const passed: string[] = [];
    for (const id of ['second', 'first', 'new']) order.arrive(id, 'chat');
    for (const id of ['new', 'second', 'first']) void order.turn(id, async () => void passed.push(id));
    await vi.advanceTimersByTimeAsync(0);
    expect(passed).toEqual(['first', 'second', 'new']);
    expect(left).toEqual(['later']);
  });

  it('is passed on without them when all is redelivered', async () => {
    const { order, left } = restored();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(left).toEqual([]);
    order.redelivered();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(left).toEqual(['later']);
  });
});
