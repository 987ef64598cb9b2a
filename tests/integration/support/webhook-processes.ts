import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { useBundle } from './bundled-child.ts';

interface Running {
  process: ChildProcess;
  url: string;
}

export interface WebhookProcesses {
  /** Kills the answering process with kill -9; the next process takes over. */
  kill(): void;
  /** Number of processes killed in this test. */
  kills(): number;
  /** Returns the response's status, or undefined if the process died before it answered. */
  post(body: string, signature: string): Promise<number | undefined>;
}

/** Number of standby processes: a ready replacement makes a kill cost no waiting time. */
const STANDBY = 2;
const SOURCE = fileURLToPath(new URL('./webhook-child.ts', import.meta.url));

/**
 * Gives a test file the webhook function as deployed: one bundle in a process of its own that can be killed at any
 * moment. Call at the top level, after `useTable` and `useQueues`.
 */
export const useWebhookProcesses = (): WebhookProcesses => {
  const script = useBundle(SOURCE);
  const all = new Set<ChildProcess>();
  let current: Promise<Running> | undefined;
  let standby: Promise<Running>[] = [];
  let running: Running | undefined;
  let kills = 0;

  const launch = async (): Promise<Running> => {
    const child = fork(script(), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    all.add(child);
    child.once('exit', () => all.delete(child));
    const [port] = await once(child, 'message');
    return { process: child, url: `http://127.0.0.1:${port}/` };
  };
  const takeOver = async (): Promise<Running> => {
    while (standby.length < STANDBY) standby.push(launch());
    const next = await standby.shift();
    standby.push(launch());
    if (next === undefined) throw new Error('no process stands by');
    running = next;
    return next;
  };

  afterEach(async () => {
    await Promise.all(standby);
    for (const child of all) child.kill('SIGKILL');
    current = undefined;
    running = undefined;
    standby = [];
    kills = 0;
  });

  return {
    kill: () => {
      if (running === undefined) return;
      running.process.kill('SIGKILL');
      running = undefined;
      kills += 1;
      current = takeOver();
    },
    kills: () => kills,
    post: async (body, signature) => {
      current ??= takeOver();
      const { url } = await current;
      try {
        const response = await fetch(url, {
          method: 'POST',
          body,
          headers: { 'x-hub-signature-256': signature, connection: 'close' },
        });
        await response.arrayBuffer();
        return response.status;
      } catch {
        return undefined;
      }
    },
  };
};
