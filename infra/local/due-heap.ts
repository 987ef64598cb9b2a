interface Due<T> {
  atMs: number;
  value: T;
}

/** Values by the time they fall due, earliest first. */
export class DueHeap<T> {
  private readonly entries: Due<T>[] = [];

  push(atMs: number, value: T): void {
    const { entries } = this;
    entries.push({ atMs, value });
    let index = entries.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.swapIfEarlier(index, parent)) break;
      index = parent;
    }
  }

  peekMs(): number | undefined {
    return this.entries[0]?.atMs;
  }

  /** The earliest value if it is due. */
  popDue(nowMs: number): T | undefined {
    const first = this.entries[0];
    if (first === undefined || first.atMs > nowMs) return undefined;
    const last = this.entries.pop();
    if (last !== undefined && last !== first) {
      this.entries[0] = last;
      this.sink();
    }
    return first.value;
  }

  private sink(): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const rightAtMs = this.entries[right]?.atMs ?? Number.POSITIVE_INFINITY;
      const child = rightAtMs < (this.entries[left]?.atMs ?? Number.POSITIVE_INFINITY) ? right : left;
      if (!this.swapIfEarlier(child, index)) return;
      index = child;
    }
  }

  private swapIfEarlier(index: number, other: number): boolean {
    const a = this.entries[index];
    const b = this.entries[other];
    if (a === undefined || b === undefined || a.atMs >= b.atMs) return false;
    this.entries[index] = b;
    this.entries[other] = a;
    return true;
  }
}
