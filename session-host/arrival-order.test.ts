import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ArrivalOrder } from './arrival-order.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const run = (arrived: readonly string[]) => {
  const order = new ArrivalOrder();
  const passed: string[] = [];
  for (const id of arrived) order.arrive(id);
  return {
    passed,
    take: (id: string) => void order.turn(id).then(() => passed.push(id)),
  };
};

it('gives every stanza its turn in the order of arrival', async () => {
  const { passed, take } = run(['a', 'b', 'c', 'd']);
  for (const id of ['c', 'b', 'd', 'a']) take(id);
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['a', 'b', 'c', 'd']);
});

it('lets pass what never arrived', async () => {
  const { passed, take } = run(['a']);
  take('replayed');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['replayed']);
});

it('gives up a stanza that makes no message after 20 s, once for all that wait, and keeps their order', async () => {
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

it('waits a second for a stanza that was opened and makes no message', async () => {
  const order = new ArrivalOrder();
  const passed: string[] = [];
  for (const id of ['refused', 'b']) order.arrive(id);
  order.open('refused');
  void order.turn('b').then(() => passed.push('b'));
  await vi.advanceTimersByTimeAsync(900);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(passed).toEqual(['b']);
});

it('waits for a slow stanza for as long as the table may take', async () => {
  const { passed, take } = run(['slow', 'b']);
  take('b');
  await vi.advanceTimersByTimeAsync(15_000);
  take('slow');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['slow', 'b']);
});

it('does not wait for a stanza that was dropped', async () => {
  const order = new ArrivalOrder();
  const passed: string[] = [];
  for (const id of ['duplicate', 'b']) order.arrive(id);
  void order.turn('b').then(() => passed.push('b'));
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual([]);
  order.drop('duplicate');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['b']);
});

it('lets everything pass in its order when the socket has ended', async () => {
  const order = new ArrivalOrder();
  const passed: string[] = [];
  for (const id of ['lost', 'b', 'c']) order.arrive(id);
  for (const id of ['c', 'b']) void order.turn(id).then(() => passed.push(id));
  order.end();
  await vi.advanceTimersByTimeAsync(0);
  expect(passed).toEqual(['b', 'c']);
});
