import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Timer } from '@prosa/functions/platform/table/entities/work.ts';
import { expect } from 'vitest';
import { timerTick as tick } from '../../support/handlers.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { fireTimers } from './fire-timers.ts';
import { useIdleTimers } from './idle-timers.ts';
import { useLaggingIndex } from './lagging-index.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const STEP = 10 * SECOND;
const SETTING_STEPS = 200;
const STEPS = 420;
/** Between these steps, reads see the index of five minutes ago. */
const STUCK = { from: 60, to: 100, keeps: 30 };
const ROUND = 10 * MINUTE;

/**
 * Returns how late, in milliseconds, a timer set in this step may be. The next tick finds it, with a view up to 30
 * s old, and the test checks it a step later. A timer that is unseen for five minutes comes with the next round; a
 * lost one comes a round later.
 */
const latestMs = ({ step, isLost }: { step: number; isLost: boolean }): number => {
  const isUnseen = step >= STUCK.from - STUCK.keeps && step < STUCK.to;
  const found = isUnseen ? 5 * MINUTE + ROUND + MINUTE + STEP : MINUTE + 4 * STEP;
  return found + (isLost ? ROUND : 0);
};

/** Number of timers that a run sets at least. */
export const TIMERS_MIN = 150;

/**
 * Returns a function that sets timers at random while the index lags, messages are lost and messages come twice. It
 * checks that each timer fires, none early or much too late, and returns their number. Its parameter selects the random
 * numbers. Call at the top level.
 */
export const useLaggingTimers = (): ((seed: number) => Promise<number>) => {
  const { clock, edge, company, timerItem, taken } = useIdleTimers();
  const lagIndexes = useLaggingIndex();

  const isThere = async (subjects: readonly string[]): Promise<Set<string>> => {
    const rows = await company().table.getMany(
      Timer,
      subjects.map((subject) => ({ kind: 'media-check', subject })),
      { consistent: true },
    );
    return new Set(rows.flatMap((row) => (row === undefined ? [] : [row.subject])));
  };

  return async (seed) => {
    const random = seededRandom(seed);
    const below = (limit: number) => Math.floor(random() * limit);
    const index = await lagIndexes();
    const open = new Map<string, { dueAt: number; setAt: number; step: number; isLost: boolean }>();
    const handed = new Map<string, number>();
    const lost = new Set<string>();
    const early: string[] = [];
    const late: { ms: number; isLost: boolean; step: number }[] = [];
    let set = 0;

    const setSome = async (step: number) => {
      for (let count = below(4); count > 0; count--) {
        // One in five timers replaces an existing one.
        const [replaced] = random() < 0.2 ? [...open.keys()].slice(below(open.size)) : [];
        const subject = replaced ?? String(++set);
        const timer = { setAt: clock.now(), dueAt: clock.now() - 20 * SECOND + below(5 * MINUTE) };
        await commit([timerItem(subject, timer.dueAt)]);
        open.set(subject, { ...timer, step, isLost: false });
      }
    };
    const deliver = async () => {
      for (const message of taken().filter(({ companyId }) => companyId === company().id)) {
        handed.set(message.token, (handed.get(message.token) ?? 0) + 1);
        if (random() < 0.1 && !lost.has(message.token)) {
          lost.add(message.token);
          const timer = open.get(message.subject);
          if (timer !== undefined) timer.isLost = true;
          continue;
        }
        expect(await fireTimers(...(random() < 0.1 ? [message, message] : [message]))).toEqual([]);
      }
      const there = await isThere([...open.keys()]);
      for (const [subject, timer] of open) {
        if (there.has(subject)) continue;
        open.delete(subject);
        if (clock.now() < timer.dueAt) early.push(subject);
        late.push({ ...timer, ms: clock.now() - Math.max(timer.dueAt, timer.setAt) });
      }
    };

    for (let step = 0; step < STEPS; step++) {
      if (step < SETTING_STEPS) await setSome(step);
      await index.keep();
      const isStuck = step >= STUCK.from && step < STUCK.to;
      await index.show(isStuck ? STUCK.keeps : below(4));
      if (step % 6 === 0) await tick({});
      await deliver();
      clock.advance(STEP);
    }

    expect([...open.keys()]).toEqual([]);
    expect(early).toEqual([]);
    expect(Math.max(...handed.values())).toBeLessThanOrEqual(4);
    expect(late.filter(({ step, isLost }) => step > STUCK.to && !isLost).length).toBeGreaterThan(50);
    expect(late.filter((timer) => timer.ms > latestMs(timer))).toEqual([]);
    await index.catchUp();
    await tick({});
    expect(edge().sqs.queue('timers').counts()).toMatchObject({ delayed: 0 });
    return set;
  };
};
