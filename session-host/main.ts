import { mkdirSync, rmSync } from 'node:fs';
import { systemActor } from '@prosa/functions/platform/auth/principal.ts';
import { OUTSIDE_RULES } from '@prosa/functions/platform/fetch-outside.ts';
import { errorFields, log, withLogFields } from '@prosa/functions/platform/log.ts';
import { sessionCredentialKeys } from '@prosa/functions/platform/secrets.ts';
import { logPath, replayAbandoned, TOUCH_MS, temporaryFolder } from './abandoned-logs.ts';
import { sqsCommandSource } from './command-source.ts';
import { startControlServer } from './control-server.ts';
import { WHATSAPP_MEDIA_ORIGIN } from './fetch-media.ts';
import { History } from './history.ts';
import { PartAttempts } from './history-attempts.ts';
import { historyStore } from './history-store.ts';
import { SessionHost } from './host.ts';
import { InboundSink } from './inbound-sink.ts';
import { LEASE_TIMING } from './lease.ts';
import { mendLibsignal } from './mend-libsignal.ts';
import { OpenEntries } from './open-entries.ts';
import { claimOwner } from './owner.ts';
import type { ConnectionRef } from './ports.ts';
import { connectionDispatcher } from './proxy-agent.ts';
import { releaseStartupMemory } from './release-startup-memory.ts';
import { SandboxAgent } from './sandbox-agent.ts';
import { readSettings } from './settings.ts';
import { silenceLibsignal } from './silence-libsignal.ts';
import { storedMessages } from './stored-messages.ts';
import { tableStore } from './table-store.ts';
import { fetchClientVersion, WebVersion } from './web-version.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

// A parent that dies without a signal closes the channel. Table and queues died with it: there is nobody to hand over to, and
// what was acknowledged is in the log. `false`: it died while this process was loading.
process.once('disconnect', () => process.exit(0));
if (process.connected === false) process.exit(0);
silenceLibsignal();
mendLibsignal();
const settings = readSettings(process.env);
const owner = await claimOwner(settings.dataDir);
const keys = await sessionCredentialKeys();
// Baileys encrypts files into the temporary folder; the container's root is read-only.
const temporary = temporaryFolder(settings.dataDir, owner);
rmSync(temporary, { recursive: true, force: true });
mkdirSync(temporary);
process.env.TMPDIR = temporary;
const wal = await WriteAheadLog.open(logPath(settings.dataDir, owner), keys);
const sink = new InboundSink();
const { sandbox } = settings;
const mediaOrigin = sandbox?.mediaOrigin ?? WHATSAPP_MEDIA_ORIGIN;
// All of the sandbox is on the loopback, its proxies too.
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
// Baileys leaves promises of closed sockets behind; one of them must not take the other connections down.
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
