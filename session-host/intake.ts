import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  type BinaryNode,
  type CacheStore,
  isJidGroup,
  type WAMessage,
  type WAMessageKey,
  type WASocket,
} from 'baileys';
import { ArrivalOrder } from './arrival-order.ts';
import { readCall } from './calls.ts';
import { Groups } from './groups.ts';
import type { ConnectionHealth } from './health.ts';
import type { History } from './history.ts';
import { isBroadcastList, numberOf, toIdentity } from './identities.ts';
import { type InboundContext, type Outgoing, toAck, toInboundEvents, toReceipt } from './inbound.ts';
import type { InboundSink } from './inbound-sink.ts';
import { MessageSecrets } from './message-secrets.ts';
import { changesAnother, isCiphertext, unavailableMessage } from './placeholders.ts';
import type { ConnectionRef } from './ports.ts';
import { RecentMap, recentCacheStore } from './recent-map.ts';
import { isStanza } from './signal-repository.ts';
import type { StoredMessages } from './stored-messages.ts';
import { type WriteAheadLog, walId } from './write-ahead-log.ts';

export interface IntakePorts {
  sink: InboundSink;
  wal: WriteAheadLog | undefined;
  messages: StoredMessages;
  history: History;
  /** How long a call may ring; {@link RING_MS} when absent. */
  ringMs?: number | undefined;
}

/** Messages that are remembered because something may follow on them: their content, or the end of a call. */
const REMEMBERED = 1000;
/** WhatsApp lets phones ring for less than a minute. A call whose end is not told by then was missed. */
const RING_MS = 120_000;

/** What comes over the sockets of one connection, on its way to the inbound queue. */
export class Intake {
  private readonly ref: ConnectionRef;
  private readonly ports: IntakePorts;
  private readonly health: ConnectionHealth;
  private readonly me: () => readonly string[];
  readonly groups = new Groups();
  private readonly changes = new RecentMap<string, true>(REMEMBERED);
  private readonly awaited = new RecentMap<string, true>(REMEMBERED);
  private readonly calls = new RecentMap<string, { missed: WAMessage; isOver: boolean }>(REMEMBERED);
  private readonly rings = recentCacheStore(REMEMBERED);
  private callsKept: Promise<unknown> = Promise.resolve();
  private readonly secrets: MessageSecrets;
  private order = new ArrivalOrder();
  private addressing: Promise<unknown> = Promise.resolve();

  constructor(ref: ConnectionRef, ports: IntakePorts, health: ConnectionHealth, me: () => readonly string[]) {
    this.ref = ref;
    this.ports = ports;
    this.health = health;
    this.me = me;
    this.secrets = new MessageSecrets((id) => ports.messages.findSecret(ref, id));
  }

  /** What Baileys remembers of calls that ring, before it acknowledges them: by then they are in the log. */
  readonly callOffers: CacheStore = {
    ...this.rings,
    set: async (id, value) => {
      await this.callsKept;
      await this.rings.set(id, value);
    },
  };

  /** From now on; what a former socket left unfinished comes again over this one. */
  listen(socket: WASocket): void {
    this.order = new ArrivalOrder();
    socket.ws.on('CB:message', (node: BinaryNode) => this.onStanza(node));
    // Before Baileys looks at it: what is kept here is on the disk before Baileys acknowledges it.
    socket.ws.on('frame', (frame: unknown) => {
      if (isStanza(frame, 'message')) void this.onUnavailable(socket, frame);
      if (isStanza(frame, 'call')) this.onCall(socket, frame);
    });
    socket.ev.on('messages.upsert', ({ messages, requestId }) => {
      // Answers to requests of ours carry one. They are read where the phone's own message is, which proves whose they
      // are; nobody else may put messages into conversations (CVE-2026-48063).
      if (requestId !== undefined) return;
      for (const message of messages) if (!this.isKnownCall(message)) void this.onMessage(socket, message);
    });
    socket.ev.on('messages.update', (updates) => {
      for (const { key, update } of updates) void this.onReceipt(socket, key, toAck(update.status));
    });
    socket.ev.on('message-receipt.update', (updates) => {
      for (const { key, receipt } of updates) void this.onReceipt(socket, key, receipt.readTimestamp ? 3 : 2);
    });
    socket.ev.on('contacts.upsert', (contacts) => {
      this.ports.history.learn(this.ref, contacts).catch((error: unknown) => {
        log.warn('contacts of the phone not kept', { ...this.ref, ...errorFields(error) });
      });
    });
    this.groups.listen(socket);
  }

