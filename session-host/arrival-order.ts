/** A stanza that comes to nothing (a duplicate, one that Baileys refuses) holds up what follows no longer than this. */
const HOLD_MS = 1000;

/**
 * The order in which stanzas came over the socket. Baileys looks up who a stanza is from before it queues it, so that one
 * under a known name overtakes one whose name must be looked up.
 */
export class ArrivalOrder {
  private arrived: string[] = [];
  private readonly held = new Map<string, () => void>();

  arrive(id: string): void {
    this.arrived.push(id);
  }

  /** Resolves when everything that arrived before has had its turn; at once for what never arrived. */
  async turn(id: string): Promise<void> {
    const place = this.arrived.indexOf(id);
    if (place > 0) await this.hold(id);
    this.pass(id);
  }

  private async hold(id: string): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.held.set(id, resolve);
      timer = setTimeout(resolve, HOLD_MS);
    });
    clearTimeout(timer);
    this.held.delete(id);
  }

  /** Whoever is first now may go, if it waits; what stood before is given up. */
  private pass(id: string): void {
    const place = this.arrived.indexOf(id);
    if (place < 0) return;
    const givenUp = this.arrived.splice(0, place + 1);
    for (const each of givenUp) this.held.get(each)?.();
    const [next] = this.arrived;
    if (next !== undefined) this.held.get(next)?.();
  }
}
