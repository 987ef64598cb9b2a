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
  /** Returns a recently sent message, for recipients that request it again. */
  getMessage: (key: WAMessageKey) => Promise<proto.IMessage | undefined>;
  /** Members of groups, for sending. */
  groups: Groups;
  retryCounts: CacheStore;
  callOffers: CacheStore;
  /** URL to connect to; undefined is WhatsApp's own. */
  url?: string | undefined;
  /** Opens the WebSocket to WhatsApp. */
  agent: Agent;
  /** Opens the sockets of uploads. */
  uploadAgent: Agent;
  /** Dispatcher of Baileys' own downloads: a phone's address book, the first part of its history. */
  downloads: Downloads;
  qrCodeMs?: number | undefined;
  version: ClientVersion;
  /** Whether to request the phone's complete history while linking; desktop programs get more of it than browsers. */
  wantsHistory: boolean;
}

const { HistorySyncType } = proto.HistorySync;

/**
 * Opens a Baileys socket with the product's settings: no presence, no link previews, no statuses or channels, and
 * every decrypted message in the write-ahead log before its receipt.
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
    // The first chunk has the identities that Baileys needs. Baileys would collect the others in memory, so
    // `history.ts` reads them.
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
    // Retries are the task of the fenced writer; a write that it refuses must not be retried.
    transactionOpts: { maxCommitRetries: 1, delayBetweenTriesMs: 0 },
    makeSignalRepository: options.decryptions.makeRepository,
  });
  socket.ws.on('frame', options.decryptions.see);
  // The product shows no presence, and Baileys' listener throws for a chat state without content, which would delay
  // the frames after it in the same read until the next ones.
  for (const event of ['CB:presence', 'CB:chatstate']) socket.ws.removeAllListeners(event);
  return socket;
};
