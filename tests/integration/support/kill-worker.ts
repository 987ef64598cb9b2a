import { seededRandom } from '../../support/seeded-random.ts';
import { standBeforeTable } from './table-proxy.ts';
import type { ChildQueue, WorkerProcesses } from './worker-processes.ts';

/** Tries of a message after which the worker refuses it without being killed. */
const MAX_TRIES = 100;

interface KillOptions {
  /** Number of kills. Later deliveries are undisturbed. */
  wanted: number;
  /** Higher than the number of a delivery's calls, so that some kills hit an idle process. */
  maxCalls: number;
  seed: number;
}

interface KilledWorker {
  /** Redelivers a message, as the queue would, until the worker has accepted it this often: once if not given. */
  deliver: (queue: ChildQueue, body: string, times?: number) => Promise<void>;
  /** Returns the number of kills until now. */
  killed: () => number;
}

/** Kills a worker's process before or after a random call of the table in each delivery. Ends after the test. */
export const killWorker = async (
  workers: WorkerProcesses,
  { wanted, maxCalls, seed }: KillOptions,
): Promise<KilledWorker> => {
  const random = seededRandom(seed);
  let callsLeft = 0;
  let when: 'before' | 'after' = 'before';
  let killed = 0;
  await standBeforeTable(async (_request, forward) => {
    callsLeft -= 1;
    if (callsLeft !== 0) return forward();
    if (when === 'after') await forward();
    workers.kill();
    return undefined;
  });
  return {
    killed: () => killed,
    deliver: async (queue, body, times = 1) => {
      let taken = 0;
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (killed < wanted) {
          callsLeft = 1 + Math.floor(random() * maxCalls);
          when = random() < 0.5 ? 'before' : 'after';
        }
        const end = await workers.deliver(queue, body);
        callsLeft = 0;
        if (end === 'died') killed += 1;
        if (end === 'taken') taken += 1;
        if (taken === times) return;
      }
      throw new Error('the worker refuses a message again and again');
    },
  };
};
