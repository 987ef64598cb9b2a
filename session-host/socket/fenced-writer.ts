import { errorFields, log } from '@prosa/functions/platform/log.ts';
import {
  type ConnectionRef,
  type FencedChange,
  LeaseLost,
  MAX_FENCED_CHANGES,
  type SessionStore,
} from '../connections/ports.ts';

const RETRY_BASE_MS = 100;
const RETRY_MAX_MS = 3000;
const DEFER_MS = 250;
const IGNORE = (): undefined => undefined;

interface Group {
  changes: FencedChange[];
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * The only writer of a connection's rows: one transaction at a time, in the requested order. Writes requested while a
 * transaction runs share the next one, so that a burst costs few calls. After a lost lease nothing more is written,
 * because a later state without an earlier one would not decrypt.
 */
export class FencedWriter {
  private readonly store: SessionStore;
  private readonly ref: ConnectionRef;
  private readonly epoch: number;
  private readonly isHeld: () => boolean;
  private readonly onFailure: (error: unknown) => void;
  private waiting: Group[] = [];
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failure: { error: unknown } | undefined;

  constructor(
    store: SessionStore,
    ref: ConnectionRef,
    lease: { epoch: number; isHeld: boolean },
    onFailure: (error: unknown) => void,
  ) {
    this.store = store;
    this.ref = ref;
    this.epoch = lease.epoch;
    this.isHeld = () => lease.isHeld;
    this.onFailure = onFailure;
  }

  /** Resolves when all changes are committed. @throws LeaseLost */
  write(changes: readonly FencedChange[]): Promise<void> {
    if (this.failure !== undefined) return Promise.reject(this.failure.error);
    if (changes.length === 0) return Promise.resolve();
    return new Promise((done, failed) => {
      this.waiting.push({ changes: [...changes], done, failed });
      this.wake();
    });
  }

  /** Writes the changes with the next ones, or alone a little later. The order is kept. */
  defer(changes: readonly FencedChange[]): void {
    if (this.failure !== undefined || changes.length === 0) return;
    this.waiting.push({ changes: [...changes], done: IGNORE, failed: IGNORE });
    this.timer ??= setTimeout(() => this.wake(), DEFER_MS);
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    if (this.waiting.length > 0) this.wake();
    await this.running;
  }

  private wake(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.run();
  }

  private async run(): Promise<void> {
    // All writes requested in the same turn of the event loop share the first transaction.
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const groups = this.waiting;
      this.waiting = [];
      try {
        const latest = new Map<string, FencedChange>();
        for (const change of groups.flatMap((group) => group.changes)) latest.set(change.name, change);
        const changes = [...latest.values()];
        for (let start = 0; start < changes.length; start += MAX_FENCED_CHANGES) {
          await this.commit(changes.slice(start, start + MAX_FENCED_CHANGES));
        }
        for (const group of groups) group.done();
      } catch (error) {
        this.failure = { error };
        for (const group of [...groups, ...this.waiting]) group.failed(error);
        this.waiting = [];
        this.onFailure(error);
      }
    }
    this.running = undefined;
  }

  /** Commits a transaction, retrying while the table is unavailable, as long as the lease is held. */
  private async commit(changes: readonly FencedChange[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      if (!this.isHeld()) throw new LeaseLost(this.ref);
      try {
        return await this.store.write(this.ref, this.epoch, changes);
      } catch (error) {
        if (error instanceof LeaseLost) throw error;
        log.warn('session state not stored yet', { ...this.ref, attempt, ...errorFields(error) });
        const ceilingMs = Math.min(RETRY_MAX_MS, RETRY_BASE_MS * 2 ** attempt);
        await new Promise((resolve) => setTimeout(resolve, ceilingMs * Math.random()));
      }
    }
  }
}
