import { describe, expect, it } from 'vitest';
import { containFailures } from './contain-failures.ts';

const setUp = () => {
  const reported: unknown[] = [];
  const waiting: (() => void)[] = [];
  let fetches = 0;
  const contain = containFailures({
    report: (error) => reported.push(error),
    refetch: () => {
      fetches += 1;
    },
    later: (work) => waiting.push(work),
  });
  const settle = () => {
    for (const work of waiting.splice(0)) work();
  };
  return { contain, reported, settle, fetches: () => fetches };
};
const broken = new TypeError('no such field');
const breaks = () => {
  throw broken;
};

describe('live frame whose handler throws', () => {
  it('is reported, and later frames are handled', () => {
    const { contain, reported } = setUp();
    const handled: string[] = [];
    contain(() => handled.push('before'));
    contain(breaks);
    contain(() => handled.push('after'));
    expect(reported).toEqual([broken]);
    expect(handled).toEqual(['before', 'after']);
  });

  it('causes one refetch per burst', () => {
    const { contain, settle, fetches } = setUp();
    contain(breaks);
    contain(breaks);
    expect(fetches()).toBe(0);
    settle();
    expect(fetches()).toBe(1);
    contain(breaks);
    settle();
    expect(fetches()).toBe(2);
  });

  it('causes no refetch as long as no handler throws', () => {
    const { contain, settle, fetches } = setUp();
    contain(() => undefined);
    settle();
    expect(fetches()).toBe(0);
  });
});
