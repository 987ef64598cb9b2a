import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DEFAULT_INSTALLATION } from '@prosa/shared/resource-names.ts';
import { SESSION_HOST } from '../programs.ts';
import { TABLE } from '../resources.ts';
import type { TableEngine } from './dynoxide.ts';
import { type EventSources, startEventSources } from './event-sources.ts';
import { freePort } from './free-port.ts';
import { createFunctions, type Functions } from './functions.ts';
import { startGateway } from './gateway.ts';
import { openTable } from './local-table.ts';
import { lockDirectory, type ProcessUsage, processUsage } from './processes.ts';
import { LOCAL_CREDENTIALS, startBucket } from './s3.ts';
import { type Sandbox, startSandbox } from './sandbox/server.ts';
import { openSecrets } from './secrets.ts';
import { type ServiceName, startServices } from './services.ts';
import { type SessionHostProcess, startSessionHost } from './session-host-process.ts';
import { createSqsStore, type SqsStore } from './sqs-store.ts';
import { createWebSocketApi, type WebSocketApi } from './websocket-api.ts';
import { writeWhole } from './write-whole.ts';

const BUCKET = 'prosa';
const REGION = 'us-east-1';
const SOCKET_FUNCTION = 'ws-connect';
const PASSWORD_BYTES = 12;

/** The processes beside this one. */
export type ProcessName = 'dynoxide' | 'session-host';

export interface StackOptions {
  /** A free one when absent. */
  port?: number;
  /** Kept between runs; without it a temporary one, removed by `stop`. */
  dataDir?: string;
  /** What a new table is filled with. */
  seed?: 'demo' | 'empty' | 'none';
  /** `none`: without session host and sandbox. */
  whatsapp?: 'sandbox' | 'live' | 'none';
  /** Super administrator's; generated and kept in the data directory when absent. */
  adminPassword?: string;
  /** An engine of one's own (DynamoDB Local) instead of the embedded one. */
  dynamodbEndpoint?: string;
  retryDelaysMs?: readonly number[];
  /** More environment for functions and session host. */
  env?: Readonly<Record<string, string>>;
}

