import type { ConnectionHealth } from '@prosa/shared/entities/connection.ts';
import {
  type ConnectionRef,
  type FencedChange,
  LeaseLost,
  type PairingAnswer,
  refKey,
  type SessionStore,
  type StoredLease,
} from '../connections/ports.ts';

/** The table in memory, for tests: same fencing, same order, and a recorder of accepted writes. */
export class MemoryStore implements SessionStore {
  readonly leases = new Map<string, StoredLease>();
  readonly auth = new Map<string, Map<string, string>>();
  readonly accepted: { ref: string; epoch: number; changes: number }[] = [];
  readonly pairings: ({ ref: string; askedAt: number } & PairingAnswer)[] = [];
  readonly health: ConnectionHealth[] = [];
  readonly proxies = new Map<string, string>();
  /** When devices were last connected. */
  readonly seen = new Map<string, number>();
  started: ConnectionRef[] = [];

  async startedConnections(): Promise<ConnectionRef[]> {
    return this.started;
  }

  async lastSeen(ref: ConnectionRef): Promise<number | undefined> {
    return this.seen.get(refKey(ref));
  }

  async readLease(ref: ConnectionRef): Promise<StoredLease | undefined> {
    return this.leases.get(refKey(ref));
  }

  async putLease(
    ref: ConnectionRef,
    lease: Omit<StoredLease, 'version'>,
    expected: number | undefined,
  ): Promise<StoredLease | undefined> {
    if (this.leases.get(refKey(ref))?.version !== expected) return undefined;
    const stored = { ...lease, version: (expected ?? 0) + 1 };
    this.leases.set(refKey(ref), stored);
    return stored;
  }

  async readAuth(ref: ConnectionRef, names: readonly string[]): Promise<Map<string, string>> {
    const rows = this.auth.get(refKey(ref));
    return new Map(
      names.flatMap((name) => {
        const sealed = rows?.get(name);
        return sealed === undefined ? [] : [[name, sealed] as const];
      }),
    );
  }

  async write(ref: ConnectionRef, epoch: number, changes: readonly FencedChange[]): Promise<void> {
    this.fence(ref, epoch);
    const rows = this.auth.get(refKey(ref)) ?? new Map<string, string>();
    this.auth.set(refKey(ref), rows);
    for (const change of changes) {
      if (change.sealed === undefined) rows.delete(change.name);
      else rows.set(change.name, change.sealed);
    }
    this.accepted.push({ ref: refKey(ref), epoch, changes: changes.length });
  }

  async answerPairing(ref: ConnectionRef, askedAt: number, answer: PairingAnswer): Promise<void> {
    this.pairings.push({ ref: refKey(ref), askedAt, ...answer });
  }

  async proxyOf(ref: ConnectionRef): Promise<string | undefined> {
    return this.proxies.get(refKey(ref));
  }

  async writeHealth(health: ConnectionHealth): Promise<void> {
    this.health.push(health);
  }

  async wipeAuth(ref: ConnectionRef, epoch: number): Promise<void> {
    this.fence(ref, epoch);
    this.auth.delete(refKey(ref));
  }

  private fence(ref: ConnectionRef, epoch: number): void {
    if (this.leases.get(refKey(ref))?.epoch !== epoch) throw new LeaseLost(ref);
  }
}
