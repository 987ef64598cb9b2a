import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DEFAULT_INSTALLATION, secretId } from '@prosa/shared/resource-names.ts';
import { TABLE } from '../resources.ts';
import { SESSION_HOST } from '../session-host.ts';
import { clockAheadMs, moveClock } from './clock.ts';
import { makeDataDirectory, prepareUpgrade, tooOld } from './data-directory.ts';
import type { TableEngine } from './dynoxide.ts';
import { type EventSources, startEventSources } from './event-sources.ts';
import { freePort } from './free-port.ts';
import { createFunctions, type Functions } from './functions.ts';
import { startGateway } from './gateway.ts';
import { endLeftoverEngine, openTable } from './local-table.ts';
import { lockDirectory, type ProcessUsage, processUsage } from './processes.ts';
import { LOCAL_CREDENTIALS, startBucket } from './s3.ts';
import { readMetaApp } from './sandbox/meta-app.ts';
import { startOutsideServices } from './sandbox/outside-services.ts';
import { type Sandbox, startSandbox } from './sandbox/server.ts';
import { NO_PROVIDER, openSecrets } from './secrets.ts';
import { type ServiceName, startServices } from './services.ts';
import { type SessionHostProcess, startSessionHost } from './session-host-process.ts';
import { createSqsStore, type SqsStore } from './sqs-store.ts';
import { createWebSocketApi, type WebSocketApi } from './websocket-api.ts';
import { writeWhole } from './write-whole.ts';

const BUCKET = 'prosa';
const REGION = 'us-east-1';
const SOCKET_FUNCTION = 'ws-connect';
const PASSWORD_BYTES = 12;

/** The child processes of this process. */
export type ProcessName = 'dynoxide' | 'session-host';

export interface StackOptions {
  /** Picks a free port when absent. */
  port?: number;
  /** Directory kept between runs; when absent, a temporary directory that `stop` removes. */
  dataDir?: string;
  /** Initial content of a new table. */
  seed?: 'demo' | 'empty' | 'none';
  /** `none`: without session host and sandbox. */
  whatsapp?: 'sandbox' | 'live' | 'none';
  /** Password of the super administrator; generated and stored in the data directory when absent. */
  adminPassword?: string;
  /** Endpoint of an external engine (DynamoDB Local) that replaces the embedded engine. */
  dynamodbEndpoint?: string;
  /** The provider of the help chat, or the fake model of the sandbox. Without one the help chat is off. */
  helpChat?: 'sandbox' | { apiKey: string; baseUrl: string; model: string };
  /** Additional environment for functions and session host. */
  env?: Readonly<Record<string, string>>;
}

export interface Stack {
  /** URL of the app, and the only Origin that it accepts. */
  url: string;
  port: number;
  dataDir: string;
  adminPassword: string;
  /** Environment of the functions and session host. */
  env: Readonly<Record<string, string>>;
  endpoints: { table: string; sqs: string; s3: string; control: string };
  sqs: SqsStore;
  /** The fake WhatsApp network, if it was started. */
  sandbox: Sandbox | undefined;
  sockets: WebSocketApi;
  functions: Functions;
  pid(name: ProcessName): number | undefined;
  /** Kills a process with SIGKILL; it stays down until `restart`. */
  kill(name: ProcessName): Promise<void>;
  restart(name: ProcessName): Promise<void>;
  setAvailable(service: ServiceName | 's3', isAvailable: boolean): void;
  /** Sets the clock of this process and of the session host; the clock then runs on. `stop` restores the real time. */
  setTime(epochMs: number): void;
  /** Returns CPU and memory of each process by name; `main` is this process. */
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

/** Frees 150 MB left by seeding, which V8 would keep while the system idles. */
const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') collect();
};

/**
 * Reads the rows that every seeded table has.
 * @throws StartProblem if the rows are missing, or if this program cannot read them
 */
const requireReadable = async (dataDir: string): Promise<void> => {
  const { readMarks } = await import('./seed.ts');
  const isSeeded = await readMarks().catch((error: unknown) => {
    throw tooOld(dataDir, error);
  });
  if (!isSeeded) throw tooOld(dataDir);
};