  private context(groupName?: string): InboundContext {
    return { ...this.ref, me: this.me(), receivedAt: Date.now(), groupName };
  }

  /**
   * The key with the number of whoever it names by an opaque id, so that both names of one person keep one order. Keys
   * are ready in the order in which they were asked for.
   */
  private addressed(socket: WASocket, key: WAMessageKey): Promise<WAMessageKey> {
    const { lidMapping } = socket.signalRepository;
    const ready = this.addressing.then(async () => {
      const [chat, writer] = await Promise.all([
        key.remoteJidAlt ? undefined : numberOf(lidMapping, key.remoteJid),
        key.participantAlt ? undefined : numberOf(lidMapping, key.participant),
      ]);
      return {
        ...key,
        ...(chat === undefined ? {} : { remoteJidAlt: chat }),
        ...(writer === undefined ? {} : { participantAlt: writer }),
      };
    });
    this.addressing = ready.catch(() => undefined);
    return ready;
  }

  private async onMessage(socket: WASocket, received: WAMessage): Promise<void> {
    try {
      await this.order.turn(received.key.id ?? '');
      const message = { ...received, key: await this.addressed(socket, received.key) };
      const { id, remoteJid } = message.key;
      const past = this.ports.history.take(this.ref, message, this.me());
      if (past !== undefined) {
        await past;
        if (id) await this.ports.wal?.done([walId(this.ref, id)]);
        return;
      }
      const groupName =
        remoteJid && isJidGroup(remoteJid) ? await this.groups.nameOf(socket, remoteJid) : undefined;
      if (id && this.changes.get(id) && isCiphertext(message)) return;
      const readable = await this.secrets.withEdit(message, this.me());
      await this.pass(toInboundEvents(readable, this.context(groupName)));
      // A message that could not be decrypted has no entry; one that shows nothing is done too.
      if (id) await this.ports.wal?.done([walId(this.ref, id)]);
    } catch (error) {
      log.error('message not passed on; it stays in the write-ahead log', {
        ...this.ref,
        ...errorFields(error),
      });
    }
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

  /** What Baileys does not tell of a message's stanza: when it came, and that it is no message. */
  private onStanza(node: BinaryNode): void {
    const { id, from, participant } = node.attrs;
    if (id === undefined) return;
    if (changesAnother(node)) this.changes.set(id, true);
    if (toIdentity(isBroadcastList(from) ? participant : from) !== undefined) this.order.arrive(id);
  }

  /** A message that has no content for devices. */
  private async onUnavailable(socket: WASocket, node: BinaryNode): Promise<void> {
    try {
      const [meId = '', meLid = ''] = this.me();
      const message = unavailableMessage(node, meId, meLid);
      if (message === undefined) return;
      // Baileys acknowledges it in its turn, which comes after this one.
      await socket.messageMutex.mutex(() => this.keep(socket, message));
      await this.onMessage(socket, message);
    } catch (error) {
      // A stanza without sender or id; Baileys refuses it towards WhatsApp.
      log.warn('stanza is unreadable', { ...this.ref, ...errorFields(error) });
    }
  }

  /** A call that rings stands in the log as one that was missed, until it is known how it ended. */
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

  /** What Baileys makes of a call that rang out says less: neither who called nor whether with a picture. */
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
      else void this.ports.wal?.done([walId(this.ref, id)]);
    });
  }

  /** Into the log as the event that it makes, since nothing is decrypted. What cannot be kept is passed on all the same. */
  private async keep(socket: WASocket, message: WAMessage): Promise<void> {
    const { wal } = this.ports;
    const { id } = message.key;
    if (wal === undefined || !id) return;
    try {
      const addressed = { ...message, key: await this.addressed(socket, message.key) };
      for (const told of toInboundEvents(addressed, this.context()))
        await wal.append(walId(this.ref, id), { ...this.ref, ...told });
    } catch (error) {
      log.error('not in the write-ahead log', { ...this.ref, ...errorFields(error) });
    }
  }

  private async onReceipt(socket: WASocket, key: WAMessageKey, ack: number | undefined): Promise<void> {
    if (ack === undefined || key.fromMe !== true) return;
    try {
      const receipt = toReceipt(await this.addressed(socket, key), ack, this.context());
      if (receipt !== undefined) await this.ports.sink.push(receipt);
    } catch (error) {
      log.error('receipt not passed on', { ...this.ref, ...errorFields(error) });
    }
  }
}
