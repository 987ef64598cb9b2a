import { describe, expect, it } from 'vitest';
import { createAbsenceWatch } from './after-absence.ts';

/** A page that opens its WebSocket connection, receives frames and looks for missed messages. */
const page = () => {
  const heard = { opened: () => {}, frame: () => {} };
  const told: unknown[] = [];
  const reported: unknown[] = [];
  const clock = { ms: 1000 };
  const looks: { sinceMs: number; found: PromiseWithResolvers<() => void> }[] = [];
  const stop = createAbsenceWatch({
    now: () => clock.ms,
    onOpened: (work) => {
      heard.opened = work;
      return () => undefined;
    },
    onFrame: (work) => {
      heard.frame = work;
      return () => undefined;
    },
    report: (error) => reported.push(error),
    isFailedRequest: (error) => error === 'offline',
  })((sinceMs) => {
    const found = Promise.withResolvers<() => void>();
    looks.push({ sinceMs, found });
    return found.promise;
  });
  /** Ends a look, and waits until its result is announced. */
  const finds = async (index: number, what: string): Promise<void> => {
    looks[index]?.found.resolve(() => told.push(what));
    await new Promise((resolve) => setImmediate(resolve));
  };
  const fails = async (index: number, why: unknown): Promise<void> => {
    looks[index]?.found.reject(why);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const opensAt = (ms: number) => {
    clock.ms = ms;
    heard.opened();
  };
  const hearsAt = (ms: number) => {
    clock.ms = ms;
    heard.frame();
  };
  return { looks, told, reported, stop, finds, fails, opensAt, hearsAt };
};

describe('a page whose WebSocket connection was lost', () => {
  it('looks from the last frame on for what it missed, and not after the first opening', async () => {
    const { looks, told, finds, opensAt, hearsAt } = page();
    opensAt(1000);
    expect(looks).toEqual([]);
    hearsAt(5000);
    opensAt(9000);
    expect(looks).toMatchObject([{ sinceMs: 5000 }]);
    await finds(0, 'news');
    expect(told).toEqual(['news']);
    opensAt(12_000);
    expect(looks).toMatchObject([{ sinceMs: 5000 }, { sinceMs: 9000 }]);
  });

  it('looks at the whole absence again after a failure, and announces only the newest look', async () => {
    const { looks, told, reported, finds, fails, opensAt, hearsAt } = page();
    opensAt(1000);
    opensAt(2000);
    await fails(0, 'offline');
    hearsAt(3000);
    opensAt(4000);
    opensAt(5000);
    expect(looks.map(({ sinceMs }) => sinceMs)).toEqual([1000, 1000, 1000]);
    await finds(1, 'late');
    expect(told).toEqual([]);
    await finds(2, 'all');
    expect(told).toEqual(['all']);
    expect(reported).toEqual([]);
  });

  it('reports an error that is no failed request, and announces nothing after it has stopped', async () => {
    const { told, reported, stop, finds, fails, opensAt } = page();
    opensAt(1000);
    opensAt(2000);
    await fails(0, 'broken');
    expect(reported).toEqual(['broken']);
    opensAt(3000);
    stop();
    await finds(1, 'news');
    expect(told).toEqual([]);
  });
});
