import type { Agent } from 'node:https';
import makeWASocket, {
  Browsers,
  type CacheStore,
  isJidNewsletter,
  isJidStatusBroadcast,
  proto,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import type { ConnectionRef } from '../connections/ports.ts';
import type { Groups } from '../inbound/groups.ts';
import type { AuthState } from './auth-state.ts';
import { baileysLogger } from './baileys-logger.ts';
import type { Downloads } from './proxy-agent.ts';
import type { DecryptionLog } from './signal-repository.ts';
import type { ClientVersion } from './web-version.ts';

export interface SocketOptions {
  ref: ConnectionRef;
  auth: AuthState;
  decryptions: DecryptionLog;
  /** Messages we sent lately, for recipients that ask again. */
  getMessage: (key: WAMessageKey) => Promise<proto.IMessage | undefined>;
  /** Members of groups, for what is sent to them. */
  groups: Groups;
  retryCounts: CacheStore;
  callOffers: CacheStore;
  /** Where to connect to; undefined is WhatsApp. */
  url?: string | undefined;
  /** Opens the WebSocket. */
  agent: Agent;
  /** Opens what uploads go over. */
  uploadAgent: Agent;
  /** What Baileys' own downloads go over: a phone's address book, the first of its past. */
  downloads: Downloads;
  qrCodeMs?: number | undefined;
  version: ClientVersion;
  /** Asks the phone, as it is linked, for all of its past: programs on a computer get more of it than browsers. */
  wantsHistory: boolean;
}

const { HistorySyncType } = proto.HistorySync;

/**
 * A Baileys socket as the product uses it: no presence, no link previews, nobody's status or channels,
 * and every decrypted message in the write-ahead log before its receipt.
 */
export const openSocket = (options: SocketOptions): WASocket => {
  const logger = baileysLogger(options.ref);
  const socket: WASocket = makeWASocket({
    auth: { creds: options.auth.creds, keys: options.auth.keys },
    logger,
    browser: options.wantsHistory ? Browsers.macOS('Desktop') : Browsers.ubuntu('Chrome'),
    ...(options.url === undefined ? {} : { waWebSocketUrl: options.url }),
    agent: options.agent,
    fetchAgent: options.uploadAgent,
    options: { dispatcher: options.downloads },
    version: [...options.version],
    ...(options.qrCodeMs === undefined ? {} : { qrTimeout: options.qrCodeMs }),
    markOnlineOnConnect: false,
    syncFullHistory: options.wantsHistory,
    // The first chunk brings the identities Baileys needs. It would gather the others in memory: `history.ts` takes them.
    shouldSyncHistoryMessage: ({ syncType }) =>
      syncType !== HistorySyncType.FULL &&
      syncType !== HistorySyncType.RECENT &&
      syncType !== HistorySyncType.ON_DEMAND,
    shouldIgnoreJid: (jid) => isJidStatusBroadcast(jid) || (isJidNewsletter(jid) ?? false),
    emitOwnEvents: false,
    generateHighQualityLinkPreview: false,
    cachedGroupMetadata: (jid) => options.groups.metadataOf(socket, jid),
    getMessage: options.getMessage,
    msgRetryCounterCache: options.retryCounts,
    callOfferCache: options.callOffers,
    // Retries are the fenced writer's: what it refuses stays refused.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: options.decryptions.makeRepository,
  });
  socket.ws.on('frame', options.decryptions.see);
  // The product shows no presence, and Baileys' listener throws for a chat state without a content: the frames that came
  // with it would wait for the next ones.
  for (const event of ['CB:presence', 'CB:chatstate']) socket.ws.removeAllListeners(event);
  return socket;
};