export interface Stack {
  /** Where the app is, and the only Origin it accepts. */
  url: string;
  port: number;
  dataDir: string;
  adminPassword: string;
  /** What functions and session host were given. */
  env: Readonly<Record<string, string>>;
  endpoints: { table: string; sqs: string; s3: string; control: string };
  sqs: SqsStore;
  /** The fake WhatsApp network, where there is one. */
  sandbox: Sandbox | undefined;
  sockets: WebSocketApi;
  functions: Functions;
  pid(name: ProcessName): number | undefined;
  /** SIGKILL; stays away until `restart`. */
  kill(name: ProcessName): Promise<void>;
  restart(name: ProcessName): Promise<void>;
  setAvailable(service: ServiceName | 's3', isAvailable: boolean): void;
  /** CPU and memory of each process, by name; `main` is this one. */
  stats(): Record<string, ProcessUsage>;
  /** Resolves when the queues are empty and the stream is processed. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const keepPassword = (file: string, given: string | undefined): string => {
  const password =
    given ??
    (existsSync(file) ? readFileSync(file, 'utf8') : randomBytes(PASSWORD_BYTES).toString('base64url'));
  writeWhole(file, password);
  return password;
};

/** Seeding leaves 150 MB behind that V8 would keep for as long as the system idles. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
};

/**
 * Starts the whole system in this process, with the table engine and the session host as children, and resolves when
 * it answers. One per process: functions find everything through `process.env`, as in Lambda.
 */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const { seed = 'demo', whatsapp = 'sandbox', port: wantedPort = 0 } = options;
  const isTemporary = options.dataDir === undefined;
  const dataDir =
    options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'prosa-')) : resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const inData = (name: string): string => join(dataDir, name);
  // Undone in reverse order, also when a later step of the start fails.
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
    if (isTemporary) await rm(dataDir, { recursive: true, force: true });
  };

  try {
    undo.push(await lockDirectory(inData('lock')));
    const adminPassword = keepPassword(inData('admin-password'), options.adminPassword);
    const secrets = openSecrets(inData('secrets.json'));
    const sqs = createSqsStore({ journalFile: inData('queues.jsonl') });
    undo.push(() => sqs.stop());
    const functions = createFunctions({
      onError: (name, error) => console.error(`function ${name}:`, error.cause ?? error),
    });
    const sockets = createWebSocketApi({ functions, functionName: SOCKET_FUNCTION });
    const bucket = await startBucket({ directory: inData('bucket'), bucket: BUCKET });
    undo.push(() => bucket.stop());
    const services = await startServices({ sqs, secrets, connections: sockets });
    undo.push(() => services.stop());
    const configured = options.env?.APP_ORIGIN;
    const gateway = await startGateway({
      port: wantedPort,
      ...(configured === undefined ? {} : { host: new URL(configured).host }),
      functions,
      sockets,
      bucket,
      secrets,
    });
    undo.push(() => gateway.stop());
    // First, as the gateway waits for every socket that is open.
    undo.push(() => sockets.stop());
    const table = await openTable(dataDir, options.dynamodbEndpoint);
    const { engine } = table;
    if (engine !== undefined) undo.push(() => engine.stop());

    const url = `http://localhost:${gateway.port}`;
    const controlPort = await freePort();
    const env: Record<string, string> = {
      INSTALLATION: DEFAULT_INSTALLATION,
      TABLE_NAME: TABLE.name,
      BUCKET_NAME: BUCKET,
      QUEUE_URLS: services.queueUrls(),
      REALTIME_ENDPOINT: services.endpoint,
      APP_ORIGIN: url,
      DYNAMODB_ENDPOINT: table.endpoint,
      S3_ENDPOINT: bucket.endpoint,
      SQS_ENDPOINT: services.endpoint,
      SECRETS_ENDPOINT: services.endpoint,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
      WHATSAPP: whatsapp,
      CONTROL_PORT: String(controlPort),
      ...options.env,
    };
    Object.assign(process.env, env);
    process.env.LOG_LEVEL ??= 'warn';

    let sessionHost: SessionHostProcess | undefined;
    const sources: EventSources = startEventSources({
      functions,
      sqs,
      dataDir,
      tableEndpoint: table.endpoint,
      hasSessionHost: () => sessionHost !== undefined,
      onStreamProgress: engine?.trimStream,
      ...(options.retryDelaysMs === undefined ? {} : { retryDelaysMs: options.retryDelaysMs }),
    });
    undo.push(() => sources.stop());

    const startHost = async (more: Readonly<Record<string, string>>): Promise<void> => {
      const hostDirectory = inData('session-host');
      mkdirSync(hostDirectory, { recursive: true, mode: 0o700 });
      sessionHost = await startSessionHost(
        {
          ...process.env,
          ...env,
          ...more,
          SESSION_SHARD: String(SESSION_HOST.shard),
          DATA_DIR: hostDirectory,
        },
        controlPort,
        inData('session-host.pid'),
      );
      undo.push(() => sessionHost?.stop());
    };

    // Written behind the seed: a start that was killed at any moment before is followed by one that seeds to the end.
    const seeded = inData('seeded');
    let afterSeed: () => Promise<void> = () => Promise.resolve();
    if (table.isNew) rmSync(seeded, { force: true });
    if (seed !== 'none' && !existsSync(seeded)) {
      // Loaded on the first start alone.
      const { seed: plant } = await import('./seed.ts');
      await plant({ kind: seed, adminPassword });
      writeFileSync(seeded, '');
      afterSeed = async () => {
        await sources.drain();
        collectGarbage();
      };
    }
    let sandbox: Sandbox | undefined;
    const startChannels = async (): Promise<void> => {
      if (whatsapp === 'none') return;
      if (whatsapp === 'sandbox') {
        const started = await startSandbox({ dataDir: inData('sandbox') });
        sandbox = started;
        undo.push(() => started.stop());
        gateway.setSandbox(started.handle);
      }
      await startHost(sandbox?.env ?? {});
    };
    await Promise.all([functions.warm(), startChannels(), afterSeed()]);
    sources.startSchedules();
    gateway.open();

    const children: Record<ProcessName, () => TableEngine | SessionHostProcess> = {
      dynoxide: () => {
        if (engine === undefined) throw new Error('the table engine is not ours');
        return engine;
      },
      'session-host': () => {
        if (sessionHost === undefined) throw new Error('there is no session host');
        return sessionHost;
      },
    };
    return {
      url,
      port: gateway.port,
      dataDir,
      adminPassword,
      env,
      endpoints: {
        table: table.endpoint,
        sqs: services.endpoint,
        s3: bucket.endpoint,
        control: `http://127.0.0.1:${controlPort}`,
      },
      sqs,
      sandbox,
      sockets,
      functions,
      pid: (name) => children[name]().pid(),
      kill: (name) => children[name]().kill(),
      restart: (name) => children[name]().restart(),
      setAvailable: (service, isAvailable) => {
        if (service === 's3') bucket.setAvailable(isAvailable);
        else services.setAvailable(service, isAvailable);
      },
      stats: () =>
        Object.fromEntries(
          Object.entries({
            main: process.pid,
            dynoxide: engine?.pid(),
            'session-host': sessionHost?.pid(),
          }).flatMap(([name, pid]) => {
            const usage = processUsage(pid);
            return usage === undefined ? [] : [[name, usage]];
          }),
        ),
      drain: () => sources.drain(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
