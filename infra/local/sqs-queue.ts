import { randomUUID } from 'node:crypto';
import TinyQueue from 'tinyqueue';
import type { LocalClock } from './clock.ts';

/** SQS's deduplication window. */
export const DEDUPLICATION_MS = 5 * 60 * 1000;

/** A message attribute in the JSON protocol. */
export interface MessageAttribute {
  DataType: string;
  StringValue?: string | undefined;
  BinaryValue?: string | undefined;
}

export interface MessageDraft {
  body: string;
  groupId?: string | undefined;
  deduplicationId?: string | undefined;
  delayMs?: number | undefined;
  attributes?: Record<string, MessageAttribute> | undefined;
}

export interface QueuedMessage {
  readonly id: string;
  readonly sequence: number;
  readonly body: string;
  readonly groupId?: string | undefined;
  readonly deduplicationId?: string | undefined;
  readonly attributes?: Record<string, MessageAttribute> | undefined;
  readonly sentAtMs: number;
  receives: number;
  firstReceivedAtMs?: number;
  state: 'delayed' | 'ready' | 'inFlight';
  receipt?: string;
  /** Position among the messages that became receivable. */
  readyNth?: number;
  /** End of the time for which the message is hidden, while delayed or in flight. */
  hiddenUntilMs: number;
}

/** A received message; its receipt is valid until the next receive. */
export type ReceivedMessage = Readonly<QueuedMessage> & { readonly receipt: string };

/** A record of the journal; replaying the records in order rebuilds the queue. */
export type QueueRecord =
  | ({ type: 'sent'; visibleAtMs: number; receives: number } & Pick<
      QueuedMessage,
      'id' | 'sequence' | 'body' | 'groupId' | 'deduplicationId' | 'attributes' | 'sentAtMs'
    >)
  | { type: 'received'; id: string; receives: number }
  | { type: 'deleted'; id: string }
  /** A deduplication id whose message was deleted. */
  | ({ type: 'remembered'; deduplicationId: string } & Remembered);

/** Fields of a message that are kept for the deduplication window. */
type Remembered = Pick<QueuedMessage, 'id' | 'sequence' | 'groupId' | 'sentAtMs'>;

export interface QueueOptions {
  name: string;
  fifo: boolean;
  visibilityMs: number;
  maxReceives?: number;
  deadLetter?: LocalQueue;
  clock: LocalClock;
  /** Called with every change before it takes effect. */
  record: (queue: string, record: QueueRecord) => void;
}

/** Receivable messages of a group in order; in a FIFO group, messages in flight keep their position. */
interface Group {
  messages: Set<QueuedMessage>;
  inFlight: number;
}

const NO_GROUP = '';
/** Share of a standard queue's work above which SQS lets the messages of other groups go first (fair queues). */
const NOISY_SHARE = 0.1;

/**
 * One queue with the behaviour of SQS: delay, visibility timeout, FIFO groups with one batch in flight at a time,
 * deduplication for five minutes within a group (high throughput, as deployed), and a dead-letter queue after
 * `maxReceives`. The groups of a standard queue are never locked. They make it fair: the messages of a group that takes
 * more than a tenth of the work wait for those of the others. SQS measures the work over a recent time; here it is what is
 * in flight.
 */
export class LocalQueue {
  readonly name: string;
  readonly fifo: boolean;
  readonly visibilityMs: number;
  readonly options: QueueOptions;
  private readonly groups = new Map<string, Group>();
  private readonly readyGroups = new Set<string>();
  private readonly byId = new Map<string, QueuedMessage>();
  private readonly inFlight = new Map<string, QueuedMessage>();
  /** Keyed by group and deduplication id, oldest first. */
  private readonly remembered = new Map<string, Remembered & { deduplicationId?: string | undefined }>();
  /** Earliest first. */
  private readonly due = new TinyQueue<{ id: string; atMs: number }>([], (a, b) => a.atMs - b.atMs);
  private readonly listeners = new Set<() => void>();
  private cancelTimer: (() => void) | undefined;
  private timerAtMs = Number.POSITIVE_INFINITY;
  private lastSequence = 0;
  private lastReadyNth = 0;
  private isAnnouncing = false;

  constructor(options: QueueOptions) {
    this.options = options;
    this.name = options.name;
    this.fifo = options.fifo;
    this.visibilityMs = options.visibilityMs;
  }

  /**
   * Registers a listener that is called whenever a message may have become receivable, and when the queue becomes
   * empty.
   */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Stores a message, or returns the earlier one with the same deduplication id. */
  send(draft: MessageDraft): { id: string; sequence: number } {
    const nowMs = this.options.clock.now();
    if (this.fifo && draft.deduplicationId !== undefined) {
      this.forgetOld(nowMs);
      const earlier = this.remembered.get(rememberedKey(draft));
      if (earlier !== undefined && earlier.sentAtMs + DEDUPLICATION_MS > nowMs) return earlier;
    }
    const message: QueuedMessage = {
      id: randomUUID(),
      sequence: this.lastSequence + 1,
      body: draft.body,
      groupId: draft.groupId,
      deduplicationId: draft.deduplicationId,
      attributes: draft.attributes,
      sentAtMs: nowMs,
      receives: 0,
      state: 'ready',
      hiddenUntilMs: nowMs + (draft.delayMs ?? 0),
    };
    this.options.record(this.name, toSentRecord(message));
    this.admit(message);
    return message;
  }

