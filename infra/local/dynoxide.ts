import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { TABLE } from '../resources.ts';
import { AwsJsonError, awsJsonCall } from './aws-json.ts';
import { freePort } from './free-port.ts';
import { repositoryRoot } from './repository-root.ts';
import { StartProblem } from './start-problem.ts';

/** After a crash the engine first recovers its file, which takes minutes for some gigabytes. */
const START_LIMIT_MS = 10 * 60_000;
const TELL_AFTER_MS = 5_000;
const PROBE_MS = 10;
/** Limit of adding an index to a large table. */
const INDEX_LIMIT_MS = 30 * 60_000;
const START_ATTEMPTS = 3;
/** Maximum wait for the file; kept short because trimming blocks this process. */
const TRIM_WAIT_MS = 50;

/**
 * The engine finds the next sequence number and the next records by a full scan of its stream log. With this index a
 * write costs the same after a million records as after ten.
 */
const STREAM_INDEX = `CREATE INDEX IF NOT EXISTS local_stream_sequence
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

/** Thrown when the engine process ends before it answers. */
export class EngineEnded extends Error {}

export interface TableEngine {
  /** Does not change on a restart. */
  endpoint: string;
  /** Whether this start created the table. */
  isNewTable: boolean;
  pid(): number | undefined;
  /** Kills the engine with SIGKILL, like a crash. */
  kill(): Promise<void>;
  /** Restarts the engine on the same port and file. */
  restart(): Promise<void>;
  /** Removes stream records up to a sequence number that every consumer has passed; a few thousand per call. */
  trimStream(sequenceNumber: string): void;
  stop(): Promise<void>;
}

/**
 * Path of setpriv on Debian and most other Linux systems: runs a program that the kernel kills when its parent ends
 * for any reason.
 */
const SETPRIV = '/usr/bin/setpriv';

/**
 * Returns the command that runs the engine.
 * @param platform the platform as npm names it, for example `linux-x64`
 * @throws StartProblem if no installed package contains the engine for this platform
 */
export const commandLine = (
  platform = `${process.platform}-${process.arch}`,
): { command: string; args: string[] } => {
  const name = platform.startsWith('win32') ? 'dynoxide.exe' : 'dynoxide';
  const bundled = join(repositoryRoot, 'node_modules/@dynoxide', platform, name);
  if (!existsSync(bundled))
    throw new StartProblem(
      `The table engine for this platform (${platform}) is not installed.`,
      `Install it (npm install --no-save @dynoxide/${platform}@1.2.1), or run DynamoDB Local and name it: DYNAMODB_ENDPOINT=http://localhost:8000 npm start`,
    );
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

type Index = (typeof TABLE.indexes)[number];

const attributesOf = (prefix: string) => [stringKey(`${prefix}pk`), stringKey(`${prefix}sk`)];
const indexOf = ({ name, prefix, holds }: Index) => ({
  IndexName: name,
  KeySchema: keySchema(prefix),
  Projection:
    holds === 'keys'
      ? { ProjectionType: 'KEYS_ONLY' }
      : { ProjectionType: 'INCLUDE', NonKeyAttributes: TABLE.indexedAttributes },
});

/**
 * Adds the indexes that an earlier release's table does not have, one a call as DynamoDB requires. Rows that were written
 * before enter a new index with their next change.
 * @param known names of the table's indexes
 */
const addMissingIndexes = async (endpoint: string, known: ReadonlySet<string>): Promise<void> => {
  for (const index of TABLE.indexes) {
    if (known.has(index.name)) continue;
    console.error(`Adding the index ${index.name} to the table: a large table takes minutes…`);
    await awsJsonCall(
      endpoint,
      'DynamoDB_20120810.UpdateTable',
      {
        TableName: TABLE.name,
        AttributeDefinitions: attributesOf(index.prefix),
        GlobalSecondaryIndexUpdates: [{ Create: indexOf(index) }],
      },
      INDEX_LIMIT_MS,
    );
  }
};

