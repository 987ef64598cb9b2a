import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@prosa/infra/local/free-port.ts';
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';

const BOOTSTRAP = join(repositoryRoot, 'infra/bootstrap.mjs');
const READY_LIMIT_MS = 60_000;

/** Parts to kill: the command, the program that it started, the session host, the table engine, or all of them. */
export const VICTIMS = ['command', 'program', 'session-host', 'engine', 'everything'] as const;
type Victim = (typeof VICTIMS)[number];

export interface KillLedger {
  starts: number;
  /** Starts that did not answer, or refused the administrator's sign-in, with their output. */
  failed: string[];
  /** Time from each start until it answered, in ms. */
  readyMs: number[];
}

const childrenOf = (pid: number): number[] =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .flatMap((line) => (line.trim() === '' ? [] : [Number(line)]));

const kill = (pid: number | undefined): void => {
  if (pid === undefined || pid <= 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The process has already ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
};

/**
 * Signs in the super administrator with the password that a start stores in its data directory. Returns the
 * response's status.
 */
export const signInAdmin = async (dataDir: string, port: number): Promise<number> => {
  const origin = `http://localhost:${port}`;
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({
      email: 'admin@prosa.local',
      password: readFileSync(join(dataDir, 'admin-password'), 'utf8'),
    }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

/**
 * Starts the program as `npm start` does, kills a part of it at a random moment, and starts it again at once,
 * repeatedly.
 */
export const killAndStart = async (
  dataDir: string,
  kills: number,
  random: () => number,
  victimOf: (round: number) => Victim,
): Promise<KillLedger> => {
  const ledger: KillLedger = { starts: 0, failed: [], readyMs: [] };
  const enginePid = (): number => {
    try {
      return Number(readFileSync(join(dataDir, 'table.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  };
  const start = async (): Promise<{ child: ChildProcess; port: number; output: () => string }> => {
    const port = await freePort();
    const child = spawn(process.execPath, [BOOTSTRAP, 'start'], {
      env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, SEED: 'empty' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString('utf8')).slice(-2000);
      });
    ledger.starts += 1;
    return { child, port, output: () => output };
  };
  const untilReady = async ({ child, port }: { child: ChildProcess; port: number }): Promise<boolean> => {
    const untilMs = performance.now() + READY_LIMIT_MS;
    while (child.exitCode === null && child.signalCode === null && performance.now() < untilMs) {
      const answer = await fetch(`http://localhost:${port}/api/version`).catch(() => undefined);
      await answer?.arrayBuffer();
      if (answer?.status === 200) return true;
      await delay(20);
    }
    return false;
  };

  let running = await start();
  await untilReady(running);
  for (let round = 0; round < kills; round++) {
    const { child } = running;
    const victim = victimOf(round);
    const command = child.pid ?? 0;
    const [program = 0] = childrenOf(command);
    const below = childrenOf(program);
    const exited = once(child, 'exit');
    if (victim === 'everything') for (const pid of [command, program, ...below]) kill(pid);
    // The command may not have started the program yet.
    else if (victim === 'command' || program === 0) kill(command);
    else if (victim === 'program') kill(program);
    else if (victim === 'engine') kill(enginePid());
    else for (const pid of below) if (pid !== enginePid()) kill(pid);
    // The program restarts this part itself: the next start ends the whole program.
    if (program !== 0 && (victim === 'engine' || victim === 'session-host')) {
      await delay(random() * 500);
      kill(program);
    }
    await exited;
    running = await start();
    const startedMs = performance.now();
    // Every third start is itself killed before it is ready.
    if (round % 3 === 2) {
      await delay(random() * 1500);
      continue;
    }
    const isReady = await untilReady(running);
    const readyMs = performance.now() - startedMs;
    if (isReady && (await signInAdmin(dataDir, running.port)) === 200) ledger.readyMs.push(readyMs);
    else ledger.failed.push(`${round} after ${victim}: ${running.output().slice(-300)}`);
  }
  const exited = running.child.exitCode === null ? once(running.child, 'exit') : Promise.resolve([]);
  running.child.kill('SIGTERM');
  await exited;
  return ledger;
};
