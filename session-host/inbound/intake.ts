import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  areJidsSameUser,
  type BinaryNode,
  type CacheStore,
  isJidGroup,
  jidNormalizedUser,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import type { ConnectionHealth } from '../connections/health.ts';
import type { ConnectionRef } from '../connections/ports.ts';
import { TimedOut, within } from '../connections/within.ts';
import type { History } from '../history/history.ts';
import { isStanza } from '../socket/signal-repository.ts';
import type { OpenEntries } from '../write-ahead-log/open-entries.ts';
import { type Waits, type WriteAheadLog, walId } from '../write-ahead-log/write-ahead-log.ts';
import { ArrivalOrder } from './arrival-order.ts';
import { readCall } from './calls.ts';
import { Groups } from './groups.ts';
import { isBroadcastList, numberOf, toIdentity } from './identities.ts';
import { type InboundContext, type Outgoing, toAck, toInboundEvents, toReceipt } from './inbound.ts';
import type { InboundSink } from './inbound-sink.ts';
import { MessageSecrets } from './message-secrets.ts';
import { OwnPhone } from './own-phone.ts';
import { changesAnother, isCiphertext, isDelivered, unavailableMessage } from './placeholders.ts';
import { RecentMap, recentCacheStore } from './recent-map.ts';
import type { StoredMessages } from './stored-messages.ts';

export interface IntakePorts {
  sink: InboundSink;
  wal: WriteAheadLog | undefined;
  openEntries: OpenEntries;
  messages: StoredMessages;
  history: History;
  /** {@link LOOKUP_LIMIT_MS} when absent; for tests. */
  lookUpLimitMs?: number | undefined;
  /** How long a call may ring; {@link RING_MS} when absent. */
  ringMs?: number | undefined;
}

/** Number of messages to remember because an event may follow: their content, or the end of a call. */
const REMEMBERED = 1000;
/** WhatsApp lets phones ring for less than a minute. A call without a reported end by then was missed. */
const RING_MS = 120_000;

/**
 * Timeout of a look-up for a message: a number, a group's name, the secret of an edited message. The table answers in
 * milliseconds.
 */
const LOOKUP_LIMIT_MS = 10_000;

/** Processes the events from the sockets of one connection for the inbound queue. */
export class Intake {
  private readonly ref: ConnectionRef;
  private readonly ports: IntakePorts;
  private readonly health: ConnectionHealth;
  private readonly me: () => readonly string[];
  private readonly onStuck: (what: string) => void;
  readonly groups = new Groups();
  private readonly changes = new RecentMap<string, true>(REMEMBERED);
  private readonly awaited = new RecentMap<string, true>(REMEMBERED);
  private readonly calls = new RecentMap<string, { missed: WAMessage; isOver: boolean }>(REMEMBERED);
  private readonly rings = recentCacheStore(REMEMBERED);
  private callsKept: Promise<unknown> = Promise.resolve();
  private readonly secrets: MessageSecrets;
  private readonly ownPhone: OwnPhone;
  private socket: WASocket | undefined;
  private readonly order = new ArrivalOrder({
    onLeft: (id, chat) => this.passLeft(id, chat),
    onWaiting: (id) => this.ports.wal?.hold(walId(this.ref, id)),
  });
  /** Numbers by opaque id, learnt from stanzas, so that one person has one order key. */
  private readonly numbers = new RecentMap<string, string>(REMEMBERED);
  /** The last look-up of each chat. Each waits for the one before, so that a slow one does not reorder messages. */
  private readonly reading = new Map<string, Promise<unknown>>();

  /** @param onStuck called when a look-up or the log hangs */
  constructor(
    ref: ConnectionRef,
    ports: IntakePorts,
    health: ConnectionHealth,
    me: () => readonly string[],
    onStuck: (what: string) => void,
  ) {
    this.ref = ref;
    this.ports = ports;
    this.health = health;
    this.me = me;
    this.onStuck = onStuck;
    this.ownPhone = new OwnPhone({
      ref,
      sink: ports.sink,
      history: ports.history,
      me,
      order: this.order,
      chatOf: (jid) => this.numbers.get(jid) ?? jid,
      inOrder: (chat, lookUp) => this.inOrder(chat, lookUp),
    });
    this.secrets = new MessageSecrets((id) => ports.messages.findSecret(ref, id));
    for (const { stanzaId, waits } of ports.openEntries.claim(ref)) this.order.restore(stanzaId, waits);
  }

