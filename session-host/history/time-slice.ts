import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may block the event loop at a stretch: sockets, leases and health checks wait meanwhile. */
const HOLD_MS = 20;

/** Yields to the event loop between the small steps of a long piece of work. */
export class TimeSlice {
  private sinceMs = performance.now();

  /** Whether the work has blocked the event loop long enough; the caller then awaits {@link rest}. */
  isOver(): boolean {
    return performance.now() - this.sinceMs > HOLD_MS;
  }

  async rest(): Promise<void> {
    await nextTurn();
    this.sinceMs = performance.now();
  }
}
