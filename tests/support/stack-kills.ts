import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@prosa/infra/local/free-port.ts';
import NODE_OPTIONS from '@prosa/infra/local/node-options.json' with { type: 'json' };
import { repositoryRoot } from '@prosa/infra/local/repository-root.ts';
import { createCustomer, listConnections } from './customer.ts';
import { type DemoStack, Ledger, type StackLedger, type Writer } from './stack-ledger.ts';

/** Parts to kill while customers write: one part, two parts, or the program with all its parts. */
export const KILLED = ['session-host', 'table', 'both', 'everything'] as const;
export type Killed = (typeof KILLED)[number];

const PASSWORD = 'Kills-password-1';
const KNOWN_CUSTOMERS = 5;
const GROUP = { id: '120363000000000042', name: 'Equipe' };
/** Texts written around each kill, some 50 ms apart. */
const TEXTS_PER_KILL = 12;
const GAP_MS = 50;
const LOOK_MS = 10;
const BACK_LIMIT_MS = 120_000;

/** Outcome of all messages that were written while parts of the system were killed. */
export interface KillReport {
  kills: number;
  /** Customers' texts that the network accepted. */
  written: number;
  /** Time from each kill until the connection was online again, in ms. */
  backMs: number[];
  ledger: StackLedger;
  /** New customers whose first text got no answer or several, without the product showing it. */
  greetings: string[];
  /** Answers whose delivery the product shows as unknown, because their sender was killed. */
  unsure: number;
}

interface RunningStack extends DemoStack {
  kill(what: Killed): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the local program on a port of its own; it is restarted when all of it is killed. */
const startKillable = async (dataDir: string): Promise<RunningStack> => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = (): ChildProcess =>
    spawn(process.execPath, [...NODE_OPTIONS, join(repositoryRoot, 'infra/local/main.ts')], {
      cwd: repositoryRoot,
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        SEED: 'demo',
        PROSA_ADMIN_PASSWORD: PASSWORD,
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  let program = start();
  const killPart = (part: 'session-host' | 'table'): void => {
    const [pid = ''] = readFileSync(join(dataDir, `${part}.pid`), 'utf8').split('\n');
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      // The part is already being restarted.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  return {
    url,
    adminPassword: PASSWORD,
    kill: async (what) => {
      if (what !== 'table') killPart('session-host');
      if (what !== 'session-host') killPart('table');
      if (what !== 'everything') return;
      const ended = once(program, 'exit');
      program.kill('SIGKILL');
      await ended;
      program = start();
    },
    stop: async () => {
      const ended = once(program, 'exit');
      program.kill('SIGTERM');
      await ended;
    },
  };
};

/** Resolves when the system answers, and its first connection is online or offline, as wanted. */
const untilOnline = async (url: string, isOnline: boolean): Promise<void> => {
  const untilMs = performance.now() + BACK_LIMIT_MS;
  while (performance.now() < untilMs) {
    // No server listens while the program is down.
    const [connection] = await listConnections(url).catch(() => []);
    if (connection === undefined ? !isOnline : connection.isOnline === isOnline) return;
    await delay(LOOK_MS);
  }
  throw new Error(`not ${isOnline ? 'online' : 'away'} within ${BACK_LIMIT_MS} ms`);
};

/** Kills parts of the local program repeatedly while customers write, and compares the result with what was written. */
export const killUnderTraffic = async (
  dataDir: string,
  kills: number,
  random: () => number,
  killedOf: (round: number) => Killed,
): Promise<KillReport> => {
  const stack = await startKillable(dataDir);
  try {
    await untilOnline(stack.url, true);
    const ledger = await Ledger.open(stack);
    const newcomers: string[] = [];
    const backMs: number[] = [];
    const writerOf = (round: number, index: number): Writer => {
      const known = { number: `55119${54_000_000 + Math.floor(random() * KNOWN_CUSTOMERS)}` };
      if (index % 4 === 1) return { ...known, group: GROUP };
      if (index % 4 !== 3) return known;
      const number = `55119${53_000_000 + round * 10 + index}`;
      newcomers.push(number);
      return { number };
    };
    for (let round = 0; round < kills; round++) {
      const killAt = Math.floor(random() * TEXTS_PER_KILL);
      let back: Promise<void> = Promise.resolve();
      for (let index = 0; index < TEXTS_PER_KILL; index++) {
        const writer = writerOf(round, index);
        // Writing fails while the program is down.
        await ledger
          .write(writer, `${round}-${index}`)
          .catch(() => newcomers.splice(newcomers.indexOf(writer.number) >>> 0, 1));
        await delay(random() * GAP_MS);
        if (index !== killAt) continue;
        const killedAt = performance.now();
        const killed = killedOf(round);
        await stack.kill(killed);
        // The network keeps the WebSocket connection if only the table is down.
        back = (killed === 'table' ? Promise.resolve() : untilOnline(stack.url, false))
          .then(() => untilOnline(stack.url, true))
          .then(() => void backMs.push(performance.now() - killedAt));
      }
      await back;
    }
    const settled = await ledger.settle();
    const unsure = await ledger.unsureOf(newcomers);
    const greetings: string[] = [];
    for (const number of newcomers.filter((one) => !unsure.has(one))) {
      const customer = createCustomer(stack.url, number, number);
      // The answer is sent after the message is shown; a missing answer is reported below.
      await customer.gets(({ fromCustomer }) => !fromCustomer, 'an answer').catch(() => undefined);
      const answers = (await customer.received()).filter(({ fromCustomer }) => !fromCustomer);
      if (answers.length !== 1) greetings.push(`${number}: ${answers.map(({ text }) => text).join(' | ')}`);
    }
    return { kills, written: ledger.count, backMs, ledger: settled, greetings, unsure: unsure.size };
  } finally {
    await stack.stop();
  }
};