/**
 * Starts the whole system in this process, with the table engine and the session host as children, and resolves when
 * it answers. Only one per process, because functions read their configuration from `process.env`, as in Lambda.
 */
export const startStack = async (options: StackOptions = {}): Promise<Stack> => {
  const { seed = 'demo', whatsapp = 'sandbox', port: wantedPort = 0 } = options;
  const isTemporary = options.dataDir === undefined;
  const dataDir =
    options.dataDir === undefined ? mkdtempSync(join(tmpdir(), 'prosa-')) : resolve(options.dataDir);
  makeDataDirectory(dataDir);
  const inData = (name: string): string => join(dataDir, name);
  // Undone in reverse order, also when a later step of the start fails.
  const undo: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
    if (clockAheadMs() !== 0) moveClock(0);
    if (isTemporary) await rm(dataDir, { recursive: true, force: true });
  };

  try {
    undo.push(await lockDirectory(inData('lock')));
    await endLeftoverEngine(dataDir);
    const settle = await prepareUpgrade(dataDir, (text) => console.error(text));
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
    // Stopped before the gateway, which waits for every open socket.
    undo.push(() => sockets.stop());
    const table = await openTable(dataDir, options.dynamodbEndpoint);
    const { engine } = table;
    if (engine !== undefined) undo.push(() => engine.stop());
    // And before the table, from which closed connections are removed.
    undo.push(() => sockets.stop());

    const url = `http://localhost:${gateway.port}`;
    const loopbackOrigin = `http://127.0.0.1:${gateway.port}`;
    const graphEndpoint = `${loopbackOrigin}/sandbox/graph`;
    const controlPort = await freePort();
    const outside =
      whatsapp === 'sandbox' ? await startOutsideServices(inData('sandbox/services.json')) : undefined;
    if (outside !== undefined) undo.push(() => outside.stop());
    const { helpChat = NO_PROVIDER } = options;
    secrets.replace(
      secretId(DEFAULT_INSTALLATION, 'helpChat'),
      JSON.stringify(helpChat === 'sandbox' ? (outside?.model() ?? NO_PROVIDER) : helpChat),
    );
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
      // Without a sandbox nothing answers there, and nothing of a test goes to Meta.
      ...(whatsapp === 'live' ? {} : { GRAPH_ENDPOINT: graphEndpoint, INTEGRATIONS_ON_LOOPBACK: 'yes' }),
      ...(outside === undefined ? {} : { INTEGRATIONS_ENDPOINT: outside.origin }),
      ...options.env,
    };
    Object.assign(process.env, env);
    process.env.LOG_LEVEL ??= 'warn';

    // Checked before any other read of the table, because unreadable rows would cause an error in every reader.
    if (!table.isNew && existsSync(inData('seeded'))) await requireReadable(dataDir);

    let sessionHost: SessionHostProcess | undefined;
    const sources: EventSources = startEventSources({
      functions,
      sqs,
      dataDir,
      tableEndpoint: table.endpoint,
      hasSessionHost: () => sessionHost !== undefined,
      onStreamProgress: engine?.trimStream,
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

    // The marker is written after the seed, so that a start that was killed earlier is completed by the next start.
    const seeded = inData('seeded');
    let afterSeed: () => Promise<void> = () => Promise.resolve();
    if (table.isNew) rmSync(seeded, { force: true });
    if (seed !== 'none' && !existsSync(seeded)) {
      // Loaded only on the first start.
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
      if (outside !== undefined) {
        const started = await startSandbox({
          dataDir: inData('sandbox'),
          app: readMetaApp(secrets),
          graphEndpoint,
          loopbackOrigin,
          appOrigin: env.APP_ORIGIN ?? url,
          services: outside,
        });
        sandbox = started;
        undo.push(() => started.stop());
        gateway.setSandbox(started.handle);
      }
      await startHost(sandbox?.env ?? {});
    };
    await Promise.all([functions.warm(), startChannels(), afterSeed()]);
    await settle();
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
      setTime: (epochMs) => moveClock(clockAheadMs() + epochMs - Date.now()),
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
