import type { Waits } from '../write-ahead-log/write-ahead-log.ts';

/**
 * How long a message waits for an earlier stanza of its chat that is not decrypted yet. Longer than the key store tries to
 * read (`KEYS_LIMIT_MS` of `socket-keys.ts`), so that a slow table never reorders messages.
 */
const HOLD_MS = 20_000;
/** How long for one that is: Baileys emits it within milliseconds, or drops it without a word. */
const OPENED_HOLD_MS = 1_000;
/** How long for one that a former socket brought, and that WhatsApp delivers again: after the next login, and in all. */
const AWAIT_MS = 10_000;
const AWAY_MS = 120_000;

interface Stanza {
  id: string;
  /** It was decrypted: its message is in the log. */
  isOpened: boolean;
  /** Its socket has ended: it comes again, or is passed on from the log. */
  isOver: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Gives the messages of each chat the order in which their stanzas came. Baileys looks up senders before it queues a
 * stanza, so that a stanza of a known sender overtakes an earlier one whose sender it must look up; and it works on what
 * waited while the device was offline one by one, beside what comes live.
 */
export class ArrivalOrder {
  private readonly chats = new Map<string, Stanza[]>();
  private readonly chatsById = new Map<string, string>();
  private readonly waiting = new Map<string, (isTurn: boolean) => void>();
  private readonly onLeft: (id: string, chat: string) => void;

  /** @param onLeft a message has its turn that is in the log and that Baileys does not emit */
  constructor(onLeft: (id: string, chat: string) => void) {
    this.onLeft = onLeft;
  }

  arrive(id: string, chat: string): void {
    const known = this.find(id);
    if (known !== undefined) {
      // It keeps its place: delivered again by WhatsApp, or sent again by a phone that was asked to.
      known.isOver = false;
      this.giveUpAfter(known, HOLD_MS);
      return;
    }
    const stanzas = this.chats.get(chat) ?? [];
    const stanza: Stanza = { id, isOpened: false, isOver: false, timer: undefined };
    stanzas.push(stanza);
    this.chats.set(chat, stanzas);
    this.chatsById.set(id, chat);
    this.giveUpAfter(stanza, HOLD_MS);
  }

  /** The stanzas that a message waits for: those that came before it in its chat and are not opened; undefined for none. */
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

  /** Takes a message of a former process into its chat, behind what it waits for: that is delivered again. */
  restore(id: string, { chat, behind }: Waits): void {
    const stanzas = this.chats.get(chat) ?? [];
    this.chats.set(chat, stanzas);
    const add = (one: Omit<Stanza, 'timer' | 'isOver'>): void => {
      if (this.chatsById.has(one.id)) return;
      const stanza: Stanza = { ...one, isOver: true, timer: undefined };
      stanzas.push(stanza);
      this.chatsById.set(one.id, chat);
      if (!one.isOpened) this.giveUpAfter(stanza, AWAY_MS);
    };
    for (const earlier of behind) add({ id: earlier, isOpened: false });
    add({ id, isOpened: true });
  }

  /** The chat of a stanza whose turn is to come. */
  chatOf(id: string): string | undefined {
    return this.chatsById.get(id);
  }

  /** Whether a message is in the log and waits for its turn there: its socket has ended, and what comes before it comes again. */
  isLeft(id: string): boolean {
    const stanza = this.find(id);
    return stanza?.isOver === true && stanza.isOpened;
  }

  /** A stanza came that was opened before: its message was passed on, or is in the log. */
  repeat(id: string): void {
    const stanza = this.find(id);
    if (stanza === undefined) return;
    clearTimeout(stanza.timer);
    stanza.isOpened = true;
    stanza.isOver = true;
    const chat = this.chatsById.get(id) ?? '';
    this.advance(chat, this.chats.get(chat) ?? []);
  }

  /** The message of a stanza has had its turn, or there is none. */
  private drop(id: string): void {
    const chat = this.chatsById.get(id);
    const stanzas = this.chats.get(chat ?? '');
    if (chat === undefined || stanzas === undefined) return;
    const place = stanzas.findIndex((stanza) => stanza.id === id);
    if (place >= 0) for (const { timer } of stanzas.splice(place, 1)) clearTimeout(timer);
    this.chatsById.delete(id);
    this.advance(chat, stanzas);
  }

  /** A stanza was decrypted, or could not be: Baileys emits it now, or never. */
  open(id: string): void {
    const stanza = this.find(id);
    if (stanza === undefined) return;
    stanza.isOpened = true;
    this.giveUpAfter(stanza, OPENED_HOLD_MS);
  }

  /**
   * Begins work on a message when every stanza of its chat that arrived before has had its turn; at once for a stanza that
   * never arrived. Resolves with true when the work is done, with false when the socket ends before it began.
   */
  async turn(id: string, begin: () => Promise<void>): Promise<boolean> {
    // Emitted: it is given up no more, nor passed on from the log.
    const emitted = this.find(id);
    clearTimeout(emitted?.timer);
    if (emitted !== undefined) emitted.isOver = false;
    for (;;) {
      const chat = this.chatsById.get(id);
      if (chat === undefined || this.chats.get(chat)?.[0]?.id === id) break;
      if (!(await this.wait(id))) return false;
    }
    // Before the next one's turn.
    const work = begin();
    this.drop(id);
    await work;
    return true;
  }

  /**
   * The socket has ended. Returns what was opened and has not had its turn, in its order: `ready` is to be passed on from
   * the log now, `left` when what comes before it was delivered again.
   */
  end(): { ready: string[]; left: string[] } {
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
        behind.push(stanza);
      }
      if (behind.length === 0) this.chats.delete(chat);
      else this.chats.set(chat, behind);
    }
    for (const resolve of [...this.waiting.values()]) resolve(false);
    return { ready, left };
  }

  /** The next socket is open: WhatsApp delivers what it got no receipt for. */
  reopen(): void {
    for (const stanza of [...this.chats.values()].flat())
      if (stanza.isOver && !stanza.isOpened) this.giveUpAfter(stanza, AWAIT_MS);
  }

  /** There will be no next socket. Returns what was left. */
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
        this.drop(stanza.id);
        return;
      }
      // Its message is in the log, and is passed on from there in its place.
      stanza.isOver = true;
      this.advance(chat, this.chats.get(chat) ?? []);
    };
    // A loop that was blocked for as long reads what came meanwhile before anything is given up.
    stanza.timer = setTimeout(() => setImmediate(giveUp), ms).unref();
  }

  private async wait(id: string): Promise<boolean> {
    const isTurn = await new Promise<boolean>((resolve) => this.waiting.set(id, resolve));
    this.waiting.delete(id);
    return isTurn;
  }

  private leave({ id, isOpened, timer }: Stanza, chat: string): void {
    clearTimeout(timer);
    this.chatsById.delete(id);
    if (isOpened) this.onLeft(id, chat);
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
