import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeOwnMessageId } from '@prosa/functions/channels/whatsapp/own-message-id.ts';
import { makeMessageId, makeOwnSortKey } from '@prosa/functions/domain/message-id.ts';
import { systemIds } from '@prosa/functions/platform/ids.ts';
import { commit } from '@prosa/functions/platform/table/commit.ts';
import { Connection } from '@prosa/functions/platform/table/entities/connections.ts';
import { startDynoxide } from '@prosa/infra/local/dynoxide.ts';
import { freePort } from '@prosa/infra/local/free-port.ts';
import { LOCAL_CREDENTIALS } from '@prosa/infra/local/s3.ts';
import { openSecrets } from '@prosa/infra/local/secrets.ts';
import { startServices } from '@prosa/infra/local/services.ts';
import { startSessionHost } from '@prosa/infra/local/session-host-process.ts';
import { createSqsStore } from '@prosa/infra/local/sqs-store.ts';
import { TABLE } from '@prosa/infra/resources.ts';
import { SESSION_HOST } from '@prosa/infra/session-host.ts';
import { caller } from '@prosa/session-host/testing/remote.ts';
import { connectionSchema } from '@prosa/shared/entities/connection.ts';
import type { Identity } from '@prosa/shared/messaging/identity.ts';
import { type InboundEvent, inboundEventSchema } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionCommand } from '@prosa/shared/messaging/session-command.ts';
import { DEFAULT_INSTALLATION, sessionQueue } from '@prosa/shared/resource-names.ts';
import { cpuMs, percentile, rssBytes } from '../bench/measure.ts';
import { ownTable } from './own-company.ts';

const NETWORK = fileURLToPath(import.meta.resolve('@prosa/session-host/testing/child-network.ts'));
const COMPANY = 1;
const POLL_MS = 50;
/** A host is idle when it used less than this share of a processor for a second. */
const REST_SHARE = 0.25;
const REST_TRIES = 60;
/** The write-ahead log of a host that does not come back is adopted after 90 s, checked every 30 s. */
const ARRIVAL_LIMIT_MS = 240_000;
const SEND_WAIT_MS = 80_000;
const MINUTE_MS = 60_000;

/** Milliseconds from the start until the numbers were connected. */
export interface Wave {
  first: number;
  p50: number;
  last: number;
  /** CPU milliseconds of the host per number. */
  hostCpu: number;
}

/** CPU milliseconds per message of each process, and the time for all messages. */
export interface Cost {
  messages: number;
  ms: number;
  host: number;
  network: number;
  table: number;
}

/** Resources that the host's process holds. */
export interface Held {
  rssMb: number;
  files: number;
}

/** Outcome of all messages that were written and sent so far. */
export interface Account {
  written: number;
  sent: number;
  /** Customers' messages that never reached the inbound queue. */
  lostInbound: number;
  /** Our messages that never reached their customer. */
  lostOutbound: number;
  /** Our messages that a customer's phone got more than once with the same id, and shows once. */
  repeatedOutbound: number;
  /** Messages that the host could not decrypt at first. */
  placeholders: number;
  /** Reports of the host about numbers that need a user's action. */
  troubles: string[];
}

export interface PairedNumbers {
  /** Starts the host and scans the QR code of each number as it appears. */
  pair(): Promise<Wave>;
  /** Waits until the host is idle. */
  rest(): Promise<Held>;
  held(): Held;
  /** CPU use of the host over this time, as a share of one processor. */
  idleShare(ms: number): Promise<number>;
  /** Has customers write to each number, as fast as possible, and waits until all messages are on the inbound queue. */
  receive(perNumber: number): Promise<Cost>;
  /** Answers the customers of each number, and waits until WhatsApp has acknowledged all answers. */
  send(perNumber: number): Promise<Cost>;
  /**
   * Runs light traffic for a number of minutes: each number gets two messages a minute and sends one, which is ten a
   * second for 200 numbers. Calls `eachMinute` with the resources that the host holds.
   */
  lightTraffic(minutes: number, eachMinute: (minute: number, held: Held) => void): Promise<void>;
  /**
   * Kills the host while customers write to every number, and restarts it, on request on another machine. Waits until
   * every number is connected and every message is on the inbound queue.
   */
  killAndReturn(on: 'same-machine' | 'other-machine'): Promise<Wave>;
  account(): Promise<Account>;
  stop(): Promise<void>;
}

