import type { Agent } from 'node:https';
import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { KeyRing } from '@prosa/functions/platform/secrets.ts';
import { type TenantSealer, tenantSealer } from '@prosa/functions/platform/tenant-sealer.ts';
import type { InboundEventOf } from '@prosa/shared/messaging/inbound-event.ts';
import type { SessionReason } from '@prosa/shared/rules/session-reason.ts';
import {
  type BaileysEventMap,
  type BinaryNode,
  getBinaryNodeChild,
  jidDecode,
  type proto,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import { PAGE_MESSAGES } from '../history/absence.ts';
import type { History } from '../history/history.ts';
import { Reconciliation } from '../history/reconcile.ts';
import { ChatTimers } from '../inbound/chat-timers.ts';
import { numberOf, toIdentities, toIdentity } from '../inbound/identities.ts';
import type { Outgoing } from '../inbound/inbound.ts';
import type { InboundSink } from '../inbound/inbound-sink.ts';
import { Intake } from '../inbound/intake.ts';
import { ADDRESS_BOOK, CHAT_MARKS } from '../inbound/phone-changes.ts';
import { recentCacheStore } from '../inbound/recent-map.ts';
import type { StoredMessages } from '../inbound/stored-messages.ts';
import { noteTrustIssued } from '../inbound/trusted-contact.ts';
import type { WriteObject } from '../outbound/fetch-media.ts';
import { messageAgain, type ReadObject } from '../outbound/outbound.ts';
import { ProfileQuestions } from '../outbound/profile-questions.ts';
import { type AuthState, openAuthState } from '../socket/auth-state.ts';
import { FencedWriter } from '../socket/fenced-writer.ts';
import { PairingCode } from '../socket/pairing-code.ts';
import { PairingQr } from '../socket/pairing-qr.ts';
import { ConnectionAgent, type DownloadsOf } from '../socket/proxy-agent.ts';
import { DecryptionLog } from '../socket/signal-repository.ts';
import { openSocket } from '../socket/socket.ts';
import { SocketKeys } from '../socket/socket-keys.ts';
import type { ProxyRules } from '../socket/tunnel.ts';
import type { ClientVersion, WebVersion } from '../socket/web-version.ts';
import type { OpenEntries } from '../write-ahead-log/open-entries.ts';
import type { WriteAheadLog } from '../write-ahead-log/write-ahead-log.ts';
import { type ConnectionHealth, hearAccount, newHealth } from './health.ts';
import type { HeldLease } from './lease.ts';
import { type ConnectionRef, LeaseLost, type SessionStore } from './ports.ts';
import {
  DISCONNECT,
  type DisconnectDecision,
  decideReconnect,
  disconnectCodeOf,
  MAX_QR_CODES,
  MAX_QR_CODES_BESIDE_A_CODE,
} from './reconnect.ts';
import { sealedNotes } from './sealed-notes.ts';
import { within } from './within.ts';

type Status = InboundEventOf<'session'>['status'];

export interface ConnectionPorts {
  store: SessionStore;
  sink: InboundSink;
  /** Undefined switches the log off, to measure its cost. */
  wal: WriteAheadLog | undefined;
  /** Replays the entries that a socket left in the log. */
  openEntries: OpenEntries;
  /** Keys that encrypt the credentials. */
  keys: KeyRing;
  /** The address of a connection's WhatsApp socket; undefined is WhatsApp's own. */
  url: (ref: ConnectionRef) => string | undefined;
  /** Agent for uploads without a proxy; Node's default when absent. */
  uploadAgent?: Agent | undefined;
  /** Allowed addresses of proxies; the public Internet when absent. */
  proxyRules?: ProxyRules | undefined;
  downloadsOf: DownloadsOf<ConnectionRef>;
  /** Origin of the media servers. */
  mediaOrigin: string;
  writeObject?: WriteObject;
  random: () => number;
  messages: StoredMessages;
  history: History;
  readObject?: ReadObject;
  /** The version of WhatsApp Web that the client reports. */
  version: WebVersion;
  /** How long a call may ring, for tests; see `Intake`. */
  ringMs?: number | undefined;
  /** Timeout of Baileys' handlers, and the interval of checking it; for tests. */
  handlerLimitMs?: number | undefined;
  handlerCheckMs?: number | undefined;
  /** Timeout of a look-up, for tests. */
  lookUpLimitMs?: number | undefined;
  /** Pause between two history requests to a phone, for tests; see `Reconciliation`. */
  questionPauseMs?: number | undefined;
  /** How long each QR code is shown; WhatsApp's own times when absent. */
  qrCodeMs?: number | undefined;
}

/** How long work that needs an open socket waits for one that is reconnecting. */
export const OPEN_WAIT_MS = 20_000;
const RETRY_COUNTS = 2000;
/** After this many attempts in a row the connection is shown as timed out, while the attempts continue. */
const ATTEMPTS_UNTIL_TIMEOUT = 5;
const MAX_DROPS_KEPT = 99;
const OPERATORS_REASONS: ReadonlySet<SessionReason> = new Set([
  'client-outdated',
  'client-refused',
  'refused',
]);

/** Name of the entry, stored with the credentials, that lists the messages still to be requested after an absence. */
const ABSENCE = 'absence';
/** Timeout for ending a socket. The sweep of the log does the rest. */
const WIND_UP_LIMIT_MS = 5_000;
/** Timeout of a handler of Baileys; the longest legitimate one fetches the first part of a phone's history. */
const HANDLER_LIMIT_MS = 120_000;
const HANDLER_CHECK_MS = 10_000;
/** Baileys' code for a connection without traffic. */
const SILENT_CODE = 408;

/** The state that belongs to one socket and ends with it. */
interface Line {
  keys: SocketKeys;
  decryptions: DecryptionLog;
  watch: NodeJS.Timeout;
}

/**
 * One connection of one company, as long as this host holds its lease: opens one socket after another, and handles
 * their events.
 */
export class WhatsappConnection {
  readonly ref: ConnectionRef;
  readonly health: ConnectionHealth;
  private readonly lease: HeldLease;
  private readonly ports: ConnectionPorts;
  private readonly writer: FencedWriter;
  private readonly sealer: TenantSealer;
  private readonly onStopped: () => void;
  private readonly retryCounts = recentCacheStore(RETRY_COUNTS);
  private readonly intake: Intake;
  /** When messages of its chats disappear. */
  readonly timers: ChatTimers;
  /** The pictures of its contacts. */
  readonly profiles: ProfileQuestions;
  private readonly pairing: PairingCode;
  private readonly reconciliation: Reconciliation;
  private readonly socketAgent: ConnectionAgent;
  private readonly uploadAgent: ConnectionAgent;
  private auth: AuthState | undefined;
  private wantsHistory = false;
  private socket: WASocket | undefined;
  private line: Line | undefined;
  /** Resolves when the last socket has ended; the next one is opened after it. */
  private winding: Promise<void> = Promise.resolve();
  private qr: PairingQr | undefined;
  /** The version that the last socket reported. */
  private version: ClientVersion;
  private isOpen = false;
  private attempt = 0;
  /** When the device was last connected, epoch milliseconds. */
  private seenMs: number | undefined;
  private qrCodes = 0;
  private recentReconnects: number[] = [];
  private reconnectTimer: NodeJS.Timeout | undefined;
  private closed = false;
  private waiters: ((socket: WASocket | undefined) => void)[] = [];

  constructor(ref: ConnectionRef, lease: HeldLease, ports: ConnectionPorts, onStopped: () => void) {
    this.ref = ref;
    this.lease = lease;
    this.ports = ports;
    this.onStopped = onStopped;
    this.version = ports.version.current;
    const readProxy = () => ports.store.proxyOf(ref);
    this.socketAgent = new ConnectionAgent(readProxy, ports.proxyRules);
    this.uploadAgent = new ConnectionAgent(readProxy, ports.proxyRules, ports.uploadAgent);
    this.health = newHealth(ref, lease.epoch);
    this.sealer = tenantSealer(ports.keys, ref.companyId, `whatsapp/${ref.connectionId}`);
    this.intake = new Intake(
      ref,
      ports,
      this.health,
      () => this.me(),
      (what) => this.onStuck(what),
    );
    this.pairing = new PairingCode(ref, ports.store);
    this.profiles = new ProfileQuestions({
      ref,
      sink: ports.sink,
      servers: { origin: ports.mediaOrigin, dispatcher: ports.downloadsOf(ref) },
      writeObject: ports.writeObject,
      whenOpen: () => this.whenOpen(OPEN_WAIT_MS),
    });
    this.writer = new FencedWriter(ports.store, ref, lease, (error) => this.abandon(error));
    const notes = sealedNotes(ref, ports.store, this.sealer, this.writer);
    this.timers = new ChatTimers(notes, this.intake.groups);
    this.reconciliation = new Reconciliation(ref, {
      note: {
        read: async () => (await notes.read([ABSENCE])).get(ABSENCE),
        write: (text) => notes.write([{ name: ABSENCE, text }]),
      },
      ask: (socket, chat, { id, fromMe, atMs }, { fromMs }) =>
        // WhatsApp stores whole seconds.
        ports.history.ask(ref, { chat, fromMs, toMs: atMs + 999 }, () =>
          socket.fetchMessageHistory(PAGE_MESSAGES, { remoteJid: chat, id, fromMe }, atMs),
        ),
      pauseMs: ports.questionPauseMs,
    });
  }

  get isLinked(): boolean {
    // With a pairing code, the credentials name the account before it has a device.
    return this.auth?.creds.account !== undefined;
  }

  get hasEnded(): boolean {
    return this.closed;
  }

  /** Loads the credentials and opens the first socket. `fresh` deletes the stored credentials first. */
  async start(fresh: boolean): Promise<void> {
    if (fresh) await this.ports.store.wipeAuth(this.ref, this.lease.epoch);
    this.auth = await openAuthState(
      this.ref,
      this.ports.store,
      this.sealer,
      this.writer,
      DecryptionLog.deferral,
    );
    this.wantsHistory = (await this.ports.history.wishOf(this.ref)) !== undefined;
    const seenMs = fresh ? undefined : await this.ports.store.lastSeen(this.ref);
    this.health.lastFrameAt = seenMs ?? 0;
    this.seenMs = seenMs;
    this.connect();
  }

  /** Returns the open socket, waiting for it at most `timeoutMs`. */
  whenOpen(timeoutMs: number): Promise<WASocket | undefined> {
    if (this.socket !== undefined && this.isOpen) return Promise.resolve(this.socket);
    if (this.closed || !this.isLinked) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const timer = setTimeout(() => finish(undefined), timeoutMs);
      const finish = (socket: WASocket | undefined): void => {
        clearTimeout(timer);
        this.waiters = this.waiters.filter((waiter) => waiter !== finish);
        resolve(socket);
      };
      this.waiters.push(finish);
    });
  }

  /** Requests a code to type on the phone with a number; does nothing if a device is linked. */
  async pair(number: string, askedAt: number): Promise<void> {
    if (this.closed || this.isLinked) return;
    await this.pairing.ask(number, askedAt, async (timeoutMs) => {
      if (this.qrCodes === 0)
        await this.socket
          ?.waitForConnectionUpdate(async ({ qr }) => qr !== undefined, timeoutMs)
          .catch((error: unknown) => log.info('no QR code in time', { ...this.ref, ...errorFields(error) }));
      return this.qrCodes === 0 || this.closed ? undefined : this.socket;
    });
  }

  /** JIDs of the connection's own account. */
  private me(): string[] {
    const me = this.auth?.creds.me;
    return [me?.id ?? '', me?.lid ?? ''];
  }

  /** Stores that trust was issued; called after a message to a person. */
  async noteTrust(socket: WASocket, jid: string): Promise<void> {
    if (this.auth !== undefined && !this.closed)
      await noteTrustIssued(socket, this.auth.keys, jid, Date.now());
  }

  /** Closes the socket and reopens it. */
  restart(): void {
    this.attempt = 0;
    this.recentReconnects = [];
    clearTimeout(this.reconnectTimer);
    this.dropSocket();
    this.connect();
  }

  /** Retries a waiting reconnect at once, because a user asked for it. */
  hurry(): void {
    if (this.socket === undefined && !this.closed) this.restart();
  }

  /** Ends the connection for good. `logout` unlinks the device and deletes the credentials. */
  async stop(logout: boolean, reason: string): Promise<void> {
    if (this.closed) return;
    if (logout && this.socket !== undefined && this.isOpen) {
      await this.socket
        .logout()
        .catch((error: unknown) => log.warn('logout not confirmed', { ...this.ref, ...errorFields(error) }));
    }
    this.end();
    await this.winding;
    await this.writer.idle();
    if (logout) await this.ports.store.wipeAuth(this.ref, this.lease.epoch);
    await this.publish('DISCONNECTED', { reason });
  }

  /** Ends without a report, because the process stops or another host took the lease. */
  end(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.reconnectTimer);
    this.ports.history.end(this.ref);
    this.profiles.end();
    this.dropSocket();
    this.winding = this.winding.then(() => this.intake.close());
    for (const waiter of [...this.waiters]) waiter(undefined);
  }

  /** Ends, and waits until all decrypted messages are stored. */
  async drain(): Promise<void> {
    this.end();
    await this.winding;
    await this.writer
      .idle()
      .catch((error: unknown) => log.warn('session state not drained', errorFields(error)));
  }

  private abandon(error: unknown): void {
    // A socket that was just ended may still try to store something; everything important was stored before.
    if (this.closed) return;
    log.error('session abandoned', { ...this.ref, epoch: this.lease.epoch, ...errorFields(error) });
    this.lease.end();
    this.end();
    this.onStopped();
  }

  private dropSocket(): void {
    const { socket, line } = this;
    if (this.isOpen) this.seenMs = Date.now();
    this.socket = undefined;
    this.line = undefined;
    this.isOpen = false;
    if (socket === undefined || line === undefined) return;
    this.reconciliation.left();
    clearInterval(line.watch);
    this.intake.leave();
    socket.ev.removeAllListeners('connection.update');
    // No message can be acknowledged any more.
    void socket.end(undefined);
    this.winding = this.windUp(line);
  }

  /** Passes on the messages that a socket had decrypted when it ended, before the next socket brings newer ones. */
  private async windUp({ keys, decryptions }: Line): Promise<void> {
    try {
      const rest = async (): Promise<void> => {
        await decryptions.end();
        await this.ports.openEntries.replayOf(this.ref, await this.intake.end());
      };
      await within('the end of a socket', WIND_UP_LIMIT_MS, rest());
    } catch (error) {
      log.error('socket not wound up', { ...this.ref, ...errorFields(error) });
    } finally {
      keys.end();
    }
  }

  /** Handles a hanging part that every message passes through: drops the socket, and reopens it after a pause. */
  private onStuck(what: string): void {
    if (this.socket === undefined || this.closed) return;
    this.health.stuckAt = [...this.health.stuckAt.slice(-MAX_DROPS_KEPT), Date.now()];
    log.error('a session is stuck and taken up again', { ...this.ref, what, metric: 'session-stuck' });
    this.onClose(SILENT_CODE);
  }

  private connect(): void {
    clearTimeout(this.reconnectTimer);
    const { winding } = this;
    void winding.then(() => {
      // The connection was ended or restarted meanwhile.
      if (this.winding === winding && this.socket === undefined) this.open();
    });
  }

  private open(): void {
    const { auth } = this;
    if (this.closed || auth === undefined) return;
    // Left from a pairing code that was never typed. With it, Baileys would sign in as an account that never linked
    // the device.
    if (!this.isLinked) delete auth.creds.me;
    const onStuck = (what: string): void => {
      if (this.line?.keys === keys) this.onStuck(what);
    };
    const keys = new SocketKeys(this.ref, auth.keys, onStuck);
    const decryptions = new DecryptionLog({
      ...this.ref,
      wal: this.ports.wal,
      me: () => ({ id: auth.creds.me?.id ?? '', lid: auth.creds.me?.lid ?? '' }),
      commitNow: (data) => keys.commitNow(data),
      onOpened: (stanza, isDuplicate) => this.intake.opened(stanza, isDuplicate),
      waitsOf: (stanza) => this.intake.waitsOf(stanza),
      onStuck,
    });
    this.version = this.ports.version.current;
    const socket = openSocket({
      ref: this.ref,
      auth: { ...auth, keys },
      decryptions,
      getMessage: (key) => this.sentAgain(key),
      groups: this.intake.groups,
      retryCounts: this.retryCounts,
      callOffers: this.intake.callOffers,
      url: this.ports.url(this.ref),
      agent: this.socketAgent,
      uploadAgent: this.uploadAgent,
      downloads: this.ports.downloadsOf(this.ref),
      qrCodeMs: this.ports.qrCodeMs,
      version: this.version,
      wantsHistory: this.wantsHistory,
    });
    const watch = setInterval(
      () => void this.watchHandlers(socket),
      this.ports.handlerCheckMs ?? HANDLER_CHECK_MS,
    );
    this.socket = socket;
    this.line = { keys, decryptions, watch: watch.unref() };
    this.qrCodes = 0;
    this.listen(socket, auth);
    void this.publish('OPENING');
  }

  /**
   * Checks for hanging handlers. Baileys handles messages, notices and receipts one by one: a hanging handler leaves
   * the WhatsApp session connected but unable to receive or, if it holds the lock of the keys, to send.
   */
  private async watchHandlers(socket: WASocket): Promise<void> {
    const handlers = {
      messages: socket.messageMutex,
      notices: socket.notificationMutex,
      receipts: socket.receiptMutex,
    };
    await Promise.all(
      Object.entries(handlers).map(async ([kind, { mutex }]) => {
        const what = `a handler of ${kind}`;
        try {
          await within(
            what,
            this.ports.handlerLimitMs ?? HANDLER_LIMIT_MS,
            mutex(async () => undefined),
          );
        } catch {
          if (this.socket === socket) this.onStuck(what);
        }
      }),
    );
  }

  private listen(socket: WASocket, auth: AuthState): void {
    const current = (): boolean => this.socket === socket && !this.closed;
    socket.ev.on('creds.update', ({ myAppStateKeyId }) => {
      if (myAppStateKeyId !== undefined) void this.readSettings(socket);
      auth.saveCreds().catch((error: unknown) => {
        if (!(error instanceof LeaseLost))
          log.error('credentials not stored', { ...this.ref, ...errorFields(error) });
      });
    });
    socket.ev.on('connection.update', (update) => {
      if (current()) this.onConnectionUpdate(socket, update);
    });
    this.qr = new PairingQr(this.ref, socket, auth.creds, (qrcode) => {
      if (current()) void this.publish('qrcode', { qrcode, retries: this.qrCodes });
    });
    this.intake.listen(socket);
    this.timers.listen(socket);
    socket.ev.on('messages.upsert', ({ messages, requestId }) => {
      if (requestId === undefined && current()) for (const message of messages) this.hearOf(message);
    });
    hearAccount(socket, this.health);
    socket.ws.on('CB:notification', (node: BinaryNode) => {
      if (getBinaryNodeChild(node, 'passkey_prologue_request') === undefined) return;
      this.end();
      void this.publish('PASSKEY_REQUIRED', { reason: 'passkey-required' }).then(this.onStopped);
    });
  }

  /** Notes a message's chat as active. */
  private hearOf({ key: { id, remoteJid, fromMe }, messageTimestamp }: WAMessage): void {
    const atMs = Number(messageTimestamp ?? 0) * 1000;
    if (!id || !remoteJid || toIdentity(remoteJid) === undefined || !Number.isSafeInteger(atMs)) return;
    this.reconciliation.heard(remoteJid, { id, fromMe: fromMe === true, atMs });
  }

  private onConnectionUpdate(socket: WASocket, update: BaileysEventMap['connection.update']): void {
    if (update.qr !== undefined) this.onQrCode(update.qr);
    if (update.isNewLogin === true) {
      this.recentReconnects = [];
      void this.publish('PAIRING');
      this.ports.history.begin(this.ref).catch((error: unknown) => {
        log.error('an import was not begun', { ...this.ref, ...errorFields(error) });
      });
    }
    if (update.connection === 'open') this.onOpen(socket);
    if (update.connection === 'close') this.onClose(disconnectCodeOf(update.lastDisconnect?.error));
  }

  private onQrCode(qr: string): void {
    this.qrCodes += 1;
    this.health.qrCodes += 1;
    const most = this.pairing.isShown(this.socket) ? MAX_QR_CODES_BESIDE_A_CODE : MAX_QR_CODES;
    if (this.qrCodes > most) {
      this.end();
      void this.publish('DISCONNECTED', { reason: 'qr-not-scanned', retries: MAX_QR_CODES }).then(
        this.onStopped,
      );
      return;
    }
    void this.publish('qrcode', { qrcode: this.qr?.draw(qr) ?? qr, retries: this.qrCodes });
  }

  private onOpen(socket: WASocket): void {
    this.isOpen = true;
    this.attempt = 0;
    void this.publish('CONNECTED', { number: jidDecode(socket.user?.id)?.user ?? '' });
    for (const waiter of [...this.waiters]) waiter(socket);
    void this.reconciliation.opened(socket, this.seenMs);
    this.ports.history.resume(this.ref).catch((error: unknown) => {
      log.warn('an import was not looked after', { ...this.ref, ...errorFields(error) });
    });
  }

  /**
   * Reads the phone's address book and the marks of its chats after the phone shared its key; from then on WhatsApp
   * sends only changes. Baileys reads them on its own only if it also reads the complete history.
   */
  private async readSettings(socket: WASocket): Promise<void> {
    try {
      await socket.resyncAppState([ADDRESS_BOOK, CHAT_MARKS], true);
    } catch (error) {
      log.warn('the settings of the phone were not read', { ...this.ref, ...errorFields(error) });
    }
  }

  private onClose(code: number): void {
    this.dropSocket();
    if (code !== DISCONNECT.clientOutdated) {
      this.comeBack(code, false);
      return;
    }
    void this.ports.version.isNewerThan(this.version).then((hasNewerVersion) => {
      // The connection may have been ended or restarted meanwhile.
      if (!this.closed && this.socket === undefined) this.comeBack(code, hasNewerVersion);
    });
  }

  /** Reconnects, sooner or later, or gives up, depending on the disconnect's code. */
  private comeBack(code: number, hasNewerVersion: boolean): void {
    const now = performance.now();
    const decision = decideReconnect({
      code,
      linked: this.isLinked,
      attempt: this.attempt,
      hasNewerVersion,
      recentReconnects: this.recentReconnects,
      nowMs: now,
      random: this.ports.random(),
    });
    log.info('socket closed', { ...this.ref, code, action: decision.action, reason: decision.reason });
    if (decision.action === 'stop' || decision.action === 'wipe') {
      void this.giveUp(decision, code);
      return;
    }
    this.attempt += 1;
    this.health.reconnects += 1;
    if (decision.reason !== 'restart-required')
      this.health.droppedAt = [...this.health.droppedAt.slice(-MAX_DROPS_KEPT), Date.now()];
    this.recentReconnects = [...this.recentReconnects.slice(-20), now + decision.delayMs];
    if (decision.action === 'slow') {
      this.alert(decision.reason, code);
      void this.publish('DISCONNECTED', { retries: this.attempt, reason: decision.reason });
    } else if (decision.reason !== 'restart-required') {
      if (this.attempt === ATTEMPTS_UNTIL_TIMEOUT) this.alert(decision.reason, code);
      const status = this.attempt > ATTEMPTS_UNTIL_TIMEOUT ? 'TIMEOUT' : 'OPENING';
      void this.publish(status, { retries: this.attempt, reason: decision.reason });
    }
    this.reconnectTimer = setTimeout(() => this.connect(), decision.delayMs);
  }

  /** Logs a failure for operators: problems of our client affect all companies, the others only one. */
  private alert(reason: SessionReason, code: number): void {
    const isOurs = OPERATORS_REASONS.has(reason);
    log.error(isOurs ? 'WhatsApp refuses our client: raise WHATSAPP_VERSION' : 'connection needs a person', {
      ...this.ref,
      reason,
      code,
      ...(isOurs ? { metric: 'client-refused' } : {}),
    });
  }

  private async giveUp(
    decision: Extract<DisconnectDecision, { action: 'stop' | 'wipe' }>,
    code: number,
  ): Promise<void> {
    if (decision.alert) this.alert(decision.reason, code);
    this.end();
    try {
      await this.winding;
      await this.writer.idle();
      if (decision.action === 'wipe') await this.ports.store.wipeAuth(this.ref, this.lease.epoch);
      await this.publish('DISCONNECTED', { reason: decision.reason });
    } catch (error) {
      log.error('connection not wound up', { ...this.ref, ...errorFields(error) });
    } finally {
      this.onStopped();
    }
  }

  /** Returns a message of ours for a phone that could not decrypt it. Baileys limits how often it asks for one. */
  private async sentAgain({ id, remoteJid }: WAMessageKey): Promise<proto.IMessage | undefined> {
    const { socket } = this;
    if (!id || !remoteJid || socket === undefined) return undefined;
    const asker = toIdentities(remoteJid, await numberOf(socket.signalRepository.lidMapping, remoteJid));
    const sent = await this.ports.messages.findSent(this.ref, id, asker);
    if (sent === undefined) {
      log.warn('a phone asks for a message that is not there', { ...this.ref, metric: 'resend-missing' });
      return undefined;
    }
    const expiration = await this.timers.expirationFor(socket, asker);
    return messageAgain(socket, { id, remoteJid }, sent, expiration, this.ports.readObject);
  }

  private publish(
    status: Status,
    more: Partial<Pick<InboundEventOf<'session'>, 'qrcode' | 'retries' | 'number' | 'reason'>> = {},
  ): Promise<void> {
    this.health.status = status;
    this.health.reason = more.reason ?? '';
    const event: Outgoing['event'] = {
      v: 1,
      ...this.ref,
      channel: 'whatsapp',
      receivedAt: Date.now(),
      type: 'session',
      epoch: this.lease.epoch,
      status,
      qrcode: more.qrcode ?? '',
      retries: more.retries ?? 0,
      ...(more.number === undefined ? {} : { number: more.number }),
      ...(more.reason === undefined ? {} : { reason: more.reason }),
    };
    return this.ports.sink.push({ event, chatKey: 'session' });
  }
}
