import { errorFields, log } from '@prosa/functions/platform/log.ts';
import type { ConnectionRef, SessionStore, StoredLease } from './ports.ts';

export interface LeaseTiming {
  /** How long a lease lives without renewal. */
  leaseMs: number;
  /** How often the lease is renewed. */
  renewMs: number;
}

export const LEASE_TIMING: LeaseTiming = { leaseMs: 30_000, renewMs: 10_000 };

/**
 * The time at which a waiting host first saw another host's lease in its current version, on its own monotonic clock.
 */
export interface Sighting {
  version: number;
  sinceMs: number;
}

/**
 * Whether a lease may be taken: it was released, it is this host's own from before a restart, or it did not change
 * for its full lifetime while this host watched. Wall clocks are never compared (R36).
 */
export const mayTake = (
  lease: StoredLease | undefined,
  owner: string,
  sighting: Sighting | undefined,
  nowMs: number,
  leaseMs: number,
): boolean =>
  lease === undefined ||
  lease.until === 0 ||
  lease.owner === owner ||
  (sighting !== undefined && sighting.version === lease.version && nowMs - sighting.sinceMs >= leaseMs);

/** Tries to take leases, remembering the versions of other hosts' leases that it saw. */
export class LeaseTaker {
  private readonly store: SessionStore;
  private readonly owner: string;
  private readonly timing: LeaseTiming;
  private readonly sightings = new Map<string, Sighting>();

  constructor(store: SessionStore, owner: string, timing: LeaseTiming) {
    this.store = store;
    this.owner = owner;
    this.timing = timing;
  }

  /** Returns the lease with a new epoch, or undefined while another host holds it. */
  async take(ref: ConnectionRef, onLost: () => void): Promise<HeldLease | undefined> {
    const name = `${ref.companyId}:${ref.connectionId}`;
    const current = await this.store.readLease(ref);
    const startedMs = performance.now();
    const sighting = this.sightings.get(name);
    if (!mayTake(current, this.owner, sighting, startedMs, this.timing.leaseMs)) {
      if (sighting === undefined || sighting.version !== current?.version) {
        this.sightings.set(name, { version: current?.version ?? 0, sinceMs: startedMs });
      }
      return undefined;
    }
    const wanted = {
      owner: this.owner,
      epoch: (current?.epoch ?? 0) + 1,
      until: Date.now() + this.timing.leaseMs,
    };
    const taken = await this.store.putLease(ref, wanted, current?.version);
    if (taken === undefined) return undefined;
    this.sightings.delete(name);
    return new HeldLease(this.store, ref, taken, startedMs, this.timing, onLost);
  }
}

/**
 * A lease that this process holds. It is renewed in time, and it fences itself: if its lifetime has run out on the
 * monotonic clock, it reports the loss before anything else happens, whatever the table says.
 */
export class HeldLease {
  private readonly store: SessionStore;
  private readonly ref: ConnectionRef;
  private readonly timing: LeaseTiming;
  private readonly onLost: () => void;
  private lease: StoredLease;
  private deadlineMs: number;
  private timer: NodeJS.Timeout;
  private renewal: Promise<void> | undefined;
  private over = false;
  private nextRenewalMs: number;

  constructor(
    store: SessionStore,
    ref: ConnectionRef,
    lease: StoredLease,
    takenMs: number,
    timing: LeaseTiming,
    onLost: () => void,
  ) {
    this.store = store;
    this.ref = ref;
    this.lease = lease;
    this.timing = timing;
    this.onLost = onLost;
    this.deadlineMs = takenMs + timing.leaseMs;
    this.nextRenewalMs = takenMs + timing.renewMs;
    // Checked far more often than renewed, because a suspended process must notice within a second of waking.
    this.timer = setInterval(() => this.check(), Math.min(500, timing.renewMs / 4));
  }

  get epoch(): number {
    return this.lease.epoch;
  }

  get isHeld(): boolean {
    return !this.over && performance.now() < this.deadlineMs;
  }

  /** Releases the lease, so that any host may take it at once. */
  async release(): Promise<void> {
    const wasHeld = this.isHeld;
    this.end();
    await this.renewal;
    if (!wasHeld) return;
    await this.store.putLease(this.ref, { owner: '', epoch: this.lease.epoch, until: 0 }, this.lease.version);
  }

  /** Stops renewing without writing, because another host holds the lease or it is about to expire. */
  end(): void {
    this.over = true;
    clearInterval(this.timer);
  }

  private lose(): void {
    if (this.over) return;
    this.end();
    log.warn('lease lost', { ...this.ref, epoch: this.lease.epoch });
    this.onLost();
  }

  private check(): void {
    const nowMs = performance.now();
    if (nowMs >= this.deadlineMs) {
      this.lose();
      return;
    }
    if (this.renewal !== undefined || nowMs < this.nextRenewalMs) return;
    // A failed renewal is retried soon; the lifetime has room for several attempts.
    this.nextRenewalMs = nowMs + this.timing.renewMs / 4;
    this.renewal = this.renew(nowMs).finally(() => {
      this.renewal = undefined;
    });
  }

  private async renew(startedMs: number): Promise<void> {
    try {
      const { owner, epoch, version } = this.lease;
      const renewed = await this.store.putLease(
        this.ref,
        { owner, epoch, until: Date.now() + this.timing.leaseMs },
        version,
      );
      if (renewed !== undefined) this.lease = renewed;
      else if (!this.over) return this.lose();
      if (this.over) return;
      this.nextRenewalMs = startedMs + this.timing.renewMs;
      this.deadlineMs = startedMs + this.timing.leaseMs;
    } catch (error) {
      log.warn('lease not renewed yet', { ...this.ref, ...errorFields(error) });
    }
  }
}
