import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { TABLE } from '../resources.ts';
import { AwsJsonError, awsJsonCall } from './aws-json.ts';
import { freePort } from './free-port.ts';
import { repositoryRoot } from './repository-root.ts';

const START_LIMIT_MS = 5_000;
const PROBE_MS = 10;
const START_ATTEMPTS = 3;
/** Trimming holds this process up, so it waits for the file only briefly. */
const TRIM_WAIT_MS = 50;

/**
 * The engine finds the next sequence number and the next records by scanning its whole stream log; with this index
 * writes cost the same after a million records as after ten.
 */
const STREAM_INDEX = `CREATE INDEX IF NOT EXISTS local_stream_sequence
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

export interface TableEngine {
  /** Stays the same over restarts. */
  endpoint: string;
  /** Whether this start made the table. */
  isNewTable: boolean;
  pid(): number | undefined;
  /** SIGKILL, as a crash. */
  kill(): Promise<void>;
  /** Starts the engine again on the same port and file. */
  restart(): Promise<void>;
  /** Removes stream records up to a sequence number that every consumer is past; a few thousand at a time. */
  trimStream(sequenceNumber: string): void;
  stop(): Promise<void>;
}

/** Debian's and most Linuxes': runs a program that the kernel ends with its parent, however that one ends. */
const SETPRIV = '/usr/bin/setpriv';

const commandLine = (): { command: string; args: string[] } => {
  const bundled = join(repositoryRoot, `node_modules/@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  if (!existsSync(bundled)) {
    return { command: process.platform === 'win32' ? 'npx.cmd' : 'npx', args: ['--yes', 'dynoxide@1.2.1'] };
  }
  return existsSync(SETPRIV)
    ? { command: SETPRIV, args: ['--pdeathsig', 'KILL', bundled] }
    : { command: bundled, args: [] };
};

const dynamo = (endpoint: string, operation: string, body: object): Promise<unknown> =>
  awsJsonCall(endpoint, `DynamoDB_20120810.${operation}`, body);

const stringKey = (name: string) => ({ AttributeName: name, AttributeType: 'S' });
const keySchema = (prefix: string) => [
  { AttributeName: `${prefix}pk`, KeyType: 'HASH' },
  { AttributeName: `${prefix}sk`, KeyType: 'RANGE' },
];

/** Creates the system's table if it is missing; tells whether it was. */
export const ensureTable = async (endpoint: string): Promise<boolean> => {
  try {
    await dynamo(endpoint, 'DescribeTable', { TableName: TABLE.name });
    return false;
  } catch (error) {
    if (!(error instanceof AwsJsonError && error.code === 'ResourceNotFoundException')) throw error;
  }
  await dynamo(endpoint, 'CreateTable', {
    TableName: TABLE.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['', ...TABLE.indexes.map((index) => index.prefix)].flatMap((prefix) => [
      stringKey(`${prefix}pk`),
      stringKey(`${prefix}sk`),
    ]),
    KeySchema: keySchema(''),
    GlobalSecondaryIndexes: TABLE.indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.prefix),
      Projection:
        index.holds === 'keys'
          ? { ProjectionType: 'KEYS_ONLY' }
          : { ProjectionType: 'INCLUDE', NonKeyAttributes: TABLE.indexedAttributes },
    })),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  await dynamo(endpoint, 'UpdateTimeToLive', {
    TableName: TABLE.name,
    TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
  });
  return true;
};

const untilHealthy = async (endpoint: string, child: ChildProcess): Promise<void> => {
  const startedAt = performance.now();
  for (;;) {
    try {
      await dynamo(endpoint, 'ListTables', {});
      return;
    } catch (error) {
      if (error instanceof AwsJsonError) throw error;
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new Error('the table engine ended while starting', { cause: error });
      }
      if (performance.now() - startedAt > START_LIMIT_MS) {
        throw new Error(`the table engine did not answer within ${START_LIMIT_MS} ms`, { cause: error });
      }
      await delay(PROBE_MS);
    }
  }
};

type OnStarted = (pid: number | undefined) => void;

const launch = async (port: number, file: string, onStarted: OnStarted): Promise<ChildProcess> => {
  const { command, args } = commandLine();
  const child = spawn(
    command,
    [...args, 'serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file],
    {
      stdio: 'ignore',
    },
  );
  // Before it answers: a kill in between leaves it behind too.
  onStarted(child.pid);
  const failed = once(child, 'error').then(([error]) => {
    throw error instanceof Error ? error : new Error(String(error));
  });
  try {
    await Promise.race([untilHealthy(`http://127.0.0.1:${port}`, child), failed]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
};

const signalAndWait = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
};

/**
 * Starts the embedded table engine on a free loopback port with its data in `file`, and creates the table.
 * Acknowledged writes survive SIGKILL. `onStarted` hears every new process id.
 */
export const startDynoxide = async (
  file: string,
  onStarted: OnStarted = () => undefined,
): Promise<TableEngine> => {
  let port = 0;
  let started: ChildProcess | undefined;
  for (let attempt = 1; started === undefined; attempt++) {
    port = await freePort();
    try {
      started = await launch(port, file, onStarted);
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error;
    }
  }
  let child = started;
  let isWanted = true;
  /** An engine that ends unasked is started again, as the real one never goes away. */
  const supervise = (running: ChildProcess): void => {
    running.on('exit', () => {
      if (!isWanted || child !== running) return;
      launch(port, file, onStarted).then(
        (next) => {
          child = next;
          supervise(next);
        },
        (error: unknown) => console.error('the table engine did not come back', error),
      );
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    isWanted = false;
    await signalAndWait(child, signal);
  };
  supervise(child);
  const endpoint = `http://127.0.0.1:${port}`;
  const isNewTable = await ensureTable(endpoint);
  const database = new DatabaseSync(file, { timeout: TRIM_WAIT_MS });
  database.exec(STREAM_INDEX);
  const trim = database.prepare(
    `DELETE FROM _stream_records WHERE id IN (SELECT id FROM _stream_records
       WHERE table_name = ? AND CAST(sequence_number AS INTEGER) < ? LIMIT 2000)`,
  );
  return {
    endpoint,
    isNewTable,
    pid: () => child.pid,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL');
      child = await launch(port, file, onStarted);
      isWanted = true;
      supervise(child);
    },
    trimStream: (sequenceNumber) => {
      try {
        trim.run(TABLE.name, Number(sequenceNumber));
      } catch (error) {
        // The engine was writing; the next call trims what this one left.
        if (!String(error).includes('database is locked')) throw error;
      }
    },
    stop: async () => {
      database.close();
      await end('SIGTERM');
    },
  };
};