  /** Baileys' cache of ringing calls. Baileys fills it before it acknowledges them; by then they are in the log. */
  readonly callOffers: CacheStore = {
    ...this.rings,
    set: async (id, value) => {
      await this.callsKept;
      await this.rings.set(id, value);
    },
  };

  /**
   * Listens to the events of a socket. Messages that a former socket decrypted without emitting them are in the
   * write-ahead log, and are replayed from there (`open-entries.ts`), because WhatsApp does not redeliver all of
   * them.
   */
  listen(socket: WASocket): void {
    this.socket = socket;
    socket.ws.on('CB:message', (node: BinaryNode) => this.onStanza(node));
    // Before Baileys processes it, so that it is on disk before Baileys acknowledges it.
    socket.ws.on('frame', (frame: unknown) => {
      if (isStanza(frame, 'message')) void this.onUnavailable(socket, frame);
      if (isStanza(frame, 'call')) this.onCall(socket, frame);
    });
    socket.ev.on('connection.update', ({ receivedPendingNotifications }) => {
      if (receivedPendingNotifications === true && this.socket === socket) this.order.redelivered();
    });
    socket.ev.on('messages.upsert', ({ messages, requestId }) => {
      // Answers to our requests have an id. They are read from the phone's own message, which proves their origin;
      // nobody else may insert messages into conversations (CVE-2026-48063).
      if (requestId !== undefined || this.socket !== socket) return;
      for (const message of messages) if (!this.isKnownCall(message)) void this.onMessage(socket, message);
    });
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) void this.onReceipt(socket, key, toAck(update.status));
    });
    socket.ev.on('message-receipt.update', (updates) => {
      // Not those of our own devices.
      for (const { key, receipt } of updates)
        if (!this.me().some((own) => areJidsSameUser(own, receipt.userJid ?? undefined)))
          void this.onReceipt(socket, key, receipt.readTimestamp ? 3 : 2);
    });
    this.ownPhone.listen(socket);
    this.groups.listen(socket);
  }

  /** Returns the stanzas that a stanza's message waits for; see {@link ArrivalOrder.waitsOf}. */
  waitsOf(stanzaId: string): Waits | undefined {
    return this.order.waitsOf(stanzaId);
  }

  /** Notes that a stanza was decrypted, or could not be. `isDuplicate`: it was decrypted before. */
  opened(stanzaId: string, isDuplicate: boolean): void {
    if (isDuplicate) this.order.repeat(stanzaId);
    else this.order.open(stanzaId);
  }

  /** Called when the socket has ended. Events that Baileys still emits are in the log, or are redelivered. */
  leave(): void {
    this.socket = undefined;
  }

  /**
   * Called when the socket has ended and decrypts no more. Resolves with the remaining entries of the log when
   * everything else is on its way to the queue; see {@link ArrivalOrder.end}.
   */
  async end(): Promise<{ ready: string[]; left: string[] }> {
    const { ready, left } = this.order.end();
    while (this.reading.size > 0) await Promise.all(this.reading.values());
    const entryOf = (id: string): string => walId(this.ref, id);
    return { ready: ready.map(entryOf), left: left.map(entryOf) };
  }

  /** Called when the connection has ended: the sweep of the log passes on messages that waited for their order. */
  close(): void {
    for (const id of this.order.close()) this.ports.wal?.letGo(walId(this.ref, id));
  }

  private passLeft(id: string, chat: string): void {
    this.inOrder(chat, () => this.ports.openEntries.replayOne(walId(this.ref, id))).catch((error: unknown) =>
      log.error('message of a former socket not passed on', { ...this.ref, ...errorFields(error) }),
    );
  }

  private context(groupName?: string): InboundContext {
    return { ...this.ref, me: this.me(), receivedAt: Date.now(), groupName };
  }

  /** Returns the result of a look-up, after the earlier ones of the same chat. */
  private async inOrder<T>(chat: string, lookUp: () => Promise<T>): Promise<T> {
    const before = this.reading.get(chat) ?? Promise.resolve();
    const read = before.then(() =>
      within('a look-up', this.ports.lookUpLimitMs ?? LOOKUP_LIMIT_MS, lookUp()),
    );
    const settled = read.then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof TimedOut) this.onStuck('a look-up');
      },
    );
    this.reading.set(chat, settled);
    try {
      return await read;
    } finally {
      if (this.reading.get(chat) === settled) this.reading.delete(chat);
    }
  }

  /**
   * Returns the key with the numbers of people named by an opaque id, so that both ids of one person have one order
   * key.
   */
  private async addressed(socket: WASocket, key: WAMessageKey): Promise<WAMessageKey> {
    const { lidMapping } = socket.signalRepository;
    const [chat, writer] = await Promise.all([
      key.remoteJidAlt ? undefined : numberOf(lidMapping, key.remoteJid),
      key.participantAlt ? undefined : numberOf(lidMapping, key.participant),
    ]);
    return {
      ...key,
      ...(chat === undefined ? {} : { remoteJidAlt: chat }),
      ...(writer === undefined ? {} : { participantAlt: writer }),
    };
  }

  private async onMessage(socket: WASocket, received: WAMessage): Promise<void> {
    const { id, remoteJid } = received.key;
    const entry = walId(this.ref, id ?? '');
    const chat = this.order.chatOf(id ?? '') ?? remoteJid ?? '';
    this.ports.wal?.hold(entry);
    try {
      const begin = (): Promise<void> => this.inOrder(chat, () => this.begin(socket, received, entry));
      const hadTurn = await this.order.turn(id ?? '', begin);
      if (!hadTurn && !this.order.isLeft(id ?? '')) this.ports.wal?.letGo(entry);
    } catch (error) {
      this.giveBack(entry, error);
    }
  }

  /** Reads a message and passes it on. Slow work, such as a history, continues in parallel with the next message. */
  private async begin(socket: WASocket, received: WAMessage, entry: string): Promise<void> {
    const message = { ...received, key: await this.addressed(socket, received.key) };
    const { id, remoteJid } = message.key;
    const past = this.ports.history.take(this.ref, message, this.me());
    if (past !== undefined) {
      this.ports.wal?.hold(entry, 'later');
      this.finish(entry, past);
      return;
    }
    const groupName =
      remoteJid && isJidGroup(remoteJid) ? await this.groups.nameOf(socket, remoteJid) : undefined;
    if (id && this.changes.get(id) && isCiphertext(message)) {
      this.ports.wal?.letGo(entry);
      return;
    }
    const opened = await this.secrets.opened(message, this.me());
    this.finish(entry, this.pass(toInboundEvents(opened, this.context(groupName))));
  }

  /** Marks an entry of the log as done once its events are passed on, also if there are none. */
  private finish(entry: string, passing: Promise<void>): void {
    passing.then(
      () => this.ports.wal?.done(entry),
      (error: unknown) => this.giveBack(entry, error),
    );
  }

  private giveBack(entry: string, error: unknown): void {
    this.ports.wal?.release(entry);
    log.error('message not passed on yet; it stays in the write-ahead log', {
      ...this.ref,
      ...errorFields(error),
    });
  }

  private async pass(events: readonly Outgoing[]): Promise<void> {
    for (const { event } of events)
      if (event.type === 'message') this.count(event.providerMessageId, event.content);
    await Promise.all(events.map((event) => this.ports.sink.push(event)));
  }

  private count(id: string, content: { kind: string; of?: string }): void {
    if (content.kind === 'placeholder') {
      if (this.awaited.get(id)) return;
      this.awaited.set(id, true);
      if (content.of === 'view-once') this.health.viewOnce += 1;
      else this.health.undecryptable += 1;
    } else if (this.awaited.get(id)) {
      this.awaited.delete(id);
      this.health.recovered += 1;
    }
  }

  /**
   * Reads from a message's stanza what Baileys does not report: its arrival, and whether it is no message of its own.
   */
  private onStanza(node: BinaryNode): void {
    const { id, from, participant } = node.attrs;
    if (id === undefined) return;
    if (changesAnother(node)) this.changes.set(id, true);
    const isList = isBroadcastList(from);
    const sender = isList ? participant : from;
    if (sender !== undefined && toIdentity(sender) !== undefined && isDelivered(node))
      this.order.arrive(id, this.chatOf(isList ? sender : (node.attrs.recipient ?? sender), node.attrs));
  }

  /** Returns one id for a chat, whichever id of the person a stanza uses. */
  private chatOf(jid: string, attrs: BinaryNode['attrs']): string {
    const { sender_pn, sender_lid, participant_pn, participant_lid } = attrs;
    const chat = jidNormalizedUser(jid);
    const isPerson = jidNormalizedUser(attrs.participant ?? attrs.from) === chat;
    const number = sender_pn ?? (isPerson ? participant_pn : undefined);
    const lid = sender_lid ?? (isPerson ? participant_lid : undefined);
    if (number !== undefined) this.numbers.set(chat, jidNormalizedUser(number));
    if (lid !== undefined) this.numbers.set(jidNormalizedUser(lid), chat);
    return this.numbers.get(chat) ?? chat;
  }

  /** Handles a message without content for linked devices. */
  private async onUnavailable(socket: WASocket, node: BinaryNode): Promise<void> {
    try {
      const [meId = '', meLid = ''] = this.me();
      const message = unavailableMessage(node, meId, meLid);
      if (message === undefined) return;
      // Baileys acknowledges the message when it gets the mutex, which is after this.
      await socket.messageMutex.mutex(() => this.keep(socket, message));
      await this.onMessage(socket, message);
    } catch (error) {
      // A stanza without sender or id; Baileys reports it to WhatsApp as invalid.
      log.warn('stanza is unreadable', { ...this.ref, ...errorFields(error) });
    }
  }

  /** Logs a ringing call as a missed one, until its end is known. */
  private onCall(socket: WASocket, node: BinaryNode): void {
    const news = readCall(node);
    if (news === undefined) return;
    const { id } = news;
    if ('isMissed' in news) {
      this.endCall(socket, id, news.isMissed);
      return;
    }
    this.calls.set(id, { missed: news.missed, isOver: false });
    this.callsKept = this.callsKept.then(() => this.keep(socket, news.missed));
    setTimeout(() => this.endCall(socket, id, true), this.ports.ringMs ?? RING_MS).unref();
  }

  /**
   * Whether a message is Baileys' own message for a call that rang out; that one lacks the caller and whether the
   * call had video.
   */
  private isKnownCall({ key: { id } }: WAMessage): boolean {
    return !!id && this.calls.get(id) !== undefined;
  }

  private endCall(socket: WASocket, id: string, isMissed: boolean): void {
    const call = this.calls.get(id);
    if (call === undefined || call.isOver) return;
    const { missed } = call;
    this.calls.set(id, { missed, isOver: true });
    this.callsKept = this.callsKept.then(() => {
      if (isMissed) void this.onMessage(socket, missed);
      else this.ports.wal?.done(walId(this.ref, id));
    });
  }

  /**
   * Writes a message to the log as the event that it makes, because nothing is decrypted. If the log fails, the
   * socket is dropped without acknowledging the message.
   */
  private async keep(socket: WASocket, message: WAMessage): Promise<void> {
    const { wal } = this.ports;
    const { id } = message.key;
    if (wal === undefined || !id) return;
    const entry = walId(this.ref, id);
    try {
      const addressed = { ...message, key: await this.addressed(socket, message.key) };
      for (const told of toInboundEvents(addressed, this.context()))
        await wal.append(entry, { ...this.ref, ...told });
      // Until it is passed on, or the call has ended.
      wal.hold(entry, 'later');
    } catch (error) {
      log.error('not in the write-ahead log', { ...this.ref, ...errorFields(error) });
      this.onStuck('the write-ahead log');
    }
  }

  private async onReceipt(socket: WASocket, key: WAMessageKey, ack: number | undefined): Promise<void> {
    if (ack === undefined || key.fromMe !== true) return;
    try {
      const addressed = await within('a look-up', LOOKUP_LIMIT_MS, this.addressed(socket, key));
      const receipt = toReceipt(addressed, ack, this.context());
      if (receipt !== undefined) await this.ports.sink.push(receipt);
    } catch (error) {
      log.error('receipt not passed on', { ...this.ref, ...errorFields(error) });
    }
  }
}
