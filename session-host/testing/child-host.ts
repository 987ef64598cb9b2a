import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import type { CommandSource } from '../connections/command-source.ts';
import { SessionHost } from '../connections/host.ts';
import { claimOwner } from '../connections/owner.ts';
import { LeaseLost, type SessionStore } from '../connections/ports.ts';
import { History } from '../history/history.ts';
import { PartAttempts } from '../history/history-attempts.ts';
import { InboundSink } from '../inbound/inbound-sink.ts';
import { mendLibsignal } from '../socket/mend-libsignal.ts';
import { SandboxAgent } from '../socket/sandbox-agent.ts';
import { silenceLibsignal } from '../socket/silence-libsignal.ts';
import { WebVersion } from '../socket/web-version.ts';
import { OpenEntries } from '../write-ahead-log/open-entries.ts';
import { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { directly } from './directly.ts';
import { caller, serve } from './remote.ts';

/** A session host in a process of its own; table, queues and network belong to the test. */
silenceLibsignal();
mendLibsignal();
const dataDir = process.env.DATA_DIR ?? '';
const origin = process.env.NETWORK ?? '';
const leaseMs = Number(process.env.LEASE_MS);
const keys = { current: 'k1', keys: { k1: Buffer.alloc(32, 7) } };
const call = caller(process);
let host: SessionHost | undefined;
// Registered first, because a call without a listener is lost.
let fencedAfterMs: number | undefined;
serve(process, {
  health: () => host?.health() ?? { connections: [] },
  fencedAfterMs: () => fencedAfterMs,
});
process.once('SIGCONT', () => {
  const wokenMs = performance.now();
  const timer = setInterval(() => {
    if (host?.health().connections.length !== 0) return;
    clearInterval(timer);
    fencedAfterMs = performance.now() - wokenMs;
  }, 5);
});

const store: SessionStore = {
  startedConnections: (shard) => call('startedConnections', shard),
  readLease: (ref) => call('readLease', ref),
  putLease: (ref, lease, expected) => call('putLease', ref, lease, expected),
  readAuth: async (ref, names) => new Map(await call('readAuth', ref, names)),
  write: async (ref, epoch, changes) => {
    try {
      await call('write', ref, epoch, changes);
    } catch (error) {
      throw error instanceof Error && error.name === 'LeaseLost' ? new LeaseLost(ref) : error;
    }
  },
  answerPairing: (ref, askedAt, answer) => call('answerPairing', ref, askedAt, answer),
  writeHealth: (health) => call('writeHealth', health),
  lastSeen: async () => undefined,
  proxyOf: async () => undefined,
  wipeAuth: (ref, epoch) => call('wipeAuth', ref, epoch),
};

const wal = await WriteAheadLog.open(join(dataDir, 'messages.wal'), keys);
const sink = new InboundSink(async (messages) => {
  await call('inbound', messages);
});
const history = new History({
  store: {
    wishOf: (ref) => call('wishOf', ref),
    isImporting: (ref) => call('isImporting', ref),
    keepPeople: (ref, list, people) => call('keepPeople', ref, list, people),
    send: (sent) => call('history', sent),
  },
  mediaOrigin: origin,
  downloadsOf: directly,
  attempts: new PartAttempts(dataDir),
});
const messages = { findSent: async () => undefined, findSecret: async () => undefined };
const openEntries = new OpenEntries(wal, { sink, messages, history });
const noCommands: CommandSource = {
  queue: 'session-bulk-0',
  receive: (signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve([]), { once: true })),
  settle: async () => undefined,
  giveBack: async () => undefined,
};
/** Commands that the test hands out one call at a time. */
const commandsOfTest: CommandSource = {
  queue: 'session-commands-0',
  receive: (signal) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => resolve([]), { once: true });
      call('receive').then(resolve, reject);
    }),
  settle: (receipts) => call('settle', receipts),
  giveBack: (receipts, delayS) => call('giveBack', receipts, delayS),
};
const started = new SessionHost({
  shard: 0,
  owner: await claimOwner(dataDir),
  store,
  commands: { prompt: process.env.COMMANDS === 'on' ? commandsOfTest : noCommands, bulk: noCommands },
  sink,
  wal: process.env.WRITE_AHEAD_LOG === 'off' ? undefined : wal,
  openEntries,
  keys,
  messages,
  random: Math.random,
  version: new WebVersion(),
  timing: { leaseMs, renewMs: leaseMs / 3 },
  url: ({ companyId, connectionId }) =>
    `${origin.replace('http', 'ws')}/ws/chat/${companyId}/${connectionId}`,
  uploadAgent: new SandboxAgent(origin),
  mediaOrigin: origin,
  downloadsOf: directly,
  history,
});
host = started;
process.once(
  'SIGTERM',
  () =>
    void started
      .stop()
      .then(() => wal.close())
      .then(() => process.exit(0)),
);
process.once('disconnect', () => process.exit(0));
process.on('unhandledRejection', () => undefined);
await openEntries.replayAll();
openEntries.start();
await started.start();
// Not at the end, because the process is killed.
flushCompileCache();
