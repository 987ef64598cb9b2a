import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import type { ReceivedMessage } from '@prosa/functions/platform/queue/receive-messages.ts';
import type { CustomerMessage } from '@prosa/infra/local/fake-whatsapp/content.ts';
import { type RunningFake, startFakeWhatsapp } from '@prosa/infra/local/fake-whatsapp/start.ts';
import {
  type InboundEvent,
  type InboundEventOf,
  inboundEventSchema,
} from '@prosa/shared/messaging/inbound-event.ts';
import { type SessionCommand, sessionCommandSchema } from '@prosa/shared/messaging/session-command.ts';
import type { CommandSource } from '../connections/command-source.ts';
import { type HostOptions, SessionHost } from '../connections/host.ts';
import type { LeaseTiming } from '../connections/lease.ts';
import type { ConnectionRef } from '../connections/ports.ts';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { toJid } from '../inbound/identities.ts';
import { InboundSink } from '../inbound/inbound-sink.ts';
import type { MessageSecret } from '../inbound/message-secrets.ts';
import type { SentMessage } from '../inbound/stored-messages.ts';
import { mendLibsignal } from '../socket/mend-libsignal.ts';
import { connectionDispatcher } from '../socket/proxy-agent.ts';
import { SandboxAgent } from '../socket/sandbox-agent.ts';
import { silenceLibsignal } from '../socket/silence-libsignal.ts';
import type { ProxyRules } from '../socket/tunnel.ts';
import { WebVersion } from '../socket/web-version.ts';
import { OpenEntries } from '../write-ahead-log/open-entries.ts';
import { type ReplayProgress, replay } from '../write-ahead-log/replay-log.ts';
import { readLog, WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { MemoryHistory } from './memory-history.ts';
import { MemoryStore } from './memory-store.ts';

export const TEST_KEYS = { current: 'k1', keys: { k1: Buffer.alloc(32, 7) } };
export const REF: ConnectionRef = { companyId: 1, connectionId: 2 };

const nothing = (): undefined => undefined;
/** Progress of a log's replay that records nothing. */
export const NO_PROGRESS: ReplayProgress = { takesLong: nothing, done: nothing, failed: nothing };
/** Rules that allow proxies on the loopback, where the proxies of tests are. */
export const ON_LOOPBACK: ProxyRules = { ...OUTSIDE_RULES, mayConnect: (address) => address === '127.0.0.1' };

/** Returns the end of a command's waiting time for its connection. */
export const inAMinute = (): number => Date.now() + 60_000;

/** The events that reached the inbound queue, and a way to wait for them. */
export class Inbox {
  readonly events: InboundEvent[] = [];
  /** The group of each event, by its deduplication id. */
  readonly groups: { messageId: string; groupId: string }[] = [];
  private waiters: (() => void)[] = [];

  readonly sink = new InboundSink(async (messages) => {
    for (const { id, groupId = '', body } of messages) {
      // Drops repeated ids like the queue, but for the duration of a test.
      if (this.groups.some(({ messageId }) => messageId === id)) continue;
      this.groups.push({ messageId: id, groupId });
      this.events.push(inboundEventSchema.parse(JSON.parse(body)));
    }
    for (const wake of this.waiters.splice(0)) wake();
  });

  /** Returns the secret that the table would store for a received message. */
  secretOf(id: string): MessageSecret | undefined {
    const found = this.events.find((event) => event.type === 'message' && event.providerMessageId === id);
    if (found?.type !== 'message' || found.secret === undefined) return undefined;
    const { identities } = found.chat.participant ?? found.chat;
    return {
      secret: Buffer.from(found.secret, 'base64'),
      writer: found.fromMe ? [] : identities.flatMap((identity) => toJid(identity) ?? []),
      options: found.content.kind === 'poll' ? found.content.poll.options : [],
    };
  }

  async next<T extends InboundEvent['type']>(
    type: T,
    matches: (event: InboundEventOf<T>) => boolean = () => true,
    timeoutMs = 10_000,
  ): Promise<InboundEventOf<T>> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      for (const event of this.events) if (isType(event, type) && matches(event)) return event;
      const left = deadline - performance.now();
      if (left <= 0)
        throw new Error(`no ${type} event; got ${JSON.stringify(this.events.slice(-5)).slice(0, 1500)}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.waiters.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }
}

const isType = <T extends InboundEvent['type']>(event: InboundEvent, type: T): event is InboundEventOf<T> =>
  event.type === type;

/** A command queue in memory. */
export class MemoryCommands implements CommandSource {
  readonly settled: string[] = [];
  /** Received again only after {@link giveAgain}. */
  readonly givenBack: string[] = [];
  /** Delay in seconds of each returned command. */
  readonly delaysS: number[] = [];
  private readonly all = new Map<string, ReceivedMessage>();
  readonly queue = 'session-commands-0';
  private waiting: ReceivedMessage[] = [];
  private waiter: (() => void) | undefined;
  private count = 0;

  /** Adds a command. `receives`: how often it was received, including this time. */
  push(command: SessionCommand, receives = 1): void {
    const id = `c${++this.count}`;
    const message = {
      id,
      receipt: id,
      receives,
      groupId: `${command.companyId}:${command.connectionId}`,
      body: JSON.stringify(sessionCommandSchema.parse(command)),
    };
    this.all.set(id, message);
    this.waiting.push(message);
    this.waiter?.();
  }

  /** Delivers the returned commands again, in order. */
  giveAgain(): void {
    for (const id of this.givenBack.splice(0)) {
      const message = this.all.get(id);
      if (message === undefined) continue;
      const again = { ...message, receives: message.receives + 1 };
      this.all.set(id, again);
      this.waiting.push(again);
    }
    this.waiter?.();
  }

  async receive(signal: AbortSignal): Promise<ReceivedMessage[]> {
    if (this.waiting.length === 0) {
      await new Promise<void>((resolve) => {
        this.waiter = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    }
    return this.waiting.splice(0, 10);
  }

  async settle(receipts: readonly string[]): Promise<void> {
    this.settled.push(...receipts);
  }

  async giveBack(receipts: readonly string[], delayS: number): Promise<void> {
    this.givenBack.push(...receipts);
    this.delaysS.push(delayS);
  }
}

export interface Bench {
  fake: RunningFake;
  store: MemoryStore;
  inbox: Inbox;
  commands: MemoryCommands;
  /** The queue of bulk commands. */
  bulk: MemoryCommands;
  objects: Map<string, Uint8Array>;
  /** The sent messages in the table, by id. */
  sent: Map<string, SentMessage>;
  /** The hosts' access to history imports. */
  past: MemoryHistory;
  dataDir: string;
  host: SessionHost;
  /** Adds another host on the same table and network. */
  addHost(owner: string, overrides?: Partial<HostOptions>): SessionHost;
  /** Replays the log as it is on disk, as another process would. */
  replayLog(): Promise<void>;
  /** Starts the connection, scans its QR code and waits until it is connected. */
  pair(ref?: ConnectionRef): Promise<void>;
  write(message: Partial<CustomerMessage> & { from: string }, ref?: ConnectionRef): Promise<string>;
  close(): Promise<void>;
}

/** Returns the secret that the table would store for a poll of ours. */
const secretOfPoll = (message: SentMessage | undefined): MessageSecret | undefined =>
  message !== undefined && 'content' in message && message.content.kind === 'poll'
    ? {
        secret: Buffer.from(message.content.secret ?? '', 'base64'),
        writer: [],
        options: message.content.options,
      }
    : undefined;

/** Opens a fake network and a host in this process, with everything else in memory. */
export const openBench = async (
  options: { timing?: LeaseTiming; noWal?: boolean; quietMs?: number; answerMs?: number } = {},
): Promise<Bench> => {
  silenceLibsignal();
  mendLibsignal();
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-host-'));
  const fake = await startFakeWhatsapp(join(dataDir, 'network'));
  const store = new MemoryStore();
  const inbox = new Inbox();
  const commands = new MemoryCommands();
  const bulk = new MemoryCommands();
  const objects = new Map<string, Uint8Array>();
  const sent = new Map<string, SentMessage>();
  const wal = await WriteAheadLog.open(join(dataDir, 'messages.wal'), TEST_KEYS);
  const past = new MemoryHistory();
  const downloadsOf = (ref: ConnectionRef) => connectionDispatcher(() => store.proxyOf(ref), ON_LOOPBACK);
  const newHistory = () =>
    new History({
      store: past,
      mediaOrigin: fake.mediaOrigin,
      downloadsOf,
      attempts: new PartAttempts(dataDir),
      quietMs: options.quietMs,
      answerMs: options.answerMs,
    });
  const history = newHistory();
  const messages = {
    findSent: async (_ref: ConnectionRef, id: string) => sent.get(id),
    findSecret: async (_ref: ConnectionRef, id: string) => inbox.secretOf(id) ?? secretOfPoll(sent.get(id)),
  };
  const openEntries = new OpenEntries(wal, { sink: inbox.sink, messages, history });
  openEntries.start();
  const hosts: SessionHost[] = [];
  const addHost = (owner: string, overrides: Partial<HostOptions> = {}): SessionHost => {
    const host = new SessionHost({
      shard: 0,
      owner,
      store,
      commands: { prompt: commands, bulk },
      sink: inbox.sink,
      wal: options.noWal ? undefined : wal,
      openEntries:
        overrides.wal === undefined
          ? openEntries
          : new OpenEntries(overrides.wal, { sink: overrides.sink ?? inbox.sink, messages, history }),
      history,
      keys: TEST_KEYS,
      random: () => 0,
      version: new WebVersion(),
      messages,
      url: (ref) =>
        fake.socketUrl
          .replace('{companyId}', String(ref.companyId))
          .replace('{connectionId}', String(ref.connectionId)),
      uploadAgent: new SandboxAgent(fake.mediaOrigin),
      proxyRules: ON_LOOPBACK,
      mediaOrigin: fake.mediaOrigin,
      downloadsOf,
      questionPauseMs: 1,
      ...(options.timing === undefined ? {} : { timing: options.timing }),
      readObject: async (key) => objects.get(key),
      writeObject: async (key, bytes) => {
        objects.set(key, bytes);
      },
      ...overrides,
    });
    hosts.push(host);
    return host;
  };
  const host = addHost('host-a');
  await host.start();
  return {
    fake,
    store,
    inbox,
    commands,
    bulk,
    objects,
    sent,
    past,
    dataDir,
    host,
    addHost,
    replayLog: async () => {
      const history = newHistory();
      const leftover = await readLog(join(dataDir, 'messages.wal'), TEST_KEYS);
      await (await replay(leftover, { sink: inbox.sink, messages, history }, NO_PROGRESS)).settled;
    },
    pair: async (ref = REF) => {
      const isOurs = (event: ConnectionRef) =>
        event.companyId === ref.companyId && event.connectionId === ref.connectionId;
      commands.push({ v: 1, ...ref, type: 'start', fresh: false });
      const { qrcode } = await inbox.next('session', (event) => isOurs(event) && event.status === 'qrcode');
      fake.network.scan(`${ref.companyId}:${ref.connectionId}`, qrcode);
      await inbox.next('session', (event) => isOurs(event) && event.status === 'CONNECTED');
    },
    write: (message, ref = REF) =>
      fake.network.write(`${ref.companyId}:${ref.connectionId}`, {
        name: 'Maria',
        type: 'text',
        forwarded: false,
        addressing: 'lid',
        ...message,
      }),
    close: async () => {
      for (const each of hosts) each.abort();
      openEntries.stop();
      await wal.close();
      await fake.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
