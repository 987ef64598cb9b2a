/**
 * How long a message waits for an earlier stanza that is not decrypted yet. Longer than the key store tries to read
 * (`KEYS_LIMIT_MS` of `socket-keys.ts`), so that a slow table never reorders messages.
 */
const HOLD_MS = 20_000;
/** How long for one that is: Baileys emits it within milliseconds, or drops it without a word. */
const OPENED_HOLD_MS = 1_000;

/**
 * Gives messages the order in which their stanzas came over the socket. Baileys looks up senders before it queues a
 * stanza, so that a stanza of a known sender overtakes an earlier one whose sender it must look up; and it works on what
 * waited while the device was offline one by one, beside what comes live.
 */
export class ArrivalOrder {
  private readonly arrived: string[] = [];
  private readonly waiting = new Map<string, () => void>();
  private readonly opened = new Map<string, NodeJS.Timeout>();
  private isOver = false;

  arrive(id: string): void {
    this.arrived.push(id);
  }

  /** A stanza makes no message: it was a duplicate, or could not be opened for a reason that needs no placeholder. */
  drop(id: string): void {
    clearTimeout(this.opened.get(id));
    this.opened.delete(id);
    const place = this.arrived.indexOf(id);
    if (place < 0) return;
    this.arrived.splice(place, 1);
    this.wakeFirst();
  }

  /** A stanza was decrypted, or could not be: Baileys emits it now, or never. */
  open(id: string): void {
    if (!this.arrived.includes(id)) return;
    clearTimeout(this.opened.get(id));
    // A loop that was blocked for as long reads what came meanwhile before anything is given up.
    const giveUp = (): unknown => setImmediate(() => this.drop(id));
    this.opened.set(id, setTimeout(giveUp, OPENED_HOLD_MS).unref());
  }

  /** Resolves when every stanza that arrived before has had its turn; at once for a stanza that never arrived. */
  async turn(id: string): Promise<void> {
    while (!this.isOver && this.arrived.indexOf(id) > 0) await this.wait(id);
    this.drop(id);
  }

  /** The socket has ended: everything that waits proceeds, in its order. */
  end(): void {
    this.isOver = true;
    for (const timer of this.opened.values()) clearTimeout(timer);
    for (const id of this.arrived) this.waiting.get(id)?.();
  }

  private async wait(id: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.waiting.set(id, resolve);
      timer = setTimeout(() => {
        this.giveUpSilent();
        resolve();
      }, HOLD_MS);
    });
    clearTimeout(timer);
    this.waiting.delete(id);
  }

  /** Removes the first stanzas up to one that waits for its turn. */
  private giveUpSilent(): void {
    const place = this.arrived.findIndex((id) => this.waiting.has(id));
    this.arrived.splice(0, Math.max(0, place));
    this.wakeFirst();
  }

  private wakeFirst(): void {
    const [first] = this.arrived;
    if (first !== undefined) this.waiting.get(first)?.();
  }
}
