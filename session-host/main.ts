import { mkdirSync, rmSync } from 'node:fs';
import { systemActor } from '@prosa/functions/platform/auth/principal.ts';
import { OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import { errorFields, log, withLogFields } from '@prosa/functions/platform/log.ts';
import { sessionCredentialKeys } from '@prosa/functions/platform/secrets.ts';
import { sqsCommandSource } from './connections/command-source.ts';
import { startControlServer } from './connections/control-server.ts';
import { SessionHost } from './connections/host.ts';
import { LEASE_TIMING } from './connections/lease.ts';
import { claimOwner } from './connections/owner.ts';
import type { ConnectionRef } from './connections/ports.ts';
import { tableStore } from './connections/table-store.ts';
import { History } from './history/history.ts';
import { PartAttempts } from './history/history-attempts.ts';
import { historyStore } from './history/history-store.ts';
import { InboundSink } from './inbound/inbound-sink.ts';
import { storedMessages } from './inbound/stored-messages.ts';
import { WHATSAPP_MEDIA_ORIGIN } from './outbound/fetch-media.ts';
import { releaseStartupMemory } from './release-startup-memory.ts';
import { readSettings } from './settings.ts';
import { mendLibsignal } from './socket/mend-libsignal.ts';
import { connectionDispatcher } from './socket/proxy-agent.ts';
import { SandboxAgent } from './socket/sandbox-agent.ts';
import { silenceLibsignal } from './socket/silence-libsignal.ts';
import { fetchClientVersion, WebVersion } from './socket/web-version.ts';
import { logPath, replayAbandoned, TOUCH_MS, temporaryFolder } from './write-ahead-log/abandoned-logs.ts';
import { OpenEntries } from './write-ahead-log/open-entries.ts';
import { WriteAheadLog } from './write-ahead-log/write-ahead-log.ts';

// A parent that dies without a signal closes the channel. Table and queues died with it, so there is no host to hand
// over to, and acknowledged messages are in the log. `false`: it died while this process was loading.
process.once('disconnect', () => process.exit(0));
if (process.connected === false) process.exit(0);
silenceLibsignal();
mendLibsignal();
const settings = readSettings(process.env);
const owner = await claimOwner(settings.dataDir);
const keys = await sessionCredentialKeys();
// Baileys encrypts files in the temporary folder; the container's root is read-only.
const temporary = temporaryFolder(settings.dataDir, owner);
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
process.env.TMPDIR = temporary;
const wal = await WriteAheadLog.open(logPath(settings.dataDir, owner), keys);
const sink = new InboundSink();
const { sandbox } = settings;
const mediaOrigin = sandbox?.mediaOrigin ?? WHATSAPP_MEDIA_ORIGIN;
// The complete sandbox is on the loopback, including its proxies.
const proxyRules = sandbox === undefined ? OUTSIDE_RULES : { ...OUTSIDE_RULES, mayConnect: () => true };
const downloadsOf = (ref: ConnectionRef) => connectionDispatcher(() => tableStore.proxyOf(ref), proxyRules);
const history = new History({
  store: historyStore,
  mediaOrigin,
  downloadsOf,
  attempts: new PartAttempts(settings.dataDir),
});
const replayPorts = { sink, messages: storedMessages, history };
const openEntries = new OpenEntries(wal, replayPorts);
const host = new SessionHost({
  shard: settings.shard,
  owner,
  store: tableStore,
  commands: {
    prompt: sqsCommandSource(settings.shard, 'prompt'),
    bulk: sqsCommandSource(settings.shard, 'bulk'),
  },
  sink,
  wal: settings.walEnabled ? wal : undefined,
  openEntries,
  keys,
  version: new WebVersion(settings.version, sandbox === undefined ? fetchClientVersion() : undefined),
  messages: storedMessages,
  random: Math.random,
  timing:
    settings.leaseMs === undefined
      ? LEASE_TIMING
      : { leaseMs: settings.leaseMs, renewMs: settings.leaseMs / 3 },
  url: ({ companyId, connectionId }) =>
    sandbox?.socketUrl
      .replace('{companyId}', String(companyId))
      .replace('{connectionId}', String(connectionId)),
  ...(sandbox === undefined ? {} : { uploadAgent: new SandboxAgent(sandbox.mediaOrigin) }),
  proxyRules,
  mediaOrigin,
  downloadsOf,
  history,
});

const server = await startControlServer(settings.controlPort, settings.controlAddress, () => host.health());
let stopping = false;
const stop = (signal: string): void => {
  if (stopping) return;
  stopping = true;
  log.info('session host stops', { signal });
  host
    .stop()
    .then(() => wal.close())
    .catch((error: unknown) => log.error('session host stopped badly', errorFields(error)))
    .finally(() => {
      server.close();
      process.exit(0);
    });
};
process.once('SIGTERM', () => stop('SIGTERM'));
process.once('SIGINT', () => stop('SIGINT'));
// Baileys leaves promises of closed sockets behind; their rejections must not end the other connections.
process.on('unhandledRejection', (error) => log.warn('unhandled rejection', errorFields(error)));

await openEntries.replayAll();
openEntries.start();
setInterval(() => {
  Promise.all([wal.touch(), replayAbandoned(settings.dataDir, owner, keys, replayPorts)]).catch(
    (error: unknown) => log.warn('write-ahead logs not looked after', errorFields(error)),
  );
}, TOUCH_MS).unref();
await withLogFields(systemActor('session-host'), () => host.start());
releaseStartupMemory();
log.info('session host is up', { shard: settings.shard, mode: sandbox === undefined ? 'live' : 'sandbox' });
