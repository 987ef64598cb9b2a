import type { Waits } from '../write-ahead-log/write-ahead-log.ts';

/**
 * How long a message waits for an earlier stanza of its chat that is not decrypted yet, since that stanza arrived or one
 * that arrived before it was decrypted: Baileys decrypts stanzas one by one, which takes minutes after a long absence.
 * Longer than the timeout of the key store (`KEYS_LIMIT_MS` of `socket-keys.ts`), so that a slow table never reorders
 * messages.
 */
const HOLD_MS = 20_000;
/**
 * How long a message waits for a decrypted stanza: Baileys emits its message within milliseconds, or drops it
 * silently.
 */
const OPENED_HOLD_MS = 1_000;
/**
 * How long a message waits for a stanza of a former socket that WhatsApp redelivers: after WhatsApp has said that it has
 * redelivered all, and in total.
 */
const REDELIVERED_HOLD_MS = 1_000;
const AWAY_MS = 120_000;

interface Stanza {
  id: string;
  /** Its number among the stanzas of the socket; of a former socket: undefined until it is redelivered. */
  arrival: number | undefined;
  /** Whether it was decrypted, so that its message is in the log. */
  isOpened: boolean;
  /** Whether its socket has ended, so that it is redelivered, or passed on from the log. */
  isOver: boolean;
  timer: NodeJS.Timeout | undefined;
}

interface ArrivalListener {
  /** Called when a message is due that is in the log and that Baileys does not emit. */
  onLeft(id: string, chat: string): void;
  /** Called when a message is in the log and waits for its turn, so that nothing else passes it on from there. */
  onWaiting(id: string): void;
}

/**
 * Restores the order in which the stanzas of each chat arrived. Baileys looks up senders before it queues a stanza,
 * so a stanza of a known sender overtakes an earlier one whose sender must be looked up. It also processes the
 * stanzas of the offline time one by one, in parallel with live ones.
 */
export class ArrivalOrder {
  private readonly chats = new Map<string, Stanza[]>();
  private readonly chatsById = new Map<string, string>();
  private readonly waiting = new Map<string, (isTurn: boolean) => void>();
  private readonly listener: ArrivalListener;
  private arrivals = 0;
  /** The stanzas of the last {@link HOLD_MS} that Baileys was done with. */
  private progress: { arrival: number; atMs: number }[] = [];

  constructor(listener: ArrivalListener) {
    this.listener = listener;
  }

  arrive(id: string, chat: string): void {
    const known = this.find(id);
    if (known !== undefined) {
      // It keeps its position: WhatsApp redelivers it, or the phone sends it again on request.
      known.isOver = false;
      known.arrival = this.arrivals++;
      this.giveUpAfter(known, HOLD_MS);
      return;
    }
    const stanzas = this.chats.get(chat) ?? [];
    const stanza: Stanza = { id, arrival: this.arrivals++, isOpened: false, isOver: false, timer: undefined };
    stanzas.push(stanza);
    this.chats.set(chat, stanzas);
    this.chatsById.set(id, chat);
    this.giveUpAfter(stanza, HOLD_MS);
  }

  /**
   * Returns the stanzas that a message waits for: the earlier ones of its chat that are not decrypted; undefined if
   * there are none.
   */
  waitsOf(id: string): Waits | undefined {
    const chat = this.chatsById.get(id);
    const stanzas = this.chats.get(chat ?? '') ?? [];
    const before = stanzas.slice(
      0,
      stanzas.findIndex((stanza) => stanza.id === id),
    );
    const behind = before.flatMap((stanza) => (stanza.isOpened ? [] : [stanza.id]));
    return chat === undefined || behind.length === 0 ? undefined : { chat, behind };
  }

  /** Adds a message of a former process to its chat, after the stanzas that it waits for, which are redelivered. */
  restore(id: string, { chat, behind }: Waits): void {
    const stanzas = this.chats.get(chat) ?? [];
    this.chats.set(chat, stanzas);
    const add = (one: Pick<Stanza, 'id' | 'isOpened'>): void => {
      if (this.chatsById.has(one.id)) return;
      const stanza: Stanza = { ...one, arrival: undefined, isOver: true, timer: undefined };
      stanzas.push(stanza);
      this.chatsById.set(one.id, chat);
      if (!one.isOpened) this.giveUpAfter(stanza, AWAY_MS);
    };
    for (const earlier of behind) add({ id: earlier, isOpened: false });
    add({ id, isOpened: true });
  }

  /** Returns the chat of a waiting stanza. */
  chatOf(id: string): string | undefined {
    return this.chatsById.get(id);
  }

  /** Whether a message is in the log and waits there: its socket has ended, and earlier stanzas are redelivered. */
  isLeft(id: string): boolean {
    const stanza = this.find(id);
    return stanza?.isOver === true && stanza.isOpened;
  }

  /** Handles a redelivered stanza that was decrypted before: its message was passed on, or is in the log. */
  repeat(id: string): void {
    const stanza = this.find(id);
    if (stanza === undefined) return;
    this.noteProgress(stanza);
    clearTimeout(stanza.timer);
    stanza.isOpened = true;
    stanza.isOver = true;
    const chat = this.chatsById.get(id) ?? '';
    this.advance(chat, this.chats.get(chat) ?? []);
  }

  /** Removes a stanza whose message was processed or does not exist. */
  drop(id: string): void {
    const chat = this.chatsById.get(id);
    const stanzas = this.chats.get(chat ?? '');
    if (chat === undefined || stanzas === undefined) return;
    const place = stanzas.findIndex((stanza) => stanza.id === id);
    if (place >= 0) for (const { timer } of stanzas.splice(place, 1)) clearTimeout(timer);
    this.chatsById.delete(id);
    this.advance(chat, stanzas);
  }