  /** Receives up to `max` messages and hides them for the visibility timeout. */
  receive(max: number, visibilityMs = this.visibilityMs): ReceivedMessage[] {
    const nowMs = this.options.clock.now();
    const taken: ReceivedMessage[] = [];
    for (const [groupId, group] of this.fifo ? this.lockable() : this.fairly()) {
      for (const message of group.messages) {
        if (taken.length === max) break;
        if (message.state !== 'ready') break;
        if (this.isExhausted(message)) {
          this.bury(message);
          continue;
        }
        message.receives += 1;
        this.options.record(this.name, { type: 'received', id: message.id, receives: message.receives });
        message.firstReceivedAtMs ??= nowMs;
        message.state = 'inFlight';
        const receipt = randomUUID();
        message.receipt = receipt;
        group.inFlight += 1;
        if (!this.fifo) group.messages.delete(message);
        this.inFlight.set(receipt, message);
        this.hide(message, nowMs + visibilityMs);
        taken.push({ ...message, receipt });
        if (!this.fifo) break;
      }
      this.refreshGroup(groupId, group);
      if (taken.length === max) break;
    }
    return taken;
  }

  /** The groups of a FIFO queue that have a receivable message. */
  private *lockable(): Generator<[string, Group]> {
    for (const groupId of this.readyGroups) {
      const group = this.groups.get(groupId);
      if (group !== undefined) yield [groupId, group];
    }
  }

  /** The group of a standard queue whose message is next, for each message anew: the earliest of quiet groups, if any. */
  private *fairly(): Generator<[string, Group]> {
    for (;;) {
      let next: { groupId: string; group: Group; isNoisy: boolean; nth: number } | undefined;
      for (const [groupId, group] of this.lockable()) {
        const [first] = group.messages;
        const isNoisy = groupId !== NO_GROUP && group.inFlight > NOISY_SHARE * this.inFlight.size;
        const nth = first?.readyNth ?? 0;
        if (next === undefined || (isNoisy === next.isNoisy ? nth < next.nth : next.isNoisy))
          next = { groupId, group, isNoisy, nth };
      }
      if (next === undefined) return;
      yield [next.groupId, next.group];
    }
  }

  /** Deletes a received message. A stale receipt, replaced by a later receive, deletes nothing. */
  delete(receipt: string): void {
    const message = this.inFlight.get(receipt);
    if (message === undefined) return;
    this.options.record(this.name, { type: 'deleted', id: message.id });
    this.remove(message);
  }

  /**
   * Hides a received message for `visibilityMs` from now; 0 returns it immediately. Returns false for a stale
   * receipt.
   */
  changeVisibility(receipt: string, visibilityMs: number): boolean {
    const message = this.inFlight.get(receipt);
    if (message === undefined) return false;
    if (visibilityMs === 0) this.reveal(message);
    else this.hide(message, this.options.clock.now() + visibilityMs);
    return true;
  }

  purge(): void {
    for (const message of [...this.byId.values()]) {
      this.options.record(this.name, { type: 'deleted', id: message.id });
      this.remove(message);
    }
  }

  counts(): { ready: number; inFlight: number; delayed: number } {
    const inFlight = this.inFlight.size;
    let delayed = 0;
    for (const message of this.byId.values()) if (message.state === 'delayed') delayed += 1;
    return { ready: this.byId.size - inFlight - delayed, inFlight, delayed };
  }

  /** Applies a record of the journal. Messages in flight become receivable again, because their receivers are gone. */
  replay(record: QueueRecord): void {
    if (record.type === 'sent') {
      const { type: _type, visibleAtMs, ...message } = record;
      this.admit({ ...message, state: 'ready', hiddenUntilMs: visibleAtMs });
    } else if (record.type === 'remembered') {
      this.remembered.set(rememberedKey(record), record);
      this.lastSequence = Math.max(this.lastSequence, record.sequence);
    } else {
      const message = this.byId.get(record.id);
      if (message === undefined) return;
      if (record.type === 'deleted') this.remove(message);
      else message.receives = record.receives;
    }
  }

  /** Returns the shortest list of records that rebuilds this queue. */
  snapshot(): QueueRecord[] {
    this.forgetOld(this.options.clock.now());
    return [
      ...[...this.remembered]
        .filter(([, sent]) => !this.byId.has(sent.id))
        .map(([, { deduplicationId = '', groupId, id, sequence, sentAtMs }]) => ({
          type: 'remembered' as const,
          deduplicationId,
          groupId,
          id,
          sequence,
          sentAtMs,
        })),
      ...[...this.byId.values()].sort((a, b) => a.sequence - b.sequence).map(toSentRecord),
    ];
  }

  stop(): void {
    this.cancelTimer?.();
    this.listeners.clear();
  }

