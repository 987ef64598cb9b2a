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

it('does not wait for ever for one that comes to nothing, nor twice', async () => {
  const { passed, take } = run(['dead', 'b', 'c', 'd']);
  take('c');
  take('b');
  await vi.advanceTimersByTimeAsync(900);
  expect(passed).toEqual([]);
  await vi.advanceTimersByTimeAsync(200);
  expect(new Set(passed)).toEqual(new Set(['b', 'c']));
  take('d');
  await vi.advanceTimersByTimeAsync(0);
  expect(passed.at(-1)).toBe('d');
});