  /** Notes that a stanza was decrypted, or could not be: Baileys emits its message now, or never. */
  open(id: string): void {
    const stanza = this.find(id);
    if (stanza === undefined) return;
    this.noteProgress(stanza);
    stanza.isOpened = true;
    if (this.waitsOf(id) !== undefined) this.listener.onWaiting(id);
    this.giveUpAfter(stanza, OPENED_HOLD_MS);
  }

  /**
   * Begins work on a message when every earlier stanza of its chat is done; at once for a message whose stanza never
   * arrived. Resolves with true when the work is done, with false if the socket ended before it began.
   */
  async turn(id: string, begin: () => Promise<void>): Promise<boolean> {
    // Emitted, so it is neither given up nor passed on from the log.
    const emitted = this.find(id);
    clearTimeout(emitted?.timer);
    if (emitted !== undefined) emitted.isOver = false;
    for (;;) {
      const chat = this.chatsById.get(id);
      if (chat === undefined || this.chats.get(chat)?.[0]?.id === id) break;
      if (!(await this.wait(id))) return false;
    }
    // Before the next one begins.
    const work = begin();
    this.drop(id);
    await work;
    return true;
  }

  /**
   * Called when the socket has ended. Returns the decrypted and unprocessed stanzas in order: `ready` ones can be
   * passed on from the log now, `left` ones after the redelivery of earlier stanzas.
   */
  end(): { ready: string[]; left: string[] } {
    this.progress = [];
    const ready: string[] = [];
    const left: string[] = [];
    for (const [chat, stanzas] of this.chats) {
      const behind: Stanza[] = [];
      for (const stanza of stanzas) {
        clearTimeout(stanza.timer);
        if (stanza.isOpened && behind.length === 0) {
          ready.push(stanza.id);
          this.chatsById.delete(stanza.id);
          continue;
        }
        if (stanza.isOpened) left.push(stanza.id);
        else this.giveUpAfter(stanza, AWAY_MS);
        stanza.isOver = true;
        stanza.arrival = undefined;
        behind.push(stanza);
      }
      if (behind.length === 0) this.chats.delete(chat);
      else this.chats.set(chat, behind);
    }
    for (const resolve of [...this.waiting.values()]) resolve(false);
    return { ready, left };
  }

  /**
   * Called when WhatsApp has redelivered all stanzas without a receipt, which it does in their order and before new ones:
   * the remaining ones no longer come.
   */
  redelivered(): void {
    for (const stanza of [...this.chats.values()].flat())
      if (stanza.isOver && !stanza.isOpened) this.giveUpAfter(stanza, REDELIVERED_HOLD_MS);
  }

  /** Called when there will be no next socket. Returns the remaining stanzas. */
  close(): string[] {
    const stanzas = [...this.chats.values()].flat();
    for (const { timer } of stanzas) clearTimeout(timer);
    this.chats.clear();
    this.chatsById.clear();
    return stanzas.flatMap(({ id, isOpened }) => (isOpened ? [id] : []));
  }

  private find(id: string): Stanza | undefined {
    return this.chats.get(this.chatsById.get(id) ?? '')?.find((stanza) => stanza.id === id);
  }

  private giveUpAfter(stanza: Stanza, ms: number): void {
    clearTimeout(stanza.timer);
    const giveUp = (): void => {
      const chat = this.chatsById.get(stanza.id);
      if (chat === undefined || this.find(stanza.id) !== stanza) return;
      if (!stanza.isOpened) {
        const holdMs = this.holdOf(stanza);
        if (holdMs > 0) this.giveUpAfter(stanza, holdMs);
        else this.drop(stanza.id);
        return;
      }
      // Its message is in the log, and is passed on from there in its order.
      stanza.isOver = true;
      this.advance(chat, this.chats.get(chat) ?? []);
    };
    // After the event loop was blocked this long, data that arrived meanwhile is read before anything is given up.
    stanza.timer = setTimeout(() => setImmediate(giveUp), ms).unref();
  }

  private noteProgress({ arrival }: Stanza): void {
    if (arrival === undefined) return;
    const atMs = performance.now();
    this.progress.push({ arrival, atMs });
    while ((this.progress[0]?.atMs ?? atMs) + HOLD_MS < atMs) this.progress.shift();
  }

  /** Returns for how long a stanza may still be decrypted, because Baileys is busy with those that arrived before it. */
  private holdOf({ arrival }: Stanza): number {
    if (arrival === undefined) return 0;
    const last = this.progress.findLast((one) => one.arrival < arrival);
    return last === undefined ? 0 : last.atMs + HOLD_MS - performance.now();
  }

  private async wait(id: string): Promise<boolean> {
    const isTurn = await new Promise<boolean>((resolve) => this.waiting.set(id, resolve));
    this.waiting.delete(id);
    return isTurn;
  }

  private leave({ id, isOpened, timer }: Stanza, chat: string): void {
    clearTimeout(timer);
    this.chatsById.delete(id);
    if (isOpened) this.listener.onLeft(id, chat);
  }

  private advance(chat: string, stanzas: Stanza[]): void {
    for (let [first] = stanzas; first?.isOver === true && first.isOpened; [first] = stanzas) {
      stanzas.shift();
      this.leave(first, chat);
    }
    const [first] = stanzas;
    if (first === undefined) this.chats.delete(chat);
    else this.waiting.get(first.id)?.(true);
  }
}
