import { setTimeout as sleep } from 'node:timers/promises';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import type { WriteItem } from '@prosa/functions/platform/table/commit.ts';
import { setTimerItem } from '@prosa/functions/platform/timers/set-timer.ts';
import { handler as tick } from '@prosa/functions/workers/timer-tick/handler.ts';
import { handler as fire } from '@prosa/functions/workers/timers/handler.ts';
import { startQueueSource } from '@prosa/infra/local/queue-source.ts';
import { FUNCTIONS } from '@prosa/infra/programs.ts';
import { ownTable } from '../../support/own-company.ts';
import type { Figure } from '../figure.ts';
import { withPlantedTable } from '../planted-table.ts';

const TIMERS = 50_000;
const MINUTE_MS = 60_000;
const TICK_LIMIT_S = FUNCTIONS['timer-tick']?.timeoutS ?? 0;
const FIRE_LIMIT_MS = 15 * MINUTE_MS;
const CONCURRENCY = 4;
const CHECK_MS = 1_000;

/** Plants presence timers of offline users: each is checked and ends. */
const plant = (put: (write: WriteItem) => void): void => {
  const nowMs = Date.now();
  const table = ownTable(1);
  for (let number = 1; number <= TIMERS; number++)
    put(
      setTimerItem(
        table,
        { kind: 'presence-check', subject: number, dueAt: nowMs + (number * MINUTE_MS) / TIMERS },
        { ids: systemIds, nowMs: nowMs - 2 * MINUTE_MS },
      ),
    );
};

/**
 * Measures fifty thousand timers due within one minute: the time in which a tick hands them over, and that all fire.
 */
export const measureTimers = (): Promise<Figure[]> =>
  withPlantedTable(plant, async ({ sqs, countRows }) => {
    const queue = sqs.queue('timers');
    const handingOver = performance.now();
    await tick({});
    const tickS = (performance.now() - handingOver) / 1000;
    const { ready, delayed } = queue.counts();
    const firing = performance.now();
    const source = startQueueSource({ queue, batchSize: 10, concurrency: CONCURRENCY, invoke: fire });
    while (countRows('S:TIMER') > 0 && performance.now() - firing < FIRE_LIMIT_MS) await sleep(CHECK_MS);
    const firedS = (performance.now() - firing) / 1000;
    const left = countRows('S:TIMER');
    await source.stop();
    const handed = ready + delayed;
    return [
      {
        name: `${TIMERS.toLocaleString('en')} timers due in a minute, handed over by one tick`,
        value: `${handed.toLocaleString('en')} in ${tickS.toFixed(1)} s`,
        target: `all, ≤ ${TICK_LIMIT_S} s`,
        met: handed === TIMERS && tickS <= TICK_LIMIT_S,
      },
      {
        name: 'fired by one process',
        value: `${(TIMERS - left).toLocaleString('en')} in ${firedS.toFixed(0)} s`,
        target: 'none left',
        met: left === 0,
      },
    ];
  });