interface Customer {
  number: string;
  /** The customer's identities in an inbound event; undefined before the first. */
  identities: Identity[] | undefined;
  sent: Set<string>;
}

const waveOf = (times: readonly number[], hostCpuMs: number): Wave => ({
  first: Math.min(...times),
  p50: percentile(times, 0.5),
  last: Math.max(...times),
  hostCpu: hostCpuMs / times.length,
});

/**
 * Creates connections of one company, and the environment of a session host: the embedded table engine, queues,
 * secrets, and the fake network, each in a process of its own. The harness itself reads the inbound queue, and no
 * worker writes business rows. Only one per process, because rows are found through `process.env`.
 */
export const openPairedNumbers = async (count: number): Promise<PairedNumbers> => {
  const directory = await mkdtemp(join(tmpdir(), 'prosa-numbers-'));
  const inData = (name: string): string => join(directory, name);
  const engine = await startDynoxide(inData('table.db'));
  const sqs = createSqsStore();
  const services = await startServices({
    sqs,
    secrets: openSecrets(inData('secrets.json')),
    connections: { answer: (_request, response) => response.writeHead(410).end() },
  });
  const child: ChildProcess = fork(NETWORK, {
    env: { ...process.env, DATA_DIR: inData('network') },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const network = caller(child);
  const controlPort = await freePort();
  const env: Record<string, string> = {
    INSTALLATION: DEFAULT_INSTALLATION,
    TABLE_NAME: TABLE.name,
    BUCKET_NAME: 'prosa',
    QUEUE_URLS: services.queueUrls(),
    APP_ORIGIN: 'http://localhost:3000',
    DYNAMODB_ENDPOINT: engine.endpoint,
    S3_ENDPOINT: services.endpoint,
    SQS_ENDPOINT: services.endpoint,
    SECRETS_ENDPOINT: services.endpoint,
    REALTIME_ENDPOINT: services.endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: LOCAL_CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: LOCAL_CREDENTIALS.secretAccessKey,
    WHATSAPP: 'sandbox',
    WHATSAPP_WS_URL: await network('socketUrl'),
    CONTROL_PORT: String(controlPort),
    SESSION_SHARD: String(SESSION_HOST.shard),
    DATA_DIR: inData('session-host'),
  };
  Object.assign(process.env, env);
  process.env.LOG_LEVEL ??= 'error';

  const numbers = Array.from({ length: count }, (_none, index) => {
    const connectionId = index + 1;
    const customer: Customer = {
      number: `55218${String(90_000_000 + connectionId)}`,
      identities: undefined,
      sent: new Set(),
    };
    return { connectionId, key: `${COMPANY}:${connectionId}`, customer };
  });
  const table = ownTable(COMPANY);
  for (const { connectionId } of numbers)
    await commit([
      table.put(
        Connection,
        connectionSchema.parse({
          companyId: COMPANY,
          id: connectionId,
          name: `Number ${connectionId}`,
          channel: 'whatsapp',
          started: true,
        }),
        'absent',
      ),
    ]);

  const written = new Set<string>();
  const arrived = new Set<string>();
  const acknowledged = new Set<string>();
  const connectedAt = new Map<number, number>();
  const troubles: string[] = [];
  let placeholders = 0;

  const onEvent = async (event: InboundEvent): Promise<void> => {
    const number = numbers[event.connectionId - 1];
    if (number === undefined) return;
    if (event.type === 'session') {
      if (event.status === 'qrcode') await network('scan', number.key, event.qrcode);
      if (event.status === 'CONNECTED') connectedAt.set(number.connectionId, performance.now());
      if (event.status === 'DISCONNECTED') troubles.push(`${number.key} ${event.reason ?? ''}`);
    }
    if (event.type === 'message') {
      number.customer.identities = event.chat.identities;
      if (event.content.kind === 'placeholder') placeholders += 1;
      else arrived.add(event.providerMessageId);
    }
    if (event.type === 'send-result' && event.result.state === 'sent') acknowledged.add(event.messageId);
  };
  const inbound = sqs.queue('inbound');
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    for (let batch = inbound.receive(10); batch.length > 0; batch = inbound.receive(10))
      for (const { body, receipt } of batch) {
        await onEvent(inboundEventSchema.parse(JSON.parse(body)));
        inbound.delete(receipt);
      }
  };
  const isStopped = new AbortController();
  inbound.onChange(() => {
    reading ??= Promise.resolve()
      .then(read)
      .catch((error: unknown) => {
        if (!isStopped.signal.aborted) throw error;
      })
      .finally(() => {
        reading = undefined;
      });
  });

  const startHost = () =>
    startSessionHost({ ...process.env, ...env }, controlPort, inData('session-host.pid'));
  let host: Awaited<ReturnType<typeof startHost>> | undefined;
  const pidOf = (who: { pid(): number | undefined } | undefined): number => {
    const pid = who?.pid();
    if (pid === undefined) throw new Error('the process is not there');
    return pid;
  };
  const hostPid = (): number => pidOf(host);
  const networkPid = (): number => pidOf({ pid: () => child.pid });
  const held = (): Held => ({
    rssMb: rssBytes(hostPid()) / 1e6,
    files: readdirSync(`/proc/${hostPid()}/fd`).length,
  });
  const until = async (what: string, limitMs: number, isSo: () => boolean | Promise<boolean>) => {
    const startedMs = performance.now();
    while (!(await isSo())) {
      if (performance.now() - startedMs > limitMs)
        throw new Error(`${what} did not happen within ${limitMs} ms; ${troubles.slice(-5).join(', ')}`);
      await sleep(POLL_MS);
    }
  };
  const allArrived = () =>
    until('the arrival of all messages', ARRIVAL_LIMIT_MS, () => written.size === arrived.size);

  const write = async ({ key, customer }: (typeof numbers)[number]): Promise<void> => {
    const text = `mensagem ${written.size + 1}`;
    const request = { from: customer.number, name: 'Maria', type: 'text', text, addressing: 'lid' };
    written.add(await network('write', key, { ...request, forwarded: false }));
  };
  const commands = sqs.queue(sessionQueue(SESSION_HOST.shard, 'prompt'));
  const command = (body: SessionCommand, groupId: string, deduplicationId: string): void => {
    commands.send({ body: JSON.stringify(body), groupId, deduplicationId });
  };
  const answer = ({ connectionId, key, customer }: (typeof numbers)[number]): string => {
    if (customer.identities === undefined) throw new Error('nobody wrote to this number yet');
    const nowMs = Date.now();
    const place = {
      contactId: connectionId,
      connectionId,
      sortKey: makeOwnSortKey(nowMs, systemIds.sortable(nowMs)),
    };
    const messageId = makeMessageId(place);
    const providerMessageId = makeOwnMessageId(place);
    customer.sent.add(providerMessageId);
    command(
      {
        v: 1,
        companyId: COMPANY,
        connectionId,
        type: 'send',
        messageId,
        attempt: 1,
        providerMessageId,
        to: customer.identities,
        waitsUntil: nowMs + SEND_WAIT_MS,
        content: { kind: 'text', text: `resposta ${providerMessageId}` },
      },
      `${key}:${connectionId}`,
      messageId,
    );
    return messageId;
  };
  /** Runs work. Returns its cost per message for each process. */
  const costOf = async (messages: number, work: () => Promise<void>): Promise<Cost> => {
    const pids = { host: hostPid(), network: networkPid(), table: pidOf(engine) };
    const before = { host: cpuMs(pids.host), network: cpuMs(pids.network), table: cpuMs(pids.table) };
    const startedMs = performance.now();
    await work();
    return {
      messages,
      ms: performance.now() - startedMs,
      host: (cpuMs(pids.host) - before.host) / messages,
      network: (cpuMs(pids.network) - before.network) / messages,
      table: (cpuMs(pids.table) - before.table) / messages,
    };
  };
  const untilConnected = async (limitMs: number, startedMs: number): Promise<number[]> => {
    const up = new Map<string, number>();
    await until('the connection of every number', limitMs, async () => {
      for (const key of await network('connected'))
        if (!up.has(key)) up.set(key, performance.now() - startedMs);
      return up.size === count;
    });
    return [...up.values()];
  };

  return {
    pair: async () => {
      const startedMs = performance.now();
      host = await startHost();
      await until('the pairing of every number', ARRIVAL_LIMIT_MS, () => connectedAt.size === count);
      return waveOf(
        [...connectedAt.values()].map((at) => at - startedMs),
        cpuMs(hostPid()),
      );
    },
    rest: async () => {
      for (let tries = 0; tries < REST_TRIES; tries++) {
        const before = cpuMs(hostPid());
        await sleep(1000);
        if (cpuMs(hostPid()) - before < 1000 * REST_SHARE) break;
      }
      return held();
    },
    held,
    idleShare: async (ms) => {
      const before = cpuMs(hostPid());
      await sleep(ms);
      return (cpuMs(hostPid()) - before) / ms;
    },
    receive: (perNumber) =>
      costOf(count * perNumber, async () => {
        for (let round = 0; round < perNumber; round++) await Promise.all(numbers.map(write));
        await allArrived();
      }),
    send: (perNumber) =>
      costOf(count * perNumber, async () => {
        const ids: string[] = [];
        for (let round = 0; round < perNumber; round++) ids.push(...numbers.map(answer));
        await until('the sending of all', ARRIVAL_LIMIT_MS, () => ids.every((id) => acknowledged.has(id)));
      }),
    lightTraffic: async (minutes, eachMinute) => {
      for (let minute = 1; minute <= minutes; minute++) {
        for (const number of numbers) {
          const nextMs = performance.now() + MINUTE_MS / count;
          await write(number);
          await write(number);
          if (number.customer.identities !== undefined) answer(number);
          await sleep(Math.max(0, nextMs - performance.now()));
        }
        eachMinute(minute, held());
      }
      await allArrived();
    },
    killAndReturn: async (on) => {
      const before = arrived.size;
      const writing = Promise.all(numbers.map(write));
      await until('the first of the messages', ARRIVAL_LIMIT_MS, () => arrived.size > before + count / 4);
      await host?.kill();
      await writing;
      await until('the end of the connections', ARRIVAL_LIMIT_MS, async () => {
        const up: string[] = await network('connected');
        return up.length === 0;
      });
      if (on === 'other-machine') {
        // The folder is shared, and the machine of its last owner is a different one.
        const file = join(inData('session-host'), 'owner.json');
        const owner = JSON.parse(readFileSync(file, 'utf8'));
        writeFileSync(file, JSON.stringify({ ...owner, host: 'another-machine' }));
      }
      const startedMs = performance.now();
      host = await startHost();
      const times = await untilConnected(ARRIVAL_LIMIT_MS, startedMs);
      const wave = waveOf(times, cpuMs(hostPid()));
      await allArrived();
      return wave;
    },
    account: async () => {
      let lostOutbound = 0;
      let repeatedOutbound = 0;
      let sent = 0;
      for (const { key, customer } of numbers) {
        const received: { id: string; copies: number }[] = await network('received', customer.number, key);
        const copies = new Map(received.map((line) => [line.id, line.copies]));
        sent += customer.sent.size;
        for (const id of customer.sent) {
          const times = copies.get(id) ?? 0;
          if (times === 0) lostOutbound += 1;
          if (times > 1) repeatedOutbound += 1;
        }
      }
      const lostInbound = [...written].filter((id) => !arrived.has(id)).length;
      return {
        written: written.size,
        sent,
        lostInbound,
        lostOutbound,
        repeatedOutbound,
        placeholders,
        troubles,
      };
    },
    stop: async () => {
      isStopped.abort();
      await host?.stop();
      child.kill('SIGKILL');
      await reading;
      await services.stop();
      sqs.stop();
      await engine.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
};
