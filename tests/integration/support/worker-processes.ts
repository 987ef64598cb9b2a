import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { useBundle } from './bundled-child.ts';

export type ChildQueue = 'inbound' | 'timers' | 'campaign-plans' | 'campaigns' | 'channel-commands';

export interface WorkerProcesses {
  /** Kills the working process with kill -9; the next message goes to another one. */
  kill(): void;
  /** Delivers messages of different groups to their worker; `refused` if it returns one to the queue. */
  deliver(queue: ChildQueue, ...bodies: readonly string[]): Promise<'taken' | 'refused' | 'died'>;
}

interface Running {
  child: ChildProcess;
  died: Promise<'died'>;
}

/** Number of standby processes: a ready replacement makes a kill cost no waiting time. */
const STANDBY = 2;
const SOURCE = fileURLToPath(new URL('./worker-child.ts', import.meta.url));

/**
 * Gives a test file workers in processes of their own, which can be killed at any call. A process has the environment
 * of the moment at which it starts, so a test sets up its proxies before the first delivery. Call at the top level.
 */
export const useWorkerProcesses = (): WorkerProcesses => {
  const script = useBundle(SOURCE);
  const children = new Set<ChildProcess>();
  let standby: Promise<Running>[] = [];
  let working: Running | undefined;

  const launch = async (): Promise<Running> => {
    const child = fork(script(), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    children.add(child);
    const died = once(child, 'exit').then(() => {
      children.delete(child);
      return 'died' as const;
    });
    await once(child, 'message');
    return { child, died };
  };
  const takeOver = async (): Promise<Running> => {
    while (standby.length <= STANDBY) standby.push(launch());
    const next = await standby.shift();
    if (next === undefined) throw new Error('no process stands by');
    return next;
  };
  afterEach(async () => {
    await Promise.all(standby);
    for (const child of children) child.kill('SIGKILL');
    standby = [];
    working = undefined;
  });

  return {
    kill: () => {
      working?.child.kill('SIGKILL');
    },
    deliver: async (queue, ...bodies) => {
      working ??= await takeOver();
      const { child, died } = working;
      const answered = once(child, 'message').then(([taken]) => (taken === true ? 'taken' : 'refused'));
      child.send({ queue, bodies });
      const end = await Promise.race([died, answered]);
      if (end === 'died') working = undefined;
      return end;
    },
  };
};
