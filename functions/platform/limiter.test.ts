import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Work that ends on command and records when it began. */
const pieces = () => {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endNext = async () => {
    ends.shift()?.();
    await settle();
  };
  return { begun, work, endNext, settle };
};

describe('createTurns', () => {
  it('limits the simultaneous work of a key, runs the rest in order, and does not delay other keys', async () => {
    const turns = createLimiter({ atOnce: 2, maxWaiting: 10 });
    const { begun, work, endNext, settle } = pieces();
    const done = Promise.all(['a1', 'a2', 'a3', 'a4'].map((name) => turns('a', work(name))));
    const other = turns('b', work('b1'));
    await settle();
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await endNext();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    for (let i = 0; i < 4; i++) await endNext();
    expect(await done).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(await other).toBe('b1');
  });

  it('refuses work beyond the limit without starting it, and accepts work again after some has ended', async () => {
    const turns = createLimiter({ atOnce: 1, maxWaiting: 1 });
    const { begun, work, endNext } = pieces();
    const [first, second] = [turns('a', work('1')), turns('a', work('2'))];
    await expect(turns('a', work('3'))).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_REQUESTS',
      retryAfterS: 1,
    });
    await endNext();
    expect(begun).toEqual(['1', '2']);
    const fourth = turns('a', work('4'));
    await endNext();
    await endNext();
    expect(await Promise.all([first, second, fourth])).toEqual(['1', '2', '4']);
  });

  it('continues after work that failed', async () => {
    const turns = createLimiter({ atOnce: 1, maxWaiting: 5 });
    const failing = turns('a', () => Promise.reject(new Error('failed')));
    const next = turns('a', () => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
  });
});