  private admit(message: QueuedMessage): void {
    this.lastSequence = Math.max(this.lastSequence, message.sequence);
    if (this.fifo && message.deduplicationId !== undefined)
      this.remembered.set(rememberedKey(message), message);
    this.byId.set(message.id, message);
    if (message.hiddenUntilMs > this.options.clock.now()) {
      message.state = 'delayed';
      this.hide(message, message.hiddenUntilMs);
    } else this.join(message);
  }

  private join(message: QueuedMessage): void {
    const groupId = this.groupOf(message);
    const group = this.groups.get(groupId) ?? { messages: new Set(), inFlight: 0 };
    this.groups.set(groupId, group);
    message.state = 'ready';
    this.lastReadyNth += 1;
    message.readyNth = this.lastReadyNth;
    group.messages.add(message);
    this.refreshGroup(groupId, group);
  }

  private groupOf(message: QueuedMessage): string {
    return message.groupId ?? NO_GROUP;
  }

  private isExhausted(message: QueuedMessage): boolean {
    const { maxReceives, deadLetter } = this.options;
    return deadLetter !== undefined && maxReceives !== undefined && message.receives >= maxReceives;
  }

  /**
   * Moves a message to the dead-letter queue: adds it there before deleting it here, so that a crash does not lose
   * it.
   */
  private bury(message: QueuedMessage): void {
    const { body, groupId, attributes } = message;
    this.options.deadLetter?.send({ body, groupId, attributes, deduplicationId: message.id });
    this.options.record(this.name, { type: 'deleted', id: message.id });
    this.remove(message);
  }

  private remove(message: QueuedMessage): void {
    const groupId = this.groupOf(message);
    const group = this.groups.get(groupId);
    this.byId.delete(message.id);
    if (group !== undefined) {
      group.messages.delete(message);
      if (message.state === 'inFlight') group.inFlight -= 1;
      if (group.messages.size === 0 && group.inFlight === 0) this.groups.delete(groupId);
    }
    if (message.receipt !== undefined) this.inFlight.delete(message.receipt);
    if (group !== undefined) this.refreshGroup(groupId, group);
    if (this.byId.size === 0) this.announce();
  }

  private reveal(message: QueuedMessage): void {
    const group = this.groups.get(this.groupOf(message));
    if (message.state === 'inFlight' && group !== undefined) group.inFlight -= 1;
    if (message.receipt !== undefined) this.inFlight.delete(message.receipt);
    delete message.receipt;
    this.join(message);
  }

  private refreshGroup(groupId: string, group: Group): void {
    const [first] = group.messages;
    if (first?.state === 'ready' && (!this.fifo || group.inFlight === 0)) {
      this.readyGroups.add(groupId);
      this.announce();
    } else this.readyGroups.delete(groupId);
  }

  private hide(message: QueuedMessage, untilMs: number): void {
    message.hiddenUntilMs = untilMs;
    // Stores the id, because an entry may outlive a deleted message.
    this.due.push({ id: message.id, atMs: untilMs });
    this.armTimer();
  }

  private armTimer(): void {
    const nextMs = this.due.peek()?.atMs;
    if (nextMs === undefined || nextMs >= this.timerAtMs) return;
    this.cancelTimer?.();
    this.timerAtMs = nextMs;
    this.cancelTimer = this.options.clock.at(nextMs, () => {
      this.timerAtMs = Number.POSITIVE_INFINITY;
      this.cancelTimer = undefined;
      this.revealDue();
      this.armTimer();
    });
  }

  private revealDue(): void {
    const nowMs = this.options.clock.now();
    for (let entry = this.due.peek(); entry !== undefined && entry.atMs <= nowMs; entry = this.due.peek()) {
      this.due.pop();
      const message = this.byId.get(entry.id);
      // A later hide replaced this entry.
      if (message === undefined || message.hiddenUntilMs !== entry.atMs || message.state === 'ready')
        continue;
      this.reveal(message);
    }
  }

  private forgetOld(nowMs: number): void {
    for (const [key, sent] of this.remembered) {
      if (sent.sentAtMs + DEDUPLICATION_MS > nowMs) break;
      this.remembered.delete(key);
    }
  }

  /** Calls the listeners after the change, never during it. */
  private announce(): void {
    if (this.isAnnouncing) return;
    this.isAnnouncing = true;
    queueMicrotask(() => {
      this.isAnnouncing = false;
      for (const listener of this.listeners) listener();
    });
  }
}

const rememberedKey = ({
  groupId,
  deduplicationId,
}: Pick<MessageDraft, 'groupId' | 'deduplicationId'>): string => JSON.stringify([groupId, deduplicationId]);

const toSentRecord = (message: QueuedMessage): QueueRecord => ({
  type: 'sent',
  id: message.id,
  sequence: message.sequence,
  body: message.body,
  groupId: message.groupId,
  deduplicationId: message.deduplicationId,
  attributes: message.attributes,
  sentAtMs: message.sentAtMs,
  receives: message.receives,
  visibleAtMs: message.state === 'inFlight' ? message.sentAtMs : message.hiddenUntilMs,
});