const describedSchema = z.object({
  Table: z.object({ GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string() })).default([]) }),
});

/** Returns the names of the indexes of the system's table; undefined without the table. */
export const indexesAt = async (endpoint: string): Promise<ReadonlySet<string> | undefined> => {
  try {
    const described = describedSchema.parse(
      await dynamo(endpoint, 'DescribeTable', { TableName: TABLE.name }),
    );
    return new Set(described.Table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName));
  } catch (error) {
    if (error instanceof AwsJsonError && error.code === 'ResourceNotFoundException') return undefined;
    throw error;
  }
};

const namesSchema = z.array(z.object({ name: z.string() }));

/**
 * Returns the same as {@link indexesAt} from the engine's file, in milliseconds. The engine counts all rows before it
 * describes a table; on a cold disk that takes minutes for some gigabytes.
 */
export const indexesIn = (database: DatabaseSync): ReadonlySet<string> | undefined => {
  const tables = namesSchema
    .parse(database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all())
    .map(({ name }) => name);
  if (!tables.includes(TABLE.name)) return undefined;
  const prefix = `${TABLE.name}::gsi::`;
  return new Set(tables.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length)));
};

/**
 * Creates the system's table, or the indexes that it lacks; returns whether the table was created.
 * @param known names of the table's indexes; undefined without the table
 */
export const ensureTable = async (
  endpoint: string,
  known: ReadonlySet<string> | undefined,
): Promise<boolean> => {
  if (known !== undefined) {
    await addMissingIndexes(endpoint, known);
    return false;
  }
  await dynamo(endpoint, 'CreateTable', {
    TableName: TABLE.name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['', ...TABLE.indexes.map((index) => index.prefix)].flatMap(attributesOf),
    KeySchema: keySchema(''),
    GlobalSecondaryIndexes: TABLE.indexes.map(indexOf),
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  await dynamo(endpoint, 'UpdateTimeToLive', {
    TableName: TABLE.name,
    TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
  });
  return true;
};

const untilHealthy = async (endpoint: string, child: ChildProcess, file: string): Promise<void> => {
  const startedAt = performance.now();
  let isTold = false;
  for (;;) {
    try {
      await dynamo(endpoint, 'ListTables', {});
      return;
    } catch (error) {
      if (error instanceof AwsJsonError) throw error;
      if (child.exitCode !== null || child.signalCode !== null) {
        throw new EngineEnded('the table engine ended while starting', { cause: error });
      }
      if (performance.now() - startedAt > START_LIMIT_MS) {
        throw new Error(`the table engine did not answer within ${START_LIMIT_MS} ms`, { cause: error });
      }
      if (!isTold && performance.now() - startedAt > TELL_AFTER_MS) {
        isTold = true;
        const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
        console.error(`Waiting for the table engine to open ${file} (${(size / 1e9).toFixed(1)} GB)…`);
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
  // Reported before the engine answers, because a kill in between would leave the process behind too.
  onStarted(child.pid);
  const failed = once(child, 'error').then(([error]) => {
    throw error instanceof Error ? error : new Error(String(error));
  });
  try {
    await Promise.race([untilHealthy(`http://127.0.0.1:${port}`, child, file), failed]);
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
 * Acknowledged writes survive SIGKILL. `onStarted` receives every new process id.
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
      if (attempt === START_ATTEMPTS || error instanceof StartProblem) throw error;
    }
  }
  let child = started;
  let isWanted = true;
  /** Restarts an engine that ended unexpectedly, because the real table never goes away. */
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
  const database = new DatabaseSync(file, { timeout: TRIM_WAIT_MS });
  const isNewTable = await ensureTable(endpoint, indexesIn(database));
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
        // The engine was writing; the next call trims the remaining records.
        if (!String(error).includes('database is locked')) throw error;
      }
    },
    stop: async () => {
      database.close();
      await end('SIGTERM');
    },
  };
};
