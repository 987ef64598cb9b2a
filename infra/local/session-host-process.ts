import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { clockAheadMs, onClockMoved } from './clock.ts';
import { endLeftover, writePid } from './processes.ts';
import { repositoryRoot } from './repository-root.ts';

const START_LIMIT_MS = 60_000;
const PROBE_MS = 25;
const RESTART_MS = 1_000;
/** A V8 semi-space limit in megabytes: the connections of one machine never need more. */
const SMALL_NURSERY = '--max-semi-space-size=8';
/** Time for the process to hand over its connections and end; then it is considered hung. */
const STOP_LIMIT_MS = 10_000;
/** Time for a process whose parent was killed to end by itself. */
const LEFTOVER_GRACE_MS = 1_000;

const HELD_TO_ROLE = pathToFileURL(join(repositoryRoot, 'infra/local/as-session-host.ts')).href;

export interface SessionHostProcess {
  pid(): number | undefined;
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

const untilHealthy = async (port: number, child: ChildProcess): Promise<void> => {
  const startedAt = performance.now();
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/health`);
      await answer.arrayBuffer();
      return;
    } catch (error) {
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error('the session host ended while starting', { cause: error });
      }
      if (performance.now() - startedAt > START_LIMIT_MS) {
        throw new Error(`the session host did not answer within ${START_LIMIT_MS} ms`, { cause: error });
      }
      await delay(PROBE_MS);
    }
  }
};

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
  await exited;
  clearTimeout(limit);
};

/**
 * Runs the session host as a child process and restarts it when it ends unexpectedly, as ECS would. `pidFile` stores
 * its process for the next start, which ends a leftover process.
 */
export const startSessionHost = async (
  env: NodeJS.ProcessEnv,
  controlPort: number,
  pidFile: string,
): Promise<SessionHostProcess> => {
  let child: ChildProcess;
  let isWanted = true;

  const launch = async (): Promise<void> => {
    const started = spawn(
      process.execPath,
      [SMALL_NURSERY, '--import', HELD_TO_ROLE, join(repositoryRoot, 'session-host/main.ts')],
      {
        cwd: repositoryRoot,
        env: { ...env, CLOCK_AHEAD_MS: String(clockAheadMs()) },
        // The closed IPC channel tells the child that this process ended.
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      },
    );
    writePid(pidFile, started.pid);
    child = started;
    isWanted = true;
    // A process that failed to start is detected by the wait below.
    started.on('error', (error) => console.error('the session host failed', error));
    started.on('exit', () => {
      if (!isWanted || child !== started) return;
      const timer = setTimeout(() => {
        if (isWanted)
          launch().catch((error: unknown) => console.error('the session host did not come back', error));
      }, RESTART_MS);
      timer.unref();
    });
    await untilHealthy(controlPort, started);
  };

  await endLeftover(pidFile, LEFTOVER_GRACE_MS);
  await launch();
  const stopListening = onClockMoved((aheadMs) => {
    if (child.connected) child.send(aheadMs);
  });
  const endWith = async (signal: NodeJS.Signals): Promise<void> => {
    isWanted = false;
    await end(child, signal);
  };
  return {
    pid: () => child.pid,
    kill: () => endWith('SIGKILL'),
    restart: async () => {
      await endWith('SIGKILL');
      await launch();
    },
    stop: async () => {
      stopListening();
      await endWith('SIGTERM');
    },
  };
};
