import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '@prosa/infra/local/free-port.ts';
import NODE_OPTIONS from '@prosa/infra/local/node-options.json' with { type: 'json' };

const ROOT = join(import.meta.dirname, '..', '..');
const START_LIMIT_MS = 120_000;

export interface StackProcess {
  url: string;
  pid: number;
  /** Milliseconds from start to the first answer. */
  readyMs: number;
  stop(): Promise<void>;
}

const running = new Set<StackProcess>();

/** Stops all stacks that are still running. */
export const endStackProcesses = async (): Promise<void> => {
  await Promise.all([...running].map((stack) => stack.stop()));
};

const isReady = async (url: string): Promise<boolean> => {
  try {
    const response = await fetch(`${url}/api/version`);
    await response.text();
    return response.ok;
  } catch {
    return false;
  }
};

/**
 * Starts the system as `npm start` does, in a separate process, so that its CPU time is measured separately.
 * @param root the checkout to start; by default this checkout
 */
export const startStackProcess = async (
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  root = ROOT,
): Promise<StackProcess> => {
  const port = await freePort();
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [...NODE_OPTIONS, join(root, 'infra/local/main.ts')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://localhost:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error('the system ended while starting');
    if (performance.now() - startedAt > START_LIMIT_MS) {
      child.kill('SIGTERM');
      throw new Error('the system did not become ready');
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (child.pid === undefined) throw new Error('the system has no process');
  const stack: StackProcess = {
    url,
    pid: child.pid,
    readyMs: performance.now() - startedAt,
    stop: async () => {
      running.delete(stack);
      if (child.exitCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
    },
  };
  running.add(stack);
  return stack;
};
